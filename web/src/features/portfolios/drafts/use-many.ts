import { useQueryClient } from '@tanstack/react-query'
import type { UnshownState } from '@plinth/contract/portfolios/states.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { useMany, type Many } from '../../../lib/forms/use-many.ts'
import { sayDone } from '../../../ui/many/undoable.ts'
import { sendMany, type ManyWay } from './drafts-api.ts'
import { refreshStates } from './drafts-cache.ts'
import { undoOf } from './drafts-rules.ts'
import { draftsTexts as texts } from './drafts-texts.ts'

const PART = 20

interface ManyWorksOptions {
  state: UnshownState
  chosen: Chosen
  /** Undefined if it is no longer in the list. */
  titleOf: (id: string) => string | undefined
  /** After anything has changed. */
  onSent: () => void
}

/** One act on many works. What had happened to some before is as it was wanted. */
export function useManyWorks({ state, chosen, titleOf, onSent }: ManyWorksOptions) {
  const client = useQueryClient()
  return useMany<ManyWay>({
    chosen,
    texts: { ...texts, failed: texts.sendFailed },
    part: PART,
    send: sendMany,
    isDone: ({ result }) => result === 'done' || result === 'decided',
    nameOf: titleOf,
    say: (way, count, undo) => {
      const title = way.act === 'change' ? texts.changed(count) : texts.done[way.act](count)
      sayDone(title, texts.undo, undo)
    },
    undoOf: (way) => undoOf(way, state),
    onSent: (_, count) => {
      if (count > 0) onSent()
      return refreshStates(client)
    },
  })
}
export type ManyWorks = Many<ManyWay>
