import { nameOf, type Bound } from './statement.ts'

/** A statement as pg takes it. */
export type Asked = Pick<Bound<unknown>, 'name' | 'text' | 'values'>

/** The most that are asked at once. */
export const MOST_AT_ONCE = 16

const known = new Map<string, Pick<Asked, 'name' | 'text'>>()

/**
 * One statement that answers all of these, which differ only in their values; null if they have none. Its rows are
 * theirs, for `splitByItem`.
 */
export function askTogether(bounds: readonly Bound<unknown>[]): Asked | null {
  const [first] = bounds
  if (first === undefined || first.values.length === 0) return null
  const shared = Object.values(first.shared ?? {})
  const isShared = first.values.map((value) => shared.includes(value))
  let many = known.get(first.name)
  if (many === undefined) {
    many = manyOf(first.text, isShared)
    known.set(first.name, many)
  }
  const items = bounds.map(({ values }, item) => {
    const own: Record<string, unknown> = { item }
    for (const [at, value] of values.entries())
      if (isShared[at] === false) own[columnOf(at)] = inJson(value)
    return own
  })
  return {
    ...many,
    values: [JSON.stringify(items), ...first.values.filter((_, at) => isShared[at])],
  }
}

/** The rows of each of so many statements that were asked together. */
export function splitByItem<Row extends object>(
  rows: readonly (Row & { item?: number | undefined })[],
  count: number,
): Row[][] {
  const lists = Array.from({ length: count }, (): Row[] => [])
  for (const row of rows) {
    const { item = -1 } = row
    // JSON leaves it out like this. Deleting it makes V8 keep the row as a table: 240 bytes more, and slow to read.
    row.item = undefined
    lists[item]?.push(row)
  }
  return lists
}

/**
 * Runs the statement for each item of a list. PostgreSQL sets up the steps of a plan once for all of them, which
 * otherwise takes nearly as long as reading a page. Its guess of how many items there are is always the same, with known
 * values and without, so it keeps one plan.
 */
function manyOf(text: string, isShared: readonly boolean[]): Pick<Asked, 'name' | 'text'> {
  const types = new Map<number, string>()
  for (const [, place, type = ''] of text.matchAll(/\$(\d+)::(\w+(?:\[\])?)/g))
    types.set(Number(place) - 1, type)
  const columns = isShared.flatMap((isCommon, at) => {
    if (isCommon) return []
    const type = types.get(at)
    if (type === undefined) throw new Error(`Value ${at + 1} needs a type in: ${text}`)
    return `, ${columnOf(at)} ${type}`
  })
  let place = 1
  const names = isShared.map((isCommon, at) => {
    if (!isCommon) return `given.${columnOf(at)}`
    place += 1
    return `$${place}`
  })
  const many = `
    select answer.*, given.item
    from (select * from json_to_recordset($1::json) as given (item int${columns.join('')})
      limit ${MOST_AT_ONCE}) given
    cross join lateral (${text.replaceAll(/\$(\d+)/g, (_, number) => names[Number(number) - 1] ?? '')}) answer`
  return { name: nameOf(many), text: many }
}

const columnOf = (at: number) => `v${at + 1}`

const inJson = (value: unknown): unknown =>
  Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value
