import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { createReads, type Reads } from './reads.ts'
import { statement } from './statement.ts'
import { uuidArray } from './id.ts'

interface Values {
  number: number | null
  text: string
  bytes: Buffer
  words: string[]
}

const echo = statement<null, Values, Values & { day: Date | null }>(
  (_, { number, text, bytes, words }) => sql<Values & { day: Date | null }>`
    select ${number}::int as number, ${text}::text as text, ${bytes}::bytea as bytes,
      ${words}::text[] as words, null::timestamptz as day`,
)
/** As many rows as it says, numbered. */
const count = statement<null, { upTo: number }, { number: number; upTo: number }>(
  (_, { upTo }) => sql<{ number: number; upTo: number }>`
    select number, ${upTo}::int as "upTo" from generate_series(1, ${upTo}::int) number order by number desc`,
)
const hundredBy = statement<null, { by: number }, { result: number }>(
  (_, { by }) => sql<{ result: number }>`select 100 / ${by}::int as result`,
)
const one = statement(() => sql<{ one: number }>`select 1 as one`)
const isIn = statement<null, { id: string; ids: Buffer }, { found: boolean; count: number }>(
  (_, { id, ids }) => sql<{ found: boolean; count: number }>`
    select ${id}::uuid = any (${ids}::uuid[]) as found, cardinality(${ids}::uuid[]) as count`,
)

let database: Awaited<ReturnType<typeof cloneDatabase>>
let reads: Reads
const sent = vi.spyOn(pg.Client.prototype, 'query')

beforeAll(async () => {
  database = await cloneDatabase()
  reads = createReads({ url: database.url, namedStatements: true })
  await reads.one(one({}, {}))
})
beforeEach(() => {
  sent.mockClear()
})
afterAll(async () => {
  sent.mockRestore()
  await reads.close()
  await database.drop()
})

it('asks one question for all that differ only in their values, and gives each its own answer', async () => {
  const values = [
    { number: 1, text: `"quotes", 'more' and a \\`, bytes: Buffer.from([0, 255]), words: [] },
    { number: null, text: '', bytes: Buffer.alloc(0), words: ['a,b', '{c}', 'd"e', 'null'] },
    { number: -7, text: 'žluťoučký 🐎', bytes: Buffer.from('x'), words: ['', ' '] },
  ]
  const answers = await Promise.all(values.map((each) => reads.one(echo(null, each))))
  expect(answers).toEqual(values.map((each) => ({ ...each, day: null })))
  expect(sent).toHaveBeenCalledTimes(1)
})

it('keeps the order of the rows, and gives none to whom none belong', async () => {
  const answers = await Promise.all([3, 0, 2].map((upTo) => reads.rows(count(null, { upTo }))))
  expect(answers).toEqual([
    [3, 2, 1].map((number) => ({ number, upTo: 3 })),
    [],
    [2, 1].map((number) => ({ number, upTo: 2 })),
  ])
  expect(sent).toHaveBeenCalledTimes(1)
})

it('asks for a large crowd in several questions', async () => {
  const numbers = Array.from({ length: 40 }, (_, at) => at + 1)
  const answers = await Promise.all(numbers.map((by) => reads.one(hundredBy(null, { by }))))
  expect(answers.map(({ result }) => result)).toEqual(numbers.map((by) => Math.trunc(100 / by)))
  expect(sent).toHaveBeenCalledTimes(3)
})

it('lets only the one fail whose values are wrong', async () => {
  const answers = await Promise.allSettled(
    [1, 0, 5].map((by) => reads.one(hundredBy(null, { by }))),
  )
  expect(answers).toEqual([
    { status: 'fulfilled', value: { result: 100 } },
    { status: 'rejected', reason: expect.objectContaining({ code: '22012' }) },
    { status: 'fulfilled', value: { result: 20 } },
  ])
})

it('asks different questions, and those without values, each for itself', async () => {
  const answers = await Promise.all([
    reads.one(one({}, {})),
    reads.one(one({}, {})),
    reads.one(hundredBy(null, { by: 4 })),
  ])
  expect(answers).toEqual([{ one: 1 }, { one: 1 }, { result: 25 }])
  expect(sent).toHaveBeenCalledTimes(3)
})

it('sends values that many have in common once, and never another page’s', async () => {
  const [a, b, c] = ['a', 'b', 'c'].map((digit) => digit.repeat(8) + '-0000-4000-8000-000000000000')
  if (a === undefined || b === undefined || c === undefined) throw new Error('no ids')
  const ab = { ids: uuidArray([a, b, a]) }
  const nothing = { ids: uuidArray([]) }
  const ask = (id: string, page: { ids: Buffer }) =>
    reads.one({ ...isIn(null, { id, ...page }), shared: page })
  const answers = await Promise.all([ask(a, ab), ask(a, nothing), ask(b, ab), ask(c, ab)])
  expect(answers).toEqual([
    { found: true, count: 2 },
    { found: false, count: 0 },
    { found: true, count: 2 },
    { found: false, count: 2 },
  ])
  expect(sent).toHaveBeenCalledTimes(2)
  expect(await ask(b, ab)).toEqual({ found: true, count: 2 })
})
