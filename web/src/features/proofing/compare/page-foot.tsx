import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { commonPages } from './compare-rules.ts'
import { type Pair } from './pair.ts'
import { texts } from './compare-texts.ts'

interface PageFootProps {
  pair: Pair<ProofVersion>
  page: number
  onPage: (page: number) => void
}

/** The pages that both documents have. Nothing for anything else. */
export function PageFoot({ pair, page, onPage }: PageFootProps) {
  const pages = commonPages(pair)
  if (pages === 0) return null
  const counts = [pair.older, pair.newer].map(({ proof }) => proof?.pages?.all)
  return (
    <div className="compare-page-foot">
      <IconButton name={texts.previousPage} disabled={page === 1} onClick={() => onPage(page - 1)}>
        <ChevronLeft size={20} aria-hidden />
      </IconButton>
      <span className="tnum text-14 text-ink-2" aria-live="polite">
        {texts.page(page, pages)}
      </span>
      <IconButton name={texts.nextPage} disabled={page === pages} onClick={() => onPage(page + 1)}>
        <ChevronRight size={20} aria-hidden />
      </IconButton>
      {counts[0] === counts[1] ? null : (
        <span className="text-14 text-ink-3">{texts.pagesOfBoth}</span>
      )}
    </div>
  )
}
