import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { takeLock, LOCK_SPACES, lockOf, tryNumber, type LockSpace } from './locks.ts'

const t = testApp()

/** Whether a second transaction gets this lock at once while a first one holds the lock of `ann`'s hires. */
const isFree = (space: LockSpace, name: string): Promise<boolean> =>
  t.deps.db.transaction().execute(async (first) => {
    await takeLock(first, 'hiresOf', 'ann')
    return t.deps.db
      .transaction()
      .execute(async (second) => {
        await sql`set local lock_timeout = '50ms'`.execute(second)
        await sql`select ${lockOf(space, sql`${name}::text`)}`.execute(second)
      })
      .then(
        () => true,
        (error: { code?: string }) => {
          if (error.code === '55P03') return false
          throw error
        },
      )
  })

describe('a held lock', () => {
  it('makes others wait for the same name in the same space', async () => {
    expect(await isFree('hiresOf', 'ann')).toBe(false)
  })

  it('makes nobody wait for another name or another space', async () => {
    expect(await isFree('hiresOf', 'bea')).toBe(true)
    expect(await isFree('messagesOf', 'ann')).toBe(true)
  })

  it('is free again when its transaction ends', async () => {
    await isFree('hiresOf', 'ann')
    await t.deps.db.transaction().execute((trx) => takeLock(trx, 'hiresOf', 'ann'))
  })
})

it('gives a numbered lock to one transaction at a time', async () => {
  await t.deps.db.transaction().execute(async (first) => {
    expect(await tryNumber(first, 7)).toBe(true)
    await t.deps.db.transaction().execute(async (second) => {
      expect(await tryNumber(second, 7)).toBe(false)
    })
  })
})

it('has no space that starts with another one', () => {
  const spaces = Object.values(LOCK_SPACES)
  for (const space of spaces)
    expect(spaces.filter((other) => other.startsWith(space))).toEqual([space])
})

it('is the only place that takes advisory locks, apart from migrations', () => {
  const source = path.resolve(import.meta.dirname, '..')
  const takers = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) => /pg_(try_)?advisory_/.test(readFileSync(path.join(source, name), 'utf8')))
  expect(takers).toEqual(['db/locks.ts', 'db/migrate.ts'])
})
