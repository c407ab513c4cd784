import type { Batched } from '../../db/batches.ts'
import type { Deps } from '../../deps.ts'

/** The constraint by which the database refuses what is over a daily limit. */
const DAILY_LIMIT = 'daily_counts_limit'

const MOMENT_MS = 1_000
/** People whose refusal is remembered at the same time. */
const MAX_REMEMBERED = 10_000

/**
 * Repeats a refusal by a daily limit for a moment without asking the database again. Somebody over a limit fails their
 * whole batch, whose items are then written one by one, and they would slow down everybody's writes by trying on.
 */
export function sparing<Item, Result>(
  write: Batched<Item, Result>,
  { now }: Pick<Deps, 'now'>,
  /** Who writes it, and what else decides whether it would be refused. */
  keyOf: (item: Item) => string,
): Batched<Item, Result> {
  const refusals = new Map<string, { error: unknown; until: number }>()
  return async (item) => {
    const key = keyOf(item)
    const known = refusals.get(key)
    if (known !== undefined && known.until > now().getTime()) throw known.error
    refusals.delete(key)
    try {
      return await write(item)
    } catch (error) {
      if ((error as { constraint?: string }).constraint === DAILY_LIMIT) {
        if (refusals.size >= MAX_REMEMBERED) refusals.clear()
        refusals.set(key, { error, until: now().getTime() + MOMENT_MS })
      }
      throw error
    }
  }
}
