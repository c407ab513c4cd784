import { execFileSync } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { newId } from '../server/src/db/id.ts'
import { startFreezingDatabase } from '../server/test/freezing.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const LOOK = `const { findBroken } = await import('./scripts/lib/drills/invariants.mjs')
console.log(JSON.stringify(await findBroken({ databaseUrl: process.argv[1] })))`

const findBroken = (databaseUrl: string): string[] =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', LOOK, databaseUrl], {
      cwd: ROOT,
      encoding: 'utf8',
    }),
  ) as string[]

it('finds a counter that does not equal its rows, and nothing wrong before', async () => {
  const database = await startFreezingDatabase()
  const client = new pg.Client({ connectionString: database.url })
  try {
    await client.connect()
    const [ada, bea] = [newId(), newId()]
    await client.query(
      `insert into users (id, first_name, last_name) values ($1, 'Ada', 'A'), ($2, 'Bea', 'B')`,
      [ada, bea],
    )
    await client.query('insert into follows (follower_id, followed_id) values ($1, $2)', [ada, bea])
    await client.query('update users set follower_count = 1 where id = $1', [bea])
    await client.query('update users set following_count = 1 where id = $1', [ada])
    expect(findBroken(database.url)).toEqual([])
    await client.query('update users set follower_count = 2 where id = $1', [bea])
    expect(findBroken(database.url)).toEqual(['follower_count is wrong in 1 rows of users.'])
  } finally {
    await client.end()
    await database.close()
  }
})
