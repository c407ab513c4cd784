import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import type { UnshownState } from '@plinth/contract/portfolios/states.ts'
import { asksToSignIn, sentenceOf } from '../../../lib/api/api.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { sendMany, type ManyWay } from './drafts-api.ts'
import { refreshStates } from './drafts-cache.ts'
import { draftsTexts as texts } from './drafts-texts.ts'
import { undoOf } from './drafts-rules.ts'

/** How many the server gets at once, so that progress can be shown. */
const PART = 20
const UNDO_MS = 10_000

/** A work that nothing happened to. */
interface LeftOver extends BulkOutcome {
  title: string
}

interface ManyOptions {
  state: UnshownState
  chosen: Chosen
  /** Undefined if it is no longer in the list. */
  titleOf: (id: string) => string | undefined
  onSent: () => void
}

/** One act on many works. Those that it did not happen to stay chosen, with the reason for each. */
export function useMany({ state, chosen, titleOf, onSent }: ManyOptions) {
  const client = useQueryClient()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const [left, setLeft] = useState<readonly LeftOver[]>([])
  const sending = useSendOnce({
    send: async ({ way, ids }: { way: ManyWay; ids: readonly string[] }) => {
      const outcomes: BulkOutcome[] = []
      for (let at = 0; at < ids.length; at += PART) {
        setProgress({ done: at, all: ids.length })
        try {
          outcomes.push(...(await sendMany(way, ids.slice(at, at + PART))))
        } catch (error) {
          // Nothing has happened yet, so the whole act failed.
          if (at === 0) throw error
          const message = sentenceOf(error, texts.stopped)
          outcomes.push(...ids.slice(at).map((id) => ({ id, result: 'failed' as const, message })))
          break
        }
      }
      return outcomes
    },
    onSent: async (outcomes, { way }) => {
      // What had happened before is as it was wanted.
      const isDone = ({ result }: BulkOutcome) => result === 'done' || result === 'decided'
      const changed = outcomes.filter(isDone).map(({ id }) => id)
      const others = outcomes.filter((one) => !isDone(one))
      // Named now, because the list is read again and may no longer have them.
      setLeft(others.map((one) => ({ ...one, title: titleOf(one.id) ?? texts.unknown })))
      chosen.only(others.map(({ id }) => id))
      if (changed.length > 0) {
        const undo = undoOf(way, state)
        toast({
          title:
            way.act === 'change'
              ? texts.changed(changed.length)
              : texts.done[way.act](changed.length),
          ...(undo === null
            ? {}
            : {
                durationMs: UNDO_MS,
                action: {
                  label: texts.undo,
                  onClick: () => sending.send({ way: undo, ids: changed }),
                },
              }),
        })
        onSent()
      }
      await refreshStates(client)
    },
  })
  const { error } = sending
  return {
    run: (way: ManyWay, ids: readonly string[]) => sending.send({ way, ids }),
    isBusy: sending.isSending,
    progress: sending.isSending ? progress : null,
    problem: error === null || asksToSignIn(error) ? null : sentenceOf(error, texts.sendFailed),
    left,
    dismiss: () => setLeft([]),
  }
}
export type Many = ReturnType<typeof useMany>
