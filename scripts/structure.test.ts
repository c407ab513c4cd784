import path from 'node:path'
import { expect, it } from 'vitest'
import { findDuplicates } from './lib/structure/duplicates.ts'
import { measure, suffixOf } from './lib/structure/measure.ts'
import { kindOf, type SourceFile } from './lib/structure/tree.ts'
import { followWalks } from './lib/structure/walks.ts'

const file = (at: string, text = '', imports: string[] = []): SourceFile => ({
  path: at,
  folder: path.posix.dirname(at),
  stem: path.posix.basename(at).split('.')[0] ?? '',
  workspace: at.split('/')[0] ?? '',
  kind: kindOf(at),
  lines: text.split('\n').length,
  text,
  imports,
})

const treeOf = (...files: SourceFile[]) => new Map(files.map((one) => [one.path, one]))

it('recognises source, tests, test helpers, examples, styles, migrations, fixtures and assets', () => {
  expect(
    [
      'server/src/app.ts',
      'server/src/app.test.ts',
      'e2e/journeys/like.spec.ts',
      'server/test/app.ts',
      'web/src/work-fixture.example.ts',
      'web/src/styles/base.css',
      'server/src/db/migrations/0001_start.sql',
      'server/src/db/schema.ts',
      'server/test/corpus/film.ts',
      'web/public/icon.svg',
    ].map(kindOf),
  ).toEqual([
    'source',
    'test',
    'test',
    'support',
    'example',
    'style',
    'migration',
    'generated',
    'fixture',
    'asset',
  ])
})

it('takes the part after the last hyphen as the suffix, except for hooks', () => {
  expect(['post-list-queries', 'app', 'use-long-press'].map(suffixOf)).toEqual([
    'queries',
    null,
    null,
  ])
})

it('measures folders, neighbours, suffixes and short files', () => {
  const { folders, suffixTotals, suffixes, shortWithOneNeighbour, workspaces } = measure(
    treeOf(
      file('server/src/posts/post-routes.ts', '', ['server/src/posts/post-queries.ts']),
      file('server/src/posts/post-queries.ts', '', ['server/src/db/pool.ts']),
      file('server/src/posts/post-routes.test.ts', '', ['server/src/posts/post-queries.ts']),
      file('server/src/works/work-queries.ts', '', ['server/src/db/pool.ts']),
      file('server/src/db/pool.ts'),
    ),
  )
  expect(folders).toMatchObject({ count: 3, mean: 4 / 3, p50: 1, max: 2, siblings: 0.5 })
  expect(suffixTotals).toEqual({ count: 2, once: 1 })
  expect(suffixes).toEqual({ server: { queries: 2, routes: 1 } })
  // `pool` has two importers; the test of `post-queries` does not count.
  expect(shortWithOneNeighbour).toBe(1)
  expect(workspaces['server']).toMatchObject({ source: 4, tests: 1 })
})

it('counts a run of shared lines once, however long it is', () => {
  const run = (lines: number) =>
    Array.from({ length: lines }, (_, n) => `const value${n} = read(${n})`).join('\n')
  const pairsOf = (...texts: string[]) =>
    findDuplicates(texts.map((text, n) => file(`web/src/file${n}.ts`, text)))
  expect(pairsOf(run(5), run(5))).toEqual({ pairs: 0, lines: 0 })
  expect(pairsOf(`start()\n${run(6)}`, `begin()\n  // Why.\n\n${run(6)}`)).toEqual({
    pairs: 1,
    lines: 6,
  })
  expect(pairsOf(run(20), run(20))).toEqual({ pairs: 1, lines: 20 })
  expect(pairsOf(`${run(6)}\nother()\n${run(6)}`)).toEqual({ pairs: 1, lines: 6 })
})

const BUTTON = file('web/src/like.tsx', 'export function Like() {}', [
  'contract/src/posts/posts.ts',
])
const CONTRACT = file('contract/src/posts/posts.ts', 'export const likePost = defineEndpoint()')
const ROUTES = file('server/src/routes.ts', 'export const register = () => mount(likePost)')
const WALK = ['like.tsx Like', 'posts.ts likePost', 'routes.ts register over likePost']

it('follows a walk along imports and named links, and counts each file once', () => {
  const list = { parts: { answer: ['posts.ts likePost'] }, walks: { like: [...WALK, 'then answer'] } } // prettier-ignore
  expect(followWalks(treeOf(BUTTON, CONTRACT, ROUTES), list)).toEqual([
    { name: 'like', files: [BUTTON.path, CONTRACT.path, ROUTES.path], problems: [] },
  ])
})

it.each([
  ['a file is gone', [BUTTON, CONTRACT], WALK, 'There is no routes.ts.'],
  [
    'a file no longer exports the name',
    [BUTTON, CONTRACT, file('server/src/routes.ts', 'const register = () => mount(likePost)')],
    WALK,
    'routes.ts does not export register.',
  ],
  [
    'nothing imports a station',
    [file('web/src/like.tsx', 'export function Like() {}'), CONTRACT, ROUTES],
    WALK,
    'No earlier station imports posts.ts.',
  ],
  [
    'a file does not contain its link',
    [BUTTON, CONTRACT, file('server/src/routes.ts', 'export const register = () => {}')],
    WALK,
    'routes.ts does not contain its link "likePost".',
  ],
  [
    'two files share the name',
    [BUTTON, CONTRACT, ROUTES, file('web/src/posts.ts')],
    WALK,
    'posts.ts is the name of 2 files.',
  ],
])('says of a walk that %s', (_, files, stations, problem) => {
  const [walk] = followWalks(treeOf(...files), { parts: {}, walks: { like: stations } })
  expect(walk?.problems).toContain(problem)
})
