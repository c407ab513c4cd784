import { HELD_SENTENCE, type Held } from '@plinth/contract/http/held.ts'
import { MAX_HELD_TEXTS } from '@plinth/contract/moderation/held.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../http/errors.ts'
import { findHeld, holdText, type NewHeld } from './held-queries.ts'
import { isForMany } from './print-queries.ts'

/** How one kind of text is delivered once staff have looked at it. Doing it twice delivers it once. */
export type Deliver = (payload: object, held: { id: string; authorId: string }) => Promise<void>

/**
 * Keeps a text that goes to many people, and returns what its author is told; null if it can be sent. It is called before
 * the text is written, and what is sent again with the same client id gets the same answer.
 */
export async function holdIfForMany(
  { db, writes, env }: Pick<Deps, 'db' | 'writes' | 'env'>,
  held: NewHeld,
): Promise<Held | null> {
  if (!env.dailyLimits) return null
  const { kind, authorId, targetId, content: text, clientId } = held
  const isHeld = await isForMany(writes, { kind, authorId, targetId, text })
  if (!isHeld) return null
  const id =
    (await findHeld(db, authorId, clientId)) ??
    (await db.transaction().execute((trx) => holdText(trx, held)))
  if (id === null) {
    throw new AppError(
      'rate.limited',
      `${MAX_HELD_TEXTS} of your messages and comments wait for us to look at them. You can send more of the same once we have.`,
    )
  }
  return { heldId: id, isHeld: true, message: HELD_SENTENCE }
}
