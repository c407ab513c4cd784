import type { Deps } from '../../../deps.ts'
import type { ListedObject } from '../../../gateways/storage/storage.ts'
import {
  DELIVERIES,
  deliveredKey,
  deliveryPictureKey,
  deliveryPrefix,
  deliveryPreviewKey,
  deliveryProofKey,
} from '../media-rules.ts'
import { findDeliveryRow, findDeliveryRowsAfter, type CheckedDelivery } from './check-queries.ts'
import { byId, Cursor, ID, rowsInOrder } from './entries.ts'
import { ORPHAN_MS } from './check-rules.ts'

type CheckDeps = Pick<Deps, 'db' | 'storage'>

/** One delivered file as the database and the store have it. */
export interface DeliveryEntry {
  id: string
  row: CheckedDelivery | null
  /** Its objects are being added or removed. */
  isMoving: boolean
  objects: ListedObject[]
}

export interface DeliveryVerdict {
  /** The file is missing or has another size. */
  isLost: boolean
  /** The preview is missing and can be made again. */
  isPreviewLost: boolean
  /** Part of what it is judged by is missing and can be made again. */
  isProofLost: boolean
  /** Keys of objects without a row. */
  orphans: string[]
}

const KEY = new RegExp(
  String.raw`^${DELIVERIES}${ID}/(?:original\.bin|(?:preview|picture)\.webp|film(?:-plain)?\.mp4|sound(?:-plain)?\.m4a|page(?:-plain)?-\d{1,3}\.webp|tile(?:-plain)?-\d{1,2}-\d{1,4}-\d{1,4}\.webp)$`,
)

/** Every delivered file in the database or the store; one that looks wrong is read a second time. */
export async function* checkedDeliveries(
  deps: CheckDeps,
  onUnknown: (key: string) => void,
): AsyncGenerator<[DeliveryEntry, DeliveryVerdict]> {
  const rows = new Cursor(
    rowsInOrder((after, limit) => findDeliveryRowsAfter(deps.db, after, limit)),
  )
  const stored = new Cursor(byId(deps.storage.survey(DELIVERIES), KEY, onUnknown))
  await Promise.all([rows.next(), stored.next()])
  for (;;) {
    const [id] = [rows.at?.id, stored.at?.id].filter((one) => one !== undefined).sort()
    if (id === undefined) return
    const row = await rows.take(id)
    const objects = (await stored.take(id))?.objects ?? []
    const entry = { id, row, isMoving: false, objects }
    const verdict = judge(entry, Date.now())
    const { isLost, isPreviewLost, isProofLost, orphans } = verdict
    if (!isLost && !isPreviewLost && !isProofLost && orphans.length === 0) yield [entry, verdict]
    else {
      const current = await readAgain(deps, id)
      yield [current, judge(current, Date.now())]
    }
  }
}

/** Reads one file again, because the server keeps running meanwhile. */
async function readAgain({ db, storage }: CheckDeps, id: string): Promise<DeliveryEntry> {
  const found = await findDeliveryRow(db, id)
  const objects: ListedObject[] = []
  for await (const object of storage.survey(deliveryPrefix(id))) objects.push(object)
  return { id, ...found, objects }
}

function judge({ id, row, isMoving, objects }: DeliveryEntry, now: number): DeliveryVerdict {
  if (row === null) {
    const old = objects.filter(({ changedAt }) => now - changedAt.getTime() > ORPHAN_MS)
    const orphans = isMoving ? [] : old.map(({ key }) => key)
    return { isLost: false, isPreviewLost: false, isProofLost: false, orphans }
  }
  const bytesOf = new Map(objects.map(({ key, bytes }) => [key, bytes]))
  const isLost = bytesOf.get(deliveredKey(id)) !== row.bytes
  const lacksPreview =
    (row.hasPreview && !bytesOf.get(deliveryPreviewKey(id))) ||
    (row.hasPicture && !bytesOf.get(deliveryPictureKey(id)))
  const lacksProof = row.proofObjects.some((name) => !bytesOf.get(deliveryProofKey(id, name)))
  return {
    isLost,
    isPreviewLost: !isLost && lacksPreview,
    isProofLost: !isLost && lacksProof,
    orphans: [],
  }
}
