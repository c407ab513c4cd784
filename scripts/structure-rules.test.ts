import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findProblems, readSuffixes } from './lib/structure-rules.ts'
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

const problemsOf = (files: SourceFile[]) => findProblems(files, readSuffixes(PAGE))

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
  expect(problemsOf(filesIn('server/src/posts', 25))).toEqual([])
  expect(problemsOf(filesIn('server/src/posts', 26))).toEqual([
    'server/src/posts holds 26 source files; 25 are allowed.',
  ])
  expect(problemsOf(filesIn('web/src/styles', 26, '.css'))).toEqual([
    'web/src/styles holds 26 source files; 25 are allowed.',
  ])
})

it('counts neither tests, examples, fixtures nor files of another folder', () => {
  const full = filesIn('server/src/posts', 25)
  expect(
    problemsOf([
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
  expect(problemsOf(atMost)).toEqual([])
  expect(problemsOf(atMost.map((one) => ({ ...one, lines: one.lines + 1 })))).toEqual([
    'web/src/posts.ts has 401 lines; 400 are allowed.',
    'web/src/posts.test.ts has 601 lines; 600 are allowed.',
    'web/src/posts.css has 301 lines; 300 are allowed.',
  ])
})

it('accepts a suffix on the side that lists it, and reports every file with an unlisted one', () => {
  expect(
    problemsOf([
      file('server/src/post-routes.ts'),
      file('server/src/post-routes.test.ts'),
      file('server/src/app.ts'),
      file('web/src/post-card.tsx'),
      file('web/src/use-long-press.ts'),
      file('server/src/post-thing.test.ts'),
    ]),
  ).toEqual([])
  expect(
    problemsOf([
      file('web/src/post-routes.ts'),
      file('web/src/work-routes.ts'),
      file('bench/src/like-load.ts'),
    ]),
  ).toEqual([
    'web/src/post-routes.ts: "routes" is not a suffix of web/ in docs/architecture.md.',
    'web/src/work-routes.ts: "routes" is not a suffix of web/ in docs/architecture.md.',
    'bench/src/like-load.ts: "load" is not a suffix of bench/ in docs/architecture.md.',
  ])
})

it('finds nothing wrong with this checkout', () => {
  const script = path.resolve(import.meta.dirname, 'lib/structure-rules.ts')
  expect(execFileSync(process.execPath, [script], { encoding: 'utf8' })).toBe('')
})
