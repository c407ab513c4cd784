import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cloneDatabase } from '../../test/database.ts'
import { createPool } from './pool.ts'
import { createReads } from './reads.ts'
import { statement } from './statement.ts'
import { findMissingLimits, setTimeLimits, timeLimitsOf, UNLIMITED } from './timeouts.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeEach(async () => {
  database = await cloneDatabase()
})
afterEach(() => database.drop())

const NAMES = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
const LIMITS = ['10s', '2s', '10s']
const NONE = ['0', '0', '0']

const query = async (config: pg.ClientConfig, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: database.url, ...config })
  await client.connect()
  try {
    return (await client.query<{ limits: string[] }>(text, values)).rows
  } finally {
    await client.end()
  }
}
const READ = 'select array(select current_setting(name) from unnest($1::text[]) name) as limits'
const read = async (config: pg.ClientConfig = {}) => (await query(config, READ, [NAMES]))[0]?.limits
const reset = () => {
  const name = new URL(database.url).pathname.slice(1)
  return query({}, `alter role current_user in database "${name}" reset all`)
}

it('limits what the server and its reads may take', async () => {
  const pool = createPool({ url: database.url, size: 1, namedStatements: true })
  const reads = createReads({ url: database.url, namedStatements: true })
  const all = statement<null, object, { limits: string[] }>(
    () =>
      sql`select array(select current_setting(name) from unnest(${NAMES}::text[]) name) as limits`,
  )
  try {
    expect((await pool.query<{ limits: string[] }>(READ, [NAMES])).rows).toEqual([
      { limits: LIMITS },
    ])
    expect(await reads.one(all(null, {}))).toEqual({ limits: LIMITS })
    expect(await findMissingLimits(pool)).toEqual([])
  } finally {
    await reads.close()
    await pool.end()
  }
})

it('does not limit migrations and jobs', async () => {
  expect(await read(UNLIMITED)).toEqual(NONE)
})

it('sets missing limits, and then nothing more', async () => {
  await reset()
  expect(await read()).toEqual(NONE)
  const pool = createPool({ url: database.url, size: 1, namedStatements: true })
  expect(await findMissingLimits(pool)).toEqual(NAMES)
  await pool.end()

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const sent: string[] = []
  const send = client.query.bind(client) as (text: string) => Promise<pg.QueryResult>
  const watched = Object.assign(Object.create(client) as pg.Client, {
    query: (text: string) => {
      sent.push(text)
      return send(text)
    },
  })
  await setTimeLimits(watched)
  expect(await read()).toEqual(LIMITS)
  await setTimeLimits(watched)
  expect(sent.filter((text) => text.startsWith('alter role'))).toHaveLength(1)
  await client.end()
})

it('quotes names', () => {
  expect(timeLimitsOf('a"b')).toContain('in database "a""b" set')
})
