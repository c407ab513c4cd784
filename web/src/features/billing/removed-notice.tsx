import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Subscription } from '@plinth/contract/money/billing.ts'
import { date } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { removedTexts as texts } from './billing-texts.ts'

/** Why staff ended somebody's creator rights, with the appeal against it. */
export const RemovedNotice = ({
  removed: { at, reason, appeal: state },
  appeal,
}: {
  removed: NonNullable<Subscription['removed']>
  appeal: ReactNode
}) => (
  <div className="max-w-160 py-10">
    <h1 className="display text-44 text-ink max-tablet:text-32">{texts.title}</h1>
    <p className="mt-4 text-16 text-ink-2">{texts.says(date(at))}</p>
    <h2 className="mt-6 text-14 font-semibold text-ink">{texts.reason}</h2>
    <p className="mt-1 break-words whitespace-pre-line">{reason}</p>
    <div className="mt-6">
      {state === null ? appeal : <p role="status">{texts.states[state]}</p>}
    </div>
    <Button variant="quiet" asChild className="mt-4 -ml-4.5">
      <Link to="/statement">{texts.statement}</Link>
    </Button>
  </div>
)
