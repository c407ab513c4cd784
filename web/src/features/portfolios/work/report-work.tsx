import { Flag } from 'lucide-react'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { openReport } from '../../../lib/format/report-state.ts'
import { texts } from '../portfolio-texts.ts'

/** The way to report another one's work. */
export const ReportWork = ({ work: { id, creator } }: { work: PortfolioItem }) => (
  <button
    type="button"
    className="mt-3 -ml-0.5 inline-flex min-h-11 items-center gap-2 text-14 text-ink-3 hover:text-ink hover:underline"
    onClick={() => openReport({ kind: 'portfolio', id, name: creator.firstName })}
  >
    <Flag size={18} aria-hidden />
    {texts.work.report}
  </button>
)
