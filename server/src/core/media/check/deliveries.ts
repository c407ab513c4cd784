import type { Database } from '../../../db/pool.ts'
import type { Deps } from '../../../deps.ts'
import type { ListedObject } from '../../../gateways/storage/storage.ts'
import { DELIVERIES, deliveredKey, deliveryPrefix, deliveryPreviewKey } from '../media-rules.ts'
import { findDeliveryRow, findDeliveryRowsAfter, type CheckedDelivery } from './check-queries.ts'
import { byId, Cursor, ID, ROWS_AT_ONCE } from './entries.ts'
import { ORPHAN_MS } from './check-rules.ts'

type CheckDeps = Pick<Deps, 'db' | 'storage'>

/** One file of a delivery as the database and the store know it. */
export interface DeliveryEntry {
  id: string
  row: CheckedDelivery | null
  /** Noted as coming in or going away. */
  isMoving: boolean
  objects: ListedObject[]
}

export interface DeliveryVerdict {
  /** The file is missing, or not as long as it was. */
  isLost: boolean
  /** It can be made again. */
  isPreviewLost: boolean
  /** Keys of objects without row. */
  orphans: string[]
}

const KEY = new RegExp(String.raw`^${DELIVERIES}${ID}/(?:original\.bin|preview\.webp)$`)

/** Every file of a delivery that the database or the store knows, each looked at again where it looks wrong. */
export async function* checkedDeliveries(
  deps: CheckDeps,
  onUnknown: (key: string) => void,
): AsyncGenerator<[DeliveryEntry, DeliveryVerdict]> {
  const rows = new Cursor(rowsInOrder(deps.db))
  const kept = new Cursor(byId(deps.storage.survey(DELIVERIES), KEY, onUnknown))
  await Promise.all([rows.next(), kept.next()])
  for (;;) {
    const [id] = [rows.at?.id, kept.at?.id].filter((one) => one !== undefined).sort()
    if (id === undefined) return
    const row = await rows.take(id)
    const objects = (await kept.take(id))?.objects ?? []
    const seen = { id, row, isMoving: false, objects }
    const verdict = judge(seen, Date.now())
    const { isLost, isPreviewLost, orphans } = verdict
    if (!isLost && !isPreviewLost && orphans.length === 0) yield [seen, verdict]
    else {
      const entry = await lookAgain(deps, id)
      yield [entry, judge(entry, Date.now())]
    }
  }
}

/** While we read, the server goes on. */
async function lookAgain({ db, storage }: CheckDeps, id: string): Promise<DeliveryEntry> {
  const found = await findDeliveryRow(db, id)
  const objects: ListedObject[] = []
  for await (const object of storage.survey(deliveryPrefix(id))) objects.push(object)
  return { id, ...found, objects }
}

function judge({ id, row, isMoving, objects }: DeliveryEntry, now: number): DeliveryVerdict {
  if (row === null) {
    const old = objects.filter(({ changedAt }) => now - changedAt.getTime() > ORPHAN_MS)
    const orphans = isMoving ? [] : old.map(({ key }) => key)
    return { isLost: false, isPreviewLost: false, orphans }
  }
  const bytesOf = new Map(objects.map(({ key, bytes }) => [key, bytes]))
  const isLost = bytesOf.get(deliveredKey(id)) !== row.bytes
  const lacksPreview = row.hasPreview && !bytesOf.get(deliveryPreviewKey(id))
  return { isLost, isPreviewLost: !isLost && lacksPreview, orphans: [] }
}

async function* rowsInOrder(db: Database): AsyncGenerator<CheckedDelivery> {
  let last: string | null = null
  for (;;) {
    const rows: CheckedDelivery[] = await findDeliveryRowsAfter(db, last, ROWS_AT_ONCE)
    yield* rows
    last = rows.at(-1)?.id ?? null
    if (last === null) return
  }
}
