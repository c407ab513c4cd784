import { useState } from 'react'
import type { BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import { asksToSignIn, sentenceOf } from '../api/api.ts'
import type { Chosen } from '../browser/use-chosen.ts'
import { useSendOnce } from './use-send-once.ts'

/** Something that nothing happened to. */
interface LeftOver extends BulkOutcome {
  name: string
}

interface ManyOptions<Way> {
  chosen: Chosen
  texts: { failed: string; stopped: string; unknown: string }
  /** How many the server gets at once, so that progress can be shown. */
  part: number
  send: (way: Way, ids: string[]) => Promise<BulkOutcome[]>
  /** Whether it is as it was wanted. */
  isDone: (outcome: BulkOutcome) => boolean
  /** What an entry is called; undefined if it is no longer in the list. */
  nameOf: (id: string) => string | undefined
  /** Says that so many are as they were wanted. `undo` is null if nothing undoes it. */
  say: (way: Way, count: number, undo: (() => void) | null) => void
  /** What undoes it; null if nothing does. */
  undoOf: (way: Way) => Way | null
  /** After everything was sent, with how many are as they were wanted. */
  onSent: (way: Way, count: number) => unknown
  /** Names the act if it may need a fresh sign-in. */
  resume?: string | undefined
}

/** One act on many things. Those that it did not happen to stay chosen, with the reason for each. */
export function useMany<Way>(options: ManyOptions<Way>) {
  const { chosen, texts, part, send, isDone, nameOf, say, undoOf, onSent, resume } = options
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const [left, setLeft] = useState<readonly LeftOver[]>([])
  const sending = useSendOnce({
    resume,
    send: async ({ way, ids }: { way: Way; ids: readonly string[] }) => {
      const outcomes: BulkOutcome[] = []
      for (let at = 0; at < ids.length; at += part) {
        setProgress({ done: at, all: ids.length })
        try {
          outcomes.push(...(await send(way, ids.slice(at, at + part))))
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
    onSent: (outcomes, { way }) => {
      const changed = outcomes.filter(isDone).map(({ id }) => id)
      const others = outcomes.filter((one) => !isDone(one))
      // Named now, because the list is read again and may no longer have them.
      setLeft(others.map((one) => ({ ...one, name: nameOf(one.id) ?? texts.unknown })))
      chosen.only(others.map(({ id }) => id))
      if (changed.length > 0) {
        const undo = undoOf(way)
        say(way, changed.length, undo && (() => sending.send({ way: undo, ids: changed })))
      }
      return onSent(way, changed.length)
    },
  })
  const { error } = sending
  return {
    run: (way: Way, ids: readonly string[]) => sending.send({ way, ids }),
    isBusy: sending.isSending,
    progress: sending.isSending ? progress : null,
    problem: error === null || asksToSignIn(error) ? null : sentenceOf(error, texts.failed),
    left,
    dismiss: () => setLeft([]),
  }
}
export type Many<Way> = ReturnType<typeof useMany<Way>>
/** How it goes and went, whatever the act is. */
export type ManyState = Omit<Many<never>, 'run'>
