import type { BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import type { Chosen } from '../../../lib/browser/use-chosen.ts'
import { useMany, type ManyState } from '../../../lib/forms/use-many.ts'
import { sayDone } from '../../../ui/many/undoable.ts'
import { bulkTexts as texts } from './bulk-texts.ts'

/** Staff act on up to a hundred things. */
const PART = 10

interface BulkOptions<Way> {
  chosen: Chosen
  send: (way: Way, ids: string[]) => Promise<BulkOutcome[]>
  /** What an entry is called; undefined if it is no longer in the list. */
  nameOf: (id: string) => string | undefined
  /** The toast for so many. */
  done: (way: Way, count: number) => string
  /** What undoes it; null if nothing does. */
  undoOf: (way: Way) => Way | null
  /** After anything has changed. */
  onChanged: () => unknown
  /** After everything was sent. */
  onSent?: (way: Way) => void
  /** Names the act if it may need a fresh sign-in. */
  resume?: string
}

/** One act of staff on many things. What somebody else decided meanwhile counts as left. */
export const useBulk = <Way>({ done, onChanged, onSent, ...options }: BulkOptions<Way>) =>
  useMany<Way>({
    ...options,
    texts,
    part: PART,
    isDone: ({ result }) => result === 'done',
    say: (way, count, undo) => sayDone(done(way, count), texts.undo, undo),
    onSent: (way) => {
      onSent?.(way)
      void onChanged()
    },
  })
export type Bulk = ManyState
