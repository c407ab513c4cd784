import { lazy, useState } from 'react'
import type { WorkAct } from '@plinth/contract/portfolios/many.ts'
import type { UnshownState } from '@plinth/contract/portfolios/states.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { Progress } from '../../../ui/feedback/progress.tsx'
import { Tick } from '../../../ui/form/tick.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { ACTS } from './drafts-rules.ts'
import { draftsTexts as texts } from './drafts-texts.ts'
import { useMany, type Many } from './use-many.ts'

const ChangeDialog = lazy(async () => ({
  default: (await import('./change-dialog.tsx')).ChangeDialog,
}))
const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}))

interface ManyBarProps {
  state: UnshownState
  chosen: Chosen
  /** Everything that is loaded. */
  all: readonly string[]
  titleOf: (id: string) => string | undefined
  isCreator: boolean
}

/** How an act is called in a state. */
function wordsOf(act: WorkAct, state: UnshownState): string {
  if (act === 'publish' && state === 'scheduled') return texts.publishNow
  if (act === 'publish' && state === 'hidden') return texts.showAgain
  return act === 'schedule' && state === 'scheduled' ? texts.otherTime : texts.acts[act]
}

/** Without a creator's rights nothing is published. */
const NEEDS_CREATOR: ReadonlySet<WorkAct> = new Set(['publish', 'schedule'])

/** Over the list: how many works are chosen, what can be done to all of them, and how that went. */
export function ManyBar({ state, chosen, all, titleOf, isCreator }: ManyBarProps) {
  const [asked, setAsked] = useState<'schedule' | 'delete' | 'change' | null>(null)
  const close = () => setAsked(null)
  const many = useMany({ state, chosen, titleOf, onSent: close })
  const { ids } = chosen
  const press = (act: WorkAct) => {
    if (act === 'schedule' || act === 'delete') setAsked(act)
    else many.run({ act }, ids)
  }
  return (
    <div className="drafts-bar">
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
          {ids.length === 0 ? '' : texts.chosen(ids.length)}
        </span>
        {ids.length === 0 ? null : (
          <span className="drafts-acts">
            {ACTS[state]
              .filter((act) => isCreator || !NEEDS_CREATOR.has(act))
              .map((act, index) => (
                <Button
                  key={act}
                  variant={
                    act === 'bin' || act === 'delete'
                      ? 'quiet-danger'
                      : index === 0
                        ? 'primary'
                        : 'secondary'
                  }
                  busy={many.isBusy && wordsOf(act, state)}
                  onClick={() => press(act)}
                >
                  {wordsOf(act, state)}
                </Button>
              ))}
            {state === 'binned' ? null : (
              <Button disabled={many.isBusy} onClick={() => setAsked('change')}>
                {texts.edit}
              </Button>
            )}
            <Button variant="quiet" disabled={many.isBusy} onClick={() => chosen.only([])}>
              {texts.clear}
            </Button>
          </span>
        )}
      </div>
      <How {...many} isQuiet={asked !== null} />
      <ConfirmDialog
        open={asked === 'delete'}
        onOpenChange={close}
        title={texts.deleteTitle(ids.length)}
        description={texts.deleteText}
        keep={texts.keep}
        confirm={texts.acts.delete}
        busy={many.isBusy && `${texts.acts.delete}...`}
        onConfirm={() => many.run({ act: 'delete' }, ids)}
      />
      <OnceOpened open={asked === 'schedule'}>
        <ScheduleDialog open={asked === 'schedule'} many={many} ids={ids} onClose={close} />
      </OnceOpened>
      <OnceOpened open={asked === 'change'}>
        <ChangeDialog open={asked === 'change'} many={many} ids={ids} onClose={close} />
      </OnceOpened>
    </div>
  )
}

/** How it goes and went: the progress, what failed, and which works nothing happened to. */
const How = ({
  progress,
  problem,
  left,
  dismiss,
  isQuiet,
}: Many & {
  /** A dialog says that it failed. */
  isQuiet: boolean
}) => (
  <>
    {progress === null ? null : (
      <div className="pb-3">
        <Progress
          value={progress.done / progress.all}
          label={texts.progress(progress.done, progress.all)}
        />
      </div>
    )}
    {problem === null || isQuiet ? null : <ErrorText text={problem} />}
    {left.length === 0 ? null : (
      <section role="alert" className="mb-3 bg-surface-1 p-4 text-14">
        <div className="flex items-center justify-between gap-4">
          <h2 className="font-semibold text-ink">{texts.left(left.length)}</h2>
          <Button variant="quiet" onClick={dismiss}>
            {texts.dismiss}
          </Button>
        </div>
        <ul className="mt-1 grid max-h-60 gap-1 overflow-y-auto">
          {left.map(({ id, title, message }) => (
            <li key={id} className="wrap-anywhere text-ink-2">
              <span className="text-ink">{title}</span>
              {`: ${message ?? ''}`}
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)
