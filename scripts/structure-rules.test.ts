import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { compareWithKnown, findProblems, readSuffixes, shrinkKnown } from './lib/structure-rules.ts'
import { kindOf, type SourceFile } from './lib/structure/tree.ts'

const PAGE = `# A page
## Another table
| \`server/\` | \`never\` |
## File names
| Side | Suffixes |
| --- | --- |
| \`server/\` | \`routes\` \`queries\` |
| \`web/\` | \`card\` |
## After it
| \`web/\` | \`never\` |
`

const file = (at: string, lines = 10): SourceFile => ({
  path: at,
  folder: path.posix.dirname(at),
  stem: path.posix.basename(at).split('.')[0] ?? '',
  workspace: at.split('/')[0] ?? '',
  kind: kindOf(at),
  lines,
  text: '',
  imports: [],
})

const filesIn = (folder: string, count: number, ending = '.ts') =>
  Array.from({ length: count }, (_, n) => file(`${folder}/file${n}${ending}`))

const keysOf = (files: SourceFile[]) =>
  findProblems(files, readSuffixes(PAGE)).map(({ key, size }) => [key, size])

it('reads the suffixes of each side from that section of the page only', () => {
  expect(readSuffixes(PAGE)).toEqual(
    new Map([
      ['server', new Set(['routes', 'queries'])],
      ['web', new Set(['card'])],
    ]),
  )
})

it('finds suffixes on the page of this repository for every side', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../docs/architecture.md'), 'utf8')
  expect([...readSuffixes(page).keys()]).toEqual([
    'contract',
    'server',
    'web',
    'sandbox',
    'e2e',
    'bench',
    'scripts',
  ])
})

it('allows 25 source files in a folder and reports the 26th', () => {
  expect(keysOf(filesIn('server/src/posts', 25))).toEqual([])
  expect(keysOf(filesIn('server/src/posts', 26))).toEqual([['folder server/src/posts', 26]])
  expect(keysOf(filesIn('web/src/styles', 26, '.css'))).toEqual([['folder web/src/styles', 26]])
})

it('counts neither tests, examples, fixtures nor files of another folder', () => {
  const full = filesIn('server/src/posts', 25)
  expect(
    keysOf([
      ...full,
      ...filesIn('server/src/posts', 3, '.test.ts'),
      file('server/src/posts/parts.example.tsx'),
      file('server/src/posts/fixtures/one.ts'),
      ...filesIn('server/src/posts/comments', 20),
      ...filesIn('server/src/db/migrations', 40, '.sql'),
      ...filesIn('server/test', 60),
    ]),
  ).toEqual([])
})

it('allows 400 lines in a file, 600 in a test and 300 in a style sheet', () => {
  const atMost = [
    file('web/src/posts.ts', 400),
    file('web/src/posts.test.ts', 600),
    file('web/src/posts.css', 300),
  ]
  expect(keysOf(atMost)).toEqual([])
  expect(keysOf(atMost.map((one) => ({ ...one, lines: one.lines + 1 })))).toEqual([
    ['lines posts.ts', 401],
    ['lines posts.test.ts', 601],
    ['lines posts.css', 301],
  ])
})

it('accepts a suffix on the side that lists it, and counts the files with an unlisted one', () => {
  expect(
    keysOf([
      file('server/src/post-routes.ts'),
      file('server/src/post-routes.test.ts'),
      file('server/src/app.ts'),
      file('web/src/post-card.tsx'),
      file('web/src/use-long-press.ts'),
      file('server/src/post-thing.test.ts'),
    ]),
  ).toEqual([])
  expect(
    keysOf([
      file('web/src/post-routes.ts'),
      file('web/src/work-routes.ts'),
      file('bench/src/like-load.ts'),
    ]),
  ).toEqual([
    ['suffix web routes', 2],
    ['suffix bench load', 1],
  ])
})

it('reports what is worse than known, and what is better and must be updated in the list', () => {
  const problem = (key: string, size: number) => ({ key, size, message: '' })
  const known = { same: 3, smaller: 5, larger: 2, gone: 1 }
  const problems = [
    problem('same', 3),
    problem('smaller', 4),
    problem('larger', 3),
    problem('new', 1),
  ]
  const { worse, better } = compareWithKnown(problems, known)
  expect(worse.map(({ key }) => key)).toEqual(['larger', 'new'])
  expect(better).toEqual(['smaller', 'gone'])
  // Larger problems keep their old size, and new ones are not added.
  expect(shrinkKnown(problems, known)).toEqual({ larger: 2, same: 3, smaller: 4 })
})

it('runs on this checkout', () => {
  const script = path.resolve(import.meta.dirname, 'lib/structure-rules.ts')
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toMatch(/^\d+ problems/)
})
