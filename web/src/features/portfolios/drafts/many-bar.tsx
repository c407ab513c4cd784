import { lazy, useState, type ReactNode } from 'react'
import type { WorkAct } from '@plinth/contract/portfolios/many.ts'
import type { UnshownState } from '@plinth/contract/portfolios/states.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { ManyBar as Bar } from '../../../ui/many/many-bar.tsx'
import { ConfirmDialog } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { ACTS } from './drafts-rules.ts'
import { draftsTexts as texts } from './drafts-texts.ts'
import { useManyWorks } from './use-many.ts'

const ChangeDialog = lazy(async () => ({
  default: (await import('./change-dialog.tsx')).ChangeDialog,
}))
const ScheduleDialog = lazy(async () => ({
  default: (await import('./schedule-dialog.tsx')).ScheduleDialog,
}))

export interface ManyBarProps {
  state: UnshownState
  chosen: Chosen
  /** Everything that is loaded. */
  all: readonly string[]
  titleOf: (id: string) => string | undefined
  isCreator: boolean
  /** What else can be done with chosen works that are not in the bin, with the title of the first of them. */
  more: (ids: readonly string[], title: string) => ReactNode
}

/** How an act is called in a state. */
function wordsOf(act: WorkAct, state: UnshownState): string {
  if (act === 'publish' && state === 'scheduled') return texts.publishNow
  if (act === 'publish' && state === 'hidden') return texts.showAgain
  return act === 'schedule' && state === 'scheduled' ? texts.otherTime : texts.acts[act]
}

/** Without a creator's rights nothing is published. */
const NEEDS_CREATOR: ReadonlySet<WorkAct> = new Set(['publish', 'schedule'])

/** Over the list: how many works are chosen, and what can be done to all of them. */
export function ManyBar({ state, chosen, all, titleOf, isCreator, more }: ManyBarProps) {
  const [asked, setAsked] = useState<'schedule' | 'delete' | 'change' | null>(null)
  const close = () => setAsked(null)
  const many = useManyWorks({ state, chosen, titleOf, onSent: close })
  const { ids } = chosen
  const press = (act: WorkAct) => {
    if (act === 'schedule' || act === 'delete') setAsked(act)
    else many.run({ act }, ids)
  }
  return (
    <>
      <Bar
        className="drafts-bar"
        actsClassName="drafts-acts"
        chosen={chosen}
        all={all}
        many={many}
        texts={texts}
        says={texts.chosen(ids.length)}
        reasonOf={({ message }) => message ?? ''}
        isQuiet={asked !== null}
      >
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
          <>
            <Button disabled={many.isBusy} onClick={() => setAsked('change')}>
              {texts.edit}
            </Button>
            {more(ids, titleOf(ids[0] ?? '') ?? '')}
          </>
        )}
      </Bar>
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
    </>
  )
}
