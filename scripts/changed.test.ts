import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { changedSince, planFor, readJourneysOf } from './lib/changed.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const MAP = {
  'server/src/features/search': ['search'],
  'web/src/features/search': ['search', 'client'],
}
const planOf = (...files: string[]) => planFor(files, MAP)

describe('what a change runs', () => {
  it.each([
    'contract/src/posts/posts.ts',
    'contract/package.json',
    'server/src/db/migrations/0001_start.sql',
    'scripts/lib/world.mjs',
    'sandbox/src/main.ts',
    'server/test/global-setup.ts',
    'package-lock.json',
    'web/package.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    '.oxlintrc.json',
  ])('is everything after a change of %s', (file) => {
    expect(planOf('docs/testing.md', file)).toEqual({
      everythingFor: file,
      sources: [],
      projects: [],
      journeys: [],
    })
  })

  it('is what imports a source, and the journeys of its folder', () => {
    const files = ['web/src/features/search/field.tsx', 'server/src/features/search/search-sql.ts']
    expect(planOf(...files)).toEqual({
      everythingFor: null,
      sources: files.toSorted(),
      projects: [],
      journeys: ['client', 'search'],
    })
  })

  it.each([
    'web/src/ui/button.tsx',
    'server/src/http/mount.ts',
    'server/src/app.ts',
    'e2e/people.ts',
  ])('is all journeys after a change of %s, which no folder of the map holds', (file) => {
    expect(planOf(file)).toMatchObject({ sources: [file], projects: [], journeys: 'all' })
  })

  it('is one journey after a change of that journey', () => {
    expect(planOf('e2e/journeys/create-post.spec.ts').journeys).toEqual(['create-post'])
  })

  it('is no journey after a change of a test', () => {
    const file = 'server/src/features/search/search.test.ts'
    expect(planOf(file)).toMatchObject({ sources: [file], journeys: [] })
  })

  it.each([
    ['server/src/gateways/image/imaging-child.ts', 'server'],
    ['server/src/main.ts', 'server'],
    ['server/test/fixtures/authorization-matrix.csv', 'server'],
    ['bench/src/load/load-thread.ts', 'bench'],
    ['web/src/styles/tokens.css', 'web'],
  ])('is a whole project after a change of %s, which no test imports', (file, project) => {
    expect(planOf(file).projects).toEqual([project])
  })

  it('is the test that reads the pages after a change of a page', () => {
    expect(planOf('docs/testing.md')).toEqual({
      everythingFor: null,
      sources: ['scripts/docs.test.ts'],
      projects: [],
      journeys: [],
    })
  })
})

it('finds no changes since a revision that does not exist', () => {
  expect(changedSince(ROOT, 'no-such-revision')).toBeUndefined()
})

describe('the map from folders to journeys', () => {
  const map = readJourneysOf(ROOT)
  const journeys = readdirSync(path.join(ROOT, 'e2e/journeys')).map((file) =>
    file.replace('.spec.ts', ''),
  )

  it('names folders and journeys that exist', () => {
    expect(Object.keys(map).filter((folder) => !existsSync(path.join(ROOT, folder)))).toEqual([])
    const named = [...new Set(Object.values(map).flat())]
    expect(named.filter((name) => !journeys.includes(name))).toEqual([])
  })

  it.each(['server/src/core', 'server/src/features', 'web/src/features'])(
    'names every folder in %s, or leaves it to all journeys on purpose',
    (parent) => {
      const folders = readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`)
      // Every screen needs these.
      const forAll = new Set(['web/src/features/navigation', 'web/src/features/session'])
      expect(folders.filter((folder) => !forAll.has(folder) && !(folder in map))).toEqual([])
    },
  )

  it('leads to every journey from some folder', () => {
    const named = new Set(Object.values(map).flat())
    expect(journeys.filter((name) => !named.has(name))).toEqual([])
  })
})
