import type { Deps } from '../../../deps.ts'
import type { ListedObject } from '../../../gateways/storage/storage.ts'
import { findRow, findRowsAfter } from './check-queries.ts'
import type { Entry } from './check-rules.ts'
import { originalKey, renditionPrefix } from '../media-rules.ts'

type CheckDeps = Pick<Deps, 'db' | 'storage'>

const PAGE_SIZE = 500
export const ID = String.raw`([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})`
const ORIGINAL_KEY = new RegExp(String.raw`^originals/${ID}\.[a-z\d]+$`)
const MADE_KEY = new RegExp(String.raw`^renditions/${ID}/[a-z\d.-]+$`)

/**
 * Every file in the database or the store, in the order of ids. Both are read side by side in that order, so only a few
 * hundred are in memory at a time. Calls `onUnknown` for objects that are not named like Plinth's.
 */
export async function* entries(
  { db, storage }: CheckDeps,
  onUnknown: (key: string) => void,
): AsyncGenerator<Entry> {
  const rows = new Cursor(rowsInOrder((after, limit) => findRowsAfter(db, after, limit)))
  const originals = new Cursor(byId(storage.survey('originals/'), ORIGINAL_KEY, onUnknown))
  const made = new Cursor(byId(storage.survey('renditions/'), MADE_KEY, onUnknown))
  await Promise.all([rows.next(), originals.next(), made.next()])
  for (;;) {
    const ids = [rows.at?.id, originals.at?.id, made.at?.id].filter((id) => id !== undefined)
    const [id] = ids.sort()
    if (id === undefined) return
    yield {
      id,
      isMoving: false,
      row: await rows.take(id),
      originals: (await originals.take(id))?.objects ?? [],
      made: (await made.take(id))?.objects ?? [],
    }
  }
}

/** Reads one file again, because the server keeps running meanwhile. */
export async function readAgain({ db, storage }: CheckDeps, entry: Entry): Promise<Entry> {
  const { id } = entry
  const { row, isMoving } = await findRow(db, id)
  const made: ListedObject[] = []
  for await (const object of storage.survey(renditionPrefix(id))) made.push(object)
  if (row === null) return { ...entry, row, isMoving, made }
  const key = originalKey(id, row.extension)
  const bytes = await storage.size(key)
  const others = entry.originals.filter((one) => one.key !== key)
  const own = bytes === null ? [] : [{ key, bytes, changedAt: new Date() }]
  return { ...entry, row, isMoving, made, originals: [...others, ...own] }
}

/** Reads an ordered series one item at a time. */
export class Cursor<T extends { id: string }> {
  at: T | undefined
  readonly #series: AsyncIterator<T>

  constructor(series: AsyncIterable<T>) {
    this.#series = series[Symbol.asyncIterator]()
  }

  async next(): Promise<void> {
    const { done, value } = await this.#series.next()
    this.at = done === true ? undefined : value
  }

  /** Returns the current item and moves on if it has this id; null otherwise. */
  async take(id: string): Promise<T | null> {
    const { at } = this
    if (at?.id !== id) return null
    await this.next()
    return at
  }
}

/** All rows in the order of their ids, read a page at a time. */
export async function* rowsInOrder<T extends { id: string }>(
  findAfter: (after: string | null, limit: number) => Promise<T[]>,
): AsyncGenerator<T> {
  let last: string | null = null
  for (;;) {
    const rows: T[] = await findAfter(last, PAGE_SIZE)
    yield* rows
    last = rows.at(-1)?.id ?? null
    if (last === null) return
  }
}

/** Groups the objects of each file. Ids have a fixed length, so keys are in the order of ids. */
export async function* byId(
  objects: AsyncIterable<ListedObject>,
  pattern: RegExp,
  onUnknown: (key: string) => void,
): AsyncGenerator<{ id: string; objects: ListedObject[] }> {
  let group: { id: string; objects: ListedObject[] } | undefined
  for await (const object of objects) {
    const [, id] = pattern.exec(object.key) ?? []
    if (id === undefined) {
      onUnknown(object.key)
      continue
    }
    if (group?.id !== id) {
      if (group !== undefined) yield group
      group = { id, objects: [] }
    }
    group.objects.push(object)
  }
  if (group !== undefined) yield group
}
