import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, inject, it } from 'vitest'
import { compareMigrations, migrate, NewerDatabase, oneWayOf } from './migrate.ts'

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
  const [winner, ...others] = applied
    .map((one) => one.applied)
    .toSorted((a, b) => b.length - a.length)
  expect(winner?.length).toBeGreaterThan(0)
  expect(others).toEqual([[], []])
  expect(await query(url.href, 'select name from migrations order by name')).toEqual(
    winner?.map((file) => ({ name: file })),
  )
})

it('does nothing on a database that is up to date', async () => {
  await migrate(url.href)
  expect(await migrate(url.href)).toEqual({ applied: [], ahead: [] })
})

it('makes no account, session or token that somebody could use', async () => {
  await migrate(url.href)
  for (const table of ['users', 'identities', 'sessions', 'access_tokens', 'invitations'])
    expect([table, await query(url.href, `select * from ${table}`)]).toEqual([table, []])
})

const later = (reason: string | null) =>
  query(
    url.href,
    `insert into migrations (name, one_way) values ('9999_later.sql', ${reason === null ? 'null' : `'${reason}'`})`,
  )

it('works with what a newer version has added, and says so', async () => {
  await migrate(url.href)
  await later(null)
  expect(await migrate(url.href)).toEqual({ applied: [], ahead: ['9999_later.sql'] })
  expect(await compareMigrations(url.href)).toEqual({ missing: [], ahead: ['9999_later.sql'] })
})

it('refuses a database after a one-way migration of a newer version, and changes nothing', async () => {
  await migrate(url.href)
  await later('works have another key.')
  await query(url.href, "delete from migrations where name like '0049%'")
  const refused =
    /cannot work with 9999_later\.sql: works have another key\. Start the newer version, or restore/
  await expect(migrate(url.href)).rejects.toThrow(NewerDatabase)
  await expect(migrate(url.href)).rejects.toThrow(refused)
  await expect(compareMigrations(url.href)).rejects.toThrow(refused)
  expect(await query(url.href, "select from migrations where name like '0049%'")).toEqual([])
})

it('takes over a database of a version that marked nothing', async () => {
  await migrate(url.href)
  await query(url.href, 'alter table migrations drop column one_way')
  expect(await compareMigrations(url.href)).toEqual({ missing: [], ahead: [] })
  expect(await migrate(url.href)).toEqual({ applied: [], ahead: [] })
  await later('works have another key.')
  await expect(migrate(url.href)).rejects.toThrow(NewerDatabase)
})

/** What versions before can miss: a name that they read or write, another type, or a value that they do not give. */
const TAKES_AWAY =
  /\bdrop\s+(table|column|function|view|materialized|type|sequence)\b|\brename\b|\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b|\bset\s+not\s+null\b/i
const isDecided = (text: string) => oneWayOf(text) !== null || /^-- Compatible: .+$/m.test(text)
const withoutComments = (text: string) => text.replaceAll(/--.*$/gm, '')
const isForgotten = (text: string) => TAKES_AWAY.test(withoutComments(text)) && !isDecided(text)

it.each([
  ['alter table posts drop column title;', true],
  ['alter table posts rename column title to name;', true],
  ['alter table posts alter column title type text;', true],
  ['alter table posts alter title set not null;', true],
  ['-- drop table posts\ncreate table drafts (id uuid primary key);', false],
  ['-- One-way: titles are gone.\nalter table posts drop column title;', false],
  ['-- Compatible: nothing has read it since 0050.\nalter table posts drop column title;', false],
])('knows what old code may miss: %j', (text, expected) => {
  expect(isForgotten(text)).toBe(expected)
})

it('a migration that takes something away says whether the version before can work without it', async () => {
  const folder = path.join(import.meta.dirname, 'migrations')
  // Those before were applied without such marks.
  const names = (await readdir(folder)).filter((file) => file > '0050')
  const forgotten = []
  for (const file of names)
    if (isForgotten(await readFile(path.join(folder, file), 'utf8'))) forgotten.push(file)
  expect(forgotten).toEqual([])
})
