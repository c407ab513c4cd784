import type { Span } from '../tracing/spans.ts'
import { beginSpan, failureOf, outsideSpans } from '../tracing/tracing.ts'

/** Writes or reads one thing; others that come meanwhile are written or read with it. */
export type Batched<Item, Result> = (item: Item) => Promise<Result>

interface BatchOptions<Item> {
  /** The most items in one batch; others wait for the next one. */
  atMost: number
  /** Items with the same key are never in one batch, because the second has to see what the first did. */
  keyOf?: (item: Item) => string | null
  /** What all items of a batch have in common; by default nothing. */
  groupOf?: (item: Item) => unknown
  /**
   * An id of what an item locks first. With it, two batches are written at a time, because one has to wait for each
   * commit, and items with the same id are never in both.
   */
  laneOf?: (item: Item) => string
  /**
   * Calls `begin` when whatever waits by then shall start, also while other batches run. Without it, the first item starts
   * at once, and others once it is done.
   */
  schedule?: (begin: () => void) => void
}

const LANES = 2

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
  /** From its arrival until it is written, in its own trace. */
  span: Span | null
}

/**
 * Collects the items that arrive while the last batch runs, and applies them together: a thousand writes cost one
 * transaction. There is no timer. `apply` returns a result for each, in their order. If it fails because of one of them,
 * each is applied alone.
 */
export function createBatches<Item, Result>(
  apply: (items: readonly Item[]) => Promise<readonly Result[]>,
  { laneOf, ...options }: BatchOptions<Item>,
): Batched<Item, Result> {
  const first = createLane(apply, options)
  if (laneOf === undefined) return first
  const lanes = [first, ...Array.from({ length: LANES - 1 }, () => createLane(apply, options))]
  return (item) => (lanes[(laneOf(item).at(-1)?.codePointAt(0) ?? 0) % LANES] ?? first)(item)
}

function createLane<Item, Result>(
  apply: (items: readonly Item[]) => Promise<readonly Result[]>,
  { atMost, keyOf = () => null, groupOf = () => null, schedule }: BatchOptions<Item>,
): Batched<Item, Result> {
  let waiting: Waiting<Item, Result>[] = []
  /** Whether something will take all that waits. */
  let isRunning = false

  /** Resolves or rejects every item; never throws. */
  const settle = async (batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    try {
      const results = await runTraced(batch, () => apply(batch.map(({ item }) => item)))
      for (const [at, { resolve, span }] of batch.entries()) {
        span?.end()
        resolve(results[at] as Result)
      }
    } catch (error) {
      if (batch.length > 1 && isAboutOne(error)) for (const one of batch) await settle([one])
      else
        for (const { reject, span } of batch) {
          span?.end(failureOf(error))
          reject(error)
        }
    }
  }

  /** The next batch, in order of arrival. */
  const take = (): Waiting<Item, Result>[] => {
    const taken: Waiting<Item, Result>[] = []
    const left: Waiting<Item, Result>[] = []
    const keys = new Set<string>()
    const group = waiting[0] && groupOf(waiting[0].item)
    for (const one of waiting) {
      const key = keyOf(one.item)
      const isNext = taken.length < atMost && groupOf(one.item) === group
      if (isNext && (key === null || !keys.has(key))) taken.push(one)
      else left.push(one)
      if (key !== null) keys.add(key)
    }
    waiting = left
    return taken
  }

  const run = async () => {
    while (waiting.length > 0) await settle(take())
    isRunning = false
  }

  const runAll = () => {
    isRunning = false
    while (waiting.length > 0) void settle(take())
  }

  const start = () => {
    if (isRunning) return
    isRunning = true
    if (schedule === undefined) void run()
    else schedule(runAll)
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject, span: beginSpan('batch', 'inside') })
      outsideSpans(start)
    })
}

/** What a batch sends is part of the trace of its first item, and the others link to that. */
function runTraced<T>(batch: readonly { span: Span | null }[], work: () => T): T {
  const [first, ...others] = batch.flatMap(({ span }) => span ?? [])
  if (first === undefined) return work()
  for (const other of others) other.link(first)
  return first.run(work)
}

/**
 * True for bad data, constraints, deadlocks and locks that others hold for too long. If the database itself fails,
 * retrying each alone makes it worse.
 */
const isAboutOne = (error: unknown): boolean =>
  /^(22|23|40|55P03)/.test((error as { code?: string }).code ?? '')
