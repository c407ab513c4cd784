import type { ReactNode } from 'react'
import { MAX_BULK } from '@plinth/contract/moderation/bulk.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { bulkTexts as texts } from './bulk-texts.ts'
import type { Bulk } from './use-bulk.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'

interface BulkBarProps {
  chosen: Chosen
  /** Everything in the list. */
  all: readonly string[]
  bulk: Bulk
  /** A button for each act. */
  children: ReactNode
}

/** Over a list: how many are chosen, what can be done to all of them, and how that went. */
export function BulkBar({ chosen, all, bulk, children }: BulkBarProps) {
  const count = chosen.ids.length
  return (
    <div className="admin-bulk">
      <div className="flex min-h-14 flex-wrap items-center gap-x-4 gap-y-1">
        <label className="flex min-h-11 cursor-pointer items-center gap-3 pr-2 text-14 text-ink-2">
          <span className="grid w-11 place-items-center">
            <Tick
              type="checkbox"
              checked={chosen.isAll}
              onChange={() => chosen.only(chosen.isAll ? [] : all)}
            />
          </span>
          {texts.all}
        </label>
        <span role="status" className="tnum text-14 text-ink">
          {count === 0 ? '' : count > MAX_BULK ? texts.tooMany : texts.chosen(count)}
        </span>
        {count === 0 ? (
          <p className="text-13 text-ink-3 max-desktop:hidden">{texts.keys}</p>
        ) : (
          <span className="ml-auto flex flex-wrap gap-2">
            {count > MAX_BULK ? null : children}
            <Button variant="quiet" disabled={bulk.isBusy} onClick={() => chosen.only([])}>
              {texts.clear}
            </Button>
          </span>
        )}
      </div>
      {bulk.progress === null ? null : (
        <div className="pb-3">
          <Progress
            value={bulk.progress.done / bulk.progress.all}
            label={texts.progress(bulk.progress.done, bulk.progress.all)}
          />
          <p className="tnum mt-1 text-13 text-ink-3" aria-hidden>
            {texts.progress(bulk.progress.done, bulk.progress.all)}
          </p>
        </div>
      )}
      {bulk.problem === null ? null : <ErrorText text={bulk.problem} />}
      <Left {...bulk} />
    </div>
  )
}

/** Those that nothing happened to, and why. */
const Left = ({ left, dismiss }: Pick<Bulk, 'left' | 'dismiss'>) =>
  left.length === 0 ? null : (
    <section role="alert" className="mb-3 bg-surface-1 p-4 text-14">
      <div className="flex items-center justify-between gap-4">
        <h2 className="font-semibold text-ink">{texts.left(left.length)}</h2>
        <Button variant="quiet" onClick={dismiss}>
          {texts.dismiss}
        </Button>
      </div>
      <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
        {left.map(({ id, name, result, message }) => (
          <li key={id} className="wrap-anywhere text-ink-2">
            <span className="text-ink">{name}</span>
            {`: ${texts.results[result]}. ${message ?? ''}`}
          </li>
        ))}
      </ul>
    </section>
  )
