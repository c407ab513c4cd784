import { existsSync, globSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ON_OLDEST } from './lib/oldest.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** As in `.dependency-cruiser.cjs`: only these files may hold SQL. */
const WITH_SQL = ['**/*-queries.ts', '**/*-sql.ts', 'db/*.ts', 'jobs/*.ts', 'live/*.ts']

const folders = new Set(
  globSync(
    WITH_SQL.map((glob) => `server/src/${glob}`),
    { cwd: ROOT },
  )
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => path.posix.dirname(file)),
)

it('has tests on the oldest PostgreSQL for every folder that holds SQL', () => {
  expect(folders.size).toBeGreaterThan(40)
  const named = Object.keys(ON_OLDEST).filter((folder) => folder !== 'server/src')
  expect(named.toSorted()).toEqual([...folders].toSorted())
})

describe.each(Object.entries(ON_OLDEST))('the tests of %s', (folder, tests) => {
  it('exist, and are in that folder if it has any', () => {
    expect(tests.length).toBeGreaterThan(0)
    expect(tests.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([])
    // A plan belongs to the version that made it.
    const own = globSync(`${folder}/*.test.ts`, { cwd: ROOT }).filter(
      (file) => !file.endsWith('-plans.test.ts'),
    )
    expect(own.length === 0 || tests.some((file) => own.includes(file))).toBe(true)
  })
})
