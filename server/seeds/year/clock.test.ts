import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { installClock, moveSession } from './clock-queries.ts'

const DAY = 86_400_000
const AHEAD = 40 * DAY

describe('installClock', () => {
  let client: pg.Client
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await cloneDatabase()
    drop = database.drop
    await installClock(database.url)
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await moveSession(client, AHEAD)
  })
  afterAll(async () => {
    await client.end()
    await drop()
  })

  const daysAhead = async (sql: string): Promise<number> => {
    const { rows } = await client.query<{ at: Date }>(sql)
    return Math.round(((rows[0]?.at.getTime() ?? 0) - Date.now()) / DAY)
  }

  it('moves what statements read', async () => {
    expect(await daysAhead('select now() as at')).toBe(40)
  })

  it('moves what rows get by default', async () => {
    const person = crypto.randomUUID()
    expect(
      await daysAhead(
        `insert into users (id, first_name, last_name) values ('${person}', 'Ada', 'Ahead')
         returning created_at as at`,
      ),
    ).toBe(40)
  })

  it('moves functions that were bound to the clock when they were made', async () => {
    const today = new Date(Date.now() + AHEAD).toISOString().slice(0, 10)
    expect(await daysAhead(`select look_slot('${today}') as at`)).toBe(40)
    const { rows } = await client.query<{ isQuarterOfNow: boolean }>(
      `select look_slot('${today}') > now() - interval '16 minutes' as "isQuarterOfNow"`,
    )
    expect(rows).toEqual([{ isQuarterOfNow: true }])
  })

  it('leaves no default of a table with the clock of the machine', async () => {
    const { rows } = await client.query(
      `select d.adrelid::regclass::text as table from pg_attrdef d join pg_class c on c.oid = d.adrelid
       where c.relnamespace = 'public'::regnamespace and pg_get_expr(d.adbin, d.adrelid) ~ 'pg_catalog.now'`,
    )
    expect(rows).toEqual([])
  })
})
