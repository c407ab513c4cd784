import type { ReactNode } from 'react'
import type { Chosen } from '../../lib/browser/use-chosen.ts'
import type { ManyState } from '../../lib/forms/use-many.ts'
import { Button } from '../actions/button.tsx'
import { ErrorText } from '../feedback/error-text.tsx'
import { Progress } from '../feedback/progress.tsx'
import { Tick } from '../form/tick.tsx'

interface ManyTexts {
  all: string
  clear: string
  progress: (done: number, all: number) => string
  left: (count: number) => string
  dismiss: string
}

interface ManyBarProps {
  className: string
  chosen: Chosen
  /** Everything in the list. */
  all: readonly string[]
  many: ManyState
  texts: ManyTexts
  /** How many are chosen, in words. */
  says: string
  /** Why nothing happened to one of them. */
  reasonOf: (outcome: ManyState['left'][number]) => string
  /** Shown while nothing is chosen. */
  hint?: ReactNode
  /** A dialog says that it failed. */
  isQuiet?: boolean
  /** A button for each act. */
  children: ReactNode
  actsClassName: string
}

/** Over a list: how many are chosen, what can be done to all of them, and how that went. */
export function ManyBar(props: ManyBarProps) {
  const { chosen, all, many, texts, says, reasonOf, hint, isQuiet = false, children } = props
  const { progress, problem, left } = many
  return (
    <div className={props.className}>
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
          {chosen.ids.length === 0 ? '' : says}
        </span>
        {chosen.ids.length === 0 ? (
          hint
        ) : (
          <span className={props.actsClassName}>
            {children}
            <Button variant="quiet" disabled={many.isBusy} onClick={() => chosen.only([])}>
              {texts.clear}
            </Button>
          </span>
        )}
      </div>
      {progress === null ? null : (
        <div className="pb-3">
          <Progress
            value={progress.done / progress.all}
            label={texts.progress(progress.done, progress.all)}
          />
          <p className="tnum mt-1 text-13 text-ink-3" aria-hidden>
            {texts.progress(progress.done, progress.all)}
          </p>
        </div>
      )}
      {problem === null || isQuiet ? null : <ErrorText text={problem} />}
      {left.length === 0 ? null : (
        <section role="alert" className="mb-3 bg-surface-1 p-4 text-14">
          <div className="flex items-center justify-between gap-4">
            <h2 className="font-semibold text-ink">{texts.left(left.length)}</h2>
            <Button variant="quiet" onClick={many.dismiss}>
              {texts.dismiss}
            </Button>
          </div>
          <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
            {left.map((one) => (
              <li key={one.id} className="wrap-anywhere text-ink-2">
                <span className="text-ink">{one.name}</span>
                {`: ${reasonOf(one)}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
