import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { createDatabase, createPool, poolUse } from './pool.ts'
import type { DB } from './schema.ts'
import { statement } from './statement.ts'
import { createWrites, sendIn, type Writes } from './writes.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: Kysely<DB>
let writes: Writes

beforeAll(async () => {
  database = await cloneDatabase()
  db = createDatabase(createPool({ url: database.url, size: 4, namedStatements: true }))
  writes = createWrites(db, { namedStatements: true })
  await sql`create table jars (name text primary key, grams integer not null check (grams >= 0))`.execute(
    db,
  )
})
beforeEach(async () => {
  await sql`truncate jars`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const put = statement<null, { name: string; grams: number }, { grams: number }>(
  (_, { name, grams }) => sql<{ grams: number }>`
    insert into jars (name, grams) values (${name}, ${grams}) returning grams`,
)
const take = statement<null, { name: string; grams: number }, { grams: number }>(
  (_, { name, grams }) => sql<{ grams: number }>`
    update jars set grams = grams - ${grams}::int where name = ${name} returning grams`,
)
const hold = statement<null, { name: string }, object>(
  (_, { name }) => sql<object>`select from jars where name = ${name} for update`,
)

async function jars(): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; grams: number }>`select * from jars`.execute(db)
  return Object.fromEntries(rows.map(({ name, grams }) => [name, grams]))
}

describe('statements that are sent together', () => {
  it('see what the ones before them did, and answer in order', async () => {
    const [[first], [second]] = await writes.together(
      put(null, { name: 'salt', grams: 10 }),
      take(null, { name: 'salt', grams: 3 }),
    )
    expect([first, second]).toEqual([{ grams: 10 }, { grams: 7 }])
    expect(await jars()).toEqual({ salt: 7 })
  })

  it('leave nothing behind after an error, and give the error that came first', async () => {
    const failing = writes.together(
      put(null, { name: 'salt', grams: 1 }),
      take(null, { name: 'salt', grams: 2 }),
      put(null, { name: 'salt', grams: 5 }),
    )
    await expect(failing).rejects.toMatchObject({ code: '23514' })
    expect(await jars()).toEqual({})
    expect(poolUse(db)).toMatchObject({ busy: 0, waiting: 0 })
    await writes.rows(put(null, { name: 'salt', grams: 4 }))
    expect(await jars()).toEqual({ salt: 4 })
  })

  it('wait for each other where one holds what the other needs', async () => {
    await writes.rows(put(null, { name: 'salt', grams: 100 }))
    await Promise.all(
      Array.from({ length: 40 }, () =>
        writes.together(hold(null, { name: 'salt' }), take(null, { name: 'salt', grams: 2 })),
      ),
    )
    expect(await jars()).toEqual({ salt: 20 })
  })
})

describe('a transaction', () => {
  it('is rolled back if nothing is sent as its last part', async () => {
    const answer = await writes.transaction(async ({ send }) => {
      const [[row]] = await send(put(null, { name: 'salt', grams: 9 }))
      return row?.grams
    })
    expect(answer).toBe(9)
    expect(await jars()).toEqual({})
  })

  it('commits with its last part, whatever was sent before', async () => {
    await writes.transaction(async ({ send, last }) => {
      const [[row]] = await send(put(null, { name: 'salt', grams: 9 }))
      await last(take(null, { name: 'salt', grams: (row?.grams ?? 0) - 1 }))
    })
    expect(await jars()).toEqual({ salt: 1 })
  })

  it('is rolled back when its work throws', async () => {
    const failing = writes.transaction(async ({ send }) => {
      await send(put(null, { name: 'salt', grams: 9 }))
      throw new Error('changed my mind')
    })
    await expect(failing).rejects.toThrow('changed my mind')
    expect(await jars()).toEqual({})
    expect(poolUse(db)).toMatchObject({ busy: 0, waiting: 0 })
  })

  it('gives up its connection when that breaks, and the next one gets another', async () => {
    const end = statement<null, object, { isEnded: boolean }>(
      () => sql<{ isEnded: boolean }>`select pg_terminate_backend(pg_backend_pid()) as "isEnded"`,
    )
    await expect(
      writes.together(put(null, { name: 'salt', grams: 9 }), end(null, {})),
    ).rejects.toThrow()
    await writes.rows(put(null, { name: 'pepper', grams: 2 }))
    expect(await jars()).toEqual({ pepper: 2 })
  })

  it('can be one that is open already', async () => {
    await db.transaction().execute(async (trx) => {
      const [[row]] = await sendIn(trx)(
        put(null, { name: 'salt', grams: 9 }),
        take(null, { name: 'salt', grams: 1 }),
      )
      expect(row).toEqual({ grams: 9 })
    })
    expect(await jars()).toEqual({ salt: 8 })
  })
})
