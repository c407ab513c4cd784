import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { newId } from './id.ts'
import { createDatabase, createPool } from './pool.ts'
import type { DB } from './schema.ts'
import { createToggleBatch, type ToggleBatch, type ToggleResult } from './toggles.ts'
import { createWrites } from './writes.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Kysely<DB>
let batch: ToggleBatch
/** Stands for another process: it shares only the tables. */
let other: ToggleBatch
let people: string[]
let items: string[]

beforeAll(async () => {
  database = await cloneDatabase()
  db = createDatabase(createPool({ url: database.url, size: 4, namedStatements: true }))
  await sql`create table things (id uuid primary key, owner_id uuid not null,
    is_open boolean not null, heart_count integer not null default 0 check (heart_count >= 0))`.execute(
    db,
  )
  await sql`create table hearts (user_id uuid references users (id) on delete cascade,
    thing_id uuid references things (id) on delete cascade, primary key (user_id, thing_id))`.execute(
    db,
  )
  people = Array.from({ length: 60 }, newId)
  await db
    .insertInto('users')
    .values(people.map((id) => ({ id })))
    .execute()
  const tables = {
    rows: 'hearts',
    itemColumn: 'thing_id',
    items: 'things',
    counter: 'heart_count',
    isVisible: sql`(i.is_open or i.owner_id = w.user_id)`,
  }
  const writes = createWrites(db, { namedStatements: true })
  batch = createToggleBatch(writes, tables)
  other = createToggleBatch(writes, tables)
})
beforeEach(async () => {
  items = Array.from({ length: 5 }, newId)
  for (const id of items) {
    await sql`insert into things (id, owner_id, is_open) values (${id}, ${people[0]}, true)`.execute(
      db,
    )
  }
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

/** The rows and the counter of an item, which must agree. */
async function countOf(item: string | undefined): Promise<number> {
  const { rows } = await sql<{ counted: number; rows: number }>`
    select heart_count as counted, (select count(*)::int from hearts where thing_id = id) as rows
    from things where id = ${item}`.execute(db)
  expect(rows[0]?.counted).toBe(rows[0]?.rows)
  return rows[0]?.counted ?? -1
}
const [first, second] = [() => items[0] ?? '', () => items[1] ?? '']
const person = (n: number) => people[n] ?? ''

describe('a batch of toggles', () => {
  it('turns on, off and over', async () => {
    const set = (isWanted: boolean | null) => batch.set(person(1), first(), isWanted)
    expect(await set(null)).toEqual({ isOn: true, count: 1 })
    expect(await set(null)).toEqual({ isOn: false, count: 0 })
    expect(await set(true)).toEqual({ isOn: true, count: 1 })
    expect(await set(true)).toEqual({ isOn: true, count: 1 })
    expect(await set(false)).toEqual({ isOn: false, count: 0 })
    expect(await set(false)).toEqual({ isOn: false, count: 0 })
    expect(await countOf(first())).toBe(0)
  })

  it('counts every one of many people at once', async () => {
    const answers = await Promise.all(people.map((id) => batch.set(id, first(), true)))
    expect(answers.every((answer) => answer?.isOn)).toBe(true)
    expect(answers.at(-1)?.count).toBe(people.length)
    expect(await countOf(first())).toBe(people.length)
    await Promise.all(people.map((id) => batch.set(id, first(), null)))
    expect(await countOf(first())).toBe(0)
  })

  it('takes fifty requests of one person in order, and answers each with its own state', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => batch.set(person(1), first(), null)),
    )
    expect(answers.map((answer) => answer?.isOn)).toEqual(answers.map((_, n) => n % 2 === 0))
    expect(answers.map((answer) => answer?.count)).toEqual(answers.map((_, n) => (n + 1) % 2))
    expect(await countOf(first())).toBe(0)
    const requests = [true, null, null, false, true, true, null, null]
    const results = await Promise.all(
      requests.map((isWanted) => batch.set(person(2), first(), isWanted)),
    )
    expect(results.map((result) => result?.isOn)).toEqual([
      true, false, true, false, true, true, false, true,
    ]) // prettier-ignore
    expect(await countOf(first())).toBe(1)
  })

  it('keeps the counter equal to the rows under load from two processes', async () => {
    let seed = 7
    const draw = (n: number) => (seed = (seed * 48_271) % 2_147_483_647) % n
    for (let round = 0; round < 5; round += 1) {
      const last = new Map<string, boolean>()
      const calls: Promise<ToggleResult | null>[] = []
      for (let n = 0; n < 400; n += 1) {
        const [who, item] = [person(draw(8)), items[draw(5)] ?? '']
        const isWanted = [true, false, null][draw(3)] ?? null
        calls.push((n % 2 === 0 ? batch : other).set(who, item, isWanted))
        if (n % 40 === 0) await Promise.race(calls)
      }
      await Promise.all(calls)
      // Requests from a single process take effect whatever came before.
      for (const who of people.slice(0, 8)) {
        for (const item of items) {
          const isWanted = draw(2) === 0
          last.set(`${who} ${item}`, isWanted)
          calls.push(batch.set(who, item, isWanted))
        }
      }
      await Promise.all(calls)
      for (const item of items) {
        const wanted = [...last].filter(([key, isWanted]) => key.endsWith(item) && isWanted).length
        expect(await countOf(item)).toBe(wanted)
      }
    }
  })

  it('answers null for an item that is missing or hidden', async () => {
    await sql`update things set is_open = false where id = ${second()}`.execute(db)
    const [missing, hidden, own, seen] = await Promise.all([
      batch.set(person(1), newId(), true),
      batch.set(person(1), second(), true),
      batch.set(person(0), second(), true),
      batch.set(person(1), first().toUpperCase(), true),
    ])
    expect(missing).toBeNull()
    expect(hidden).toBeNull()
    expect(own).toEqual({ isOn: true, count: 1 })
    expect(seen).toEqual({ isOn: true, count: 1 })
    expect(await countOf(second())).toBe(1)
  })

  it('does not let one bad request fail the others', async () => {
    const unknownId = newId()
    const settled = await Promise.allSettled([
      batch.set(person(1), first(), true),
      batch.set(person(2), first(), true),
      batch.set(unknownId, first(), true),
      batch.set(person(3), 'not an id', true),
      batch.set(person(4), second(), null),
    ])
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled', 'fulfilled', 'rejected', 'rejected', 'fulfilled',
    ]) // prettier-ignore
    expect(await countOf(first())).toBe(2)
    expect(await countOf(second())).toBe(1)
    expect(await batch.set(person(5), first(), true)).toEqual({ isOn: true, count: 3 })
  })

  it('survives items that are deleted meanwhile', async () => {
    const calls = people.map((id) => batch.set(id, first(), true))
    await sql`delete from things where id = ${first()}`.execute(db)
    const answers = await Promise.all(calls)
    expect(answers.every((answer) => answer === null || answer.isOn)).toBe(true)
    expect(await batch.set(person(1), first(), true)).toBeNull()
    expect(await batch.set(person(1), second(), true)).toEqual({ isOn: true, count: 1 })
  })

  it('fails every request at once when the database is down', async () => {
    const broken = createDatabase(
      createPool({ url: 'postgres://x:x@127.0.0.1:9/x', size: 1, namedStatements: true }),
    )
    const lost = createToggleBatch(createWrites(broken, { namedStatements: true }), {
      rows: 'hearts',
      itemColumn: 'thing_id',
      items: 'things',
      counter: 'heart_count',
      isVisible: sql`true`,
    })
    const settled = await Promise.allSettled(people.map((id) => lost.set(id, first(), true)))
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true)
    await expect(lost.set(person(1), first(), true)).rejects.toThrow()
    await broken.destroy()
  })
})
