import { invalid, missing } from './errors.ts'
import type { Call } from './call.ts'
import type { AnyStored, Kind, Kinds } from './kinds.ts'
import { randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const LENGTH = 24

export const newId = (prefix: string, length = LENGTH): string =>
  `${prefix}_${Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`

/**
 * Inserts or updates an object. `dueAt` is when the clock must act on it; null clears it; undefined keeps it.
 */
export async function save<T extends AnyStored>(
  call: Call,
  object: T,
  options: { dueAt?: number | null; account?: string } = {},
): Promise<T> {
  const { dueAt, account = call.account } = options
  await call.db.query(
    `insert into cards_objects (world, id, kind, account, created, body, due_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (world, id) do update set body = excluded.body,
       due_at = case when $8 then excluded.due_at else cards_objects.due_at end`,
    [
      call.world,
      object.id,
      object.object,
      account,
      object.created,
      JSON.stringify(object),
      dueAt ?? null,
      dueAt !== undefined,
    ],
  )
  return object
}

export async function find<K extends Kind>(
  call: Call,
  kind: K,
  id: string,
): Promise<Kinds[K] | null> {
  const { rows } = await call.db.query<{ body: Kinds[K] }>(
    'select body from cards_objects where world = $1 and id = $2 and kind = $3',
    [call.world, id, kind],
  )
  return rows[0]?.body ?? null
}

/** The object that the path names; throws 404 if it is missing. */
export async function get<K extends Kind>(call: Call, kind: K, id: string): Promise<Kinds[K]> {
  const object = await find(call, kind, id)
  if (object === null) throw missing(kind, id)
  return object
}

/** The object that a parameter names; throws 400 if it is missing. */
export async function named<K extends Kind>(
  call: Call,
  kind: K,
  id: string,
  param: string,
): Promise<Kinds[K]> {
  const object = await find(call, kind, id)
  if (object === null) throw missing(kind, id, param, 400)
  return object
}

export async function findAny(call: Call, id: string): Promise<AnyStored | null> {
  const { rows } = await call.db.query<{ body: AnyStored }>(
    'select body from cards_objects where world = $1 and id = $2',
    [call.world, id],
  )
  return rows[0]?.body ?? null
}

export interface Page<T> {
  object: 'list'
  data: T[]
  has_more: boolean
  url: string
}

export interface PageParams {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

/** Fields of the body and the values they must equal; a list means any of its values. */
export type Filters = Record<string, string | string[] | boolean | undefined>

const DEFAULT_LIMIT = 10
const MAX_LIMIT = 100
const COMPARISONS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** The newest first. */
export async function list<K extends Kind>(
  call: Call,
  kind: K,
  options: { url: string; page?: PageParams; filters?: Filters; not?: Filters },
): Promise<Page<Kinds[K]>> {
  const { url, page = {}, filters = {}, not = {} } = options
  const limit = page.limit ?? DEFAULT_LIMIT
  if (limit < 1 || limit > MAX_LIMIT)
    throw invalid('Limit must be from 1 to 100.', { param: 'limit' })
  const values: unknown[] = [call.world, kind, call.account]
  const bind = (value: unknown) => `$${values.push(value)}`
  const where = ['world = $1', 'kind = $2', 'account = $3']
  const compare = (fields: Filters, sign: string) => {
    for (const [name, value] of Object.entries(fields)) {
      if (value === undefined) continue
      const wanted = Array.isArray(value) ? value : [String(value)]
      where.push(`${sign} coalesce(body ->> ${bind(name)} = any(${bind(wanted)}::text[]), false)`)
    }
  }
  compare(filters, '')
  compare(not, 'not')
  const created =
    typeof page.created === 'number' ? { gte: page.created, lte: page.created } : page.created
  for (const [name, sign] of Object.entries(COMPARISONS)) {
    const value = created?.[name as keyof typeof COMPARISONS]
    if (value !== undefined) where.push(`created ${sign} ${bind(value)}`)
  }
  const cursor = page.starting_after ?? page.ending_before
  if (cursor !== undefined) {
    const param = page.starting_after === undefined ? 'ending_before' : 'starting_after'
    await named(call, kind, cursor, param)
    const place = `(select seq from cards_objects where world = $1 and id = ${bind(cursor)})`
    where.push(`seq ${param === 'starting_after' ? '<' : '>'} ${place}`)
  }
  const isBackward = page.ending_before !== undefined && page.starting_after === undefined
  const { rows } = await call.db.query<{ body: Kinds[K] }>(
    `select body from cards_objects where ${where.join(' and ')}
     order by seq ${isBackward ? 'asc' : 'desc'} limit ${bind(limit + 1)}`,
    values,
  )
  const data = rows.slice(0, limit).map(({ body }) => body)
  if (isBackward) data.reverse()
  return { object: 'list', data, has_more: rows.length > limit, url }
}

/** All matching objects, the newest first. */
export async function all<K extends Kind>(
  call: Call,
  kind: K,
  filters: Record<string, string>,
): Promise<Kinds[K][]> {
  const { rows } = await call.db.query<{ body: Kinds[K] }>(
    `select body from cards_objects where world = $1 and kind = $2 and body @> $3 order by seq desc`,
    [call.world, kind, JSON.stringify(filters)],
  )
  return rows.map(({ body }) => body)
}
