import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { migrate } from './migrate.ts'

const admin = inject('adminUrl')
const name = `plinth_test_migrate_${process.pid}`
const url = new URL(admin)
url.pathname = `/${name}`

async function query(target: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: target })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows
  } finally {
    await client.end()
  }
}

beforeEach(() => query(admin, `create database "${name}"`))
afterEach(() => query(admin, `drop database "${name}" with (force)`))

it('applies every file once when three processes start at the same time', async () => {
  const applied = await Promise.all([migrate(url.href), migrate(url.href), migrate(url.href)])
  const [winner, ...others] = applied.toSorted((a, b) => b.length - a.length)
  expect(winner?.length).toBeGreaterThan(0)
  expect(others).toEqual([[], []])
  expect(await query(url.href, 'select name from migrations order by name')).toEqual(
    winner?.map((file) => ({ name: file })),
  )
})

it('does nothing on a database that is up to date', async () => {
  await migrate(url.href)
  expect(await migrate(url.href)).toEqual([])
})
