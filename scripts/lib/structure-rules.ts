// The rules for the size of folders and files and for file names, and whether the listed walks still lead through the
// code. `npm run check` runs this file.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { filesByFolder, suffixOfFile } from './structure/measure.ts'
import { listCheckout, readTree, type Kind, type SourceFile } from './structure/tree.ts'
import { followWalks, WALKS_FILE, type WalkList } from './structure/walks.ts'

const MOST_FILES = 25
const MOST_LINES: Partial<Record<Kind, number>> = { source: 400, test: 600, style: 300 }
const WATCHED = /^((contract|server|web|sandbox)\/(src|public)|bench|e2e|scripts)(\/|$)/

const ROOT = path.resolve(import.meta.dirname, '../..')
const PAGE = 'docs/architecture.md'

/** The suffixes of each side, from the page's table `| side | suffixes |`, where each suffix is in backticks. */
export function readSuffixes(page: string): Map<string, ReadonlySet<string>> {
  const [, section = ''] = page.split(/^## File names$/m)
  const rows = section.split(/^## /m)[0]?.matchAll(/^\| `(\w+)\/` \|(.*)\|$/gm) ?? []
  return new Map(
    [...rows].map(([, side = '', words = '']) => [
      side,
      new Set([...words.matchAll(/`([a-z0-9]+)`/g)].map(([, word = '']) => word)),
    ]),
  )
}

/** A sentence for everything in this tree that breaks a rule. */
export function findProblems(
  files: readonly SourceFile[],
  suffixes: ReadonlyMap<string, ReadonlySet<string>>,
): string[] {
  const watched = files.filter(({ folder }) => WATCHED.test(folder))
  return [...fullFolders(watched), ...longFiles(watched), ...unlistedSuffixes(watched, suffixes)]
}

const fullFolders = (files: readonly SourceFile[]): string[] =>
  [...filesByFolder(files)]
    .filter(([, size]) => size > MOST_FILES)
    .map(([folder, size]) => `${folder} holds ${size} source files; ${MOST_FILES} are allowed.`)

const longFiles = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path: file, kind, lines }) => {
    const most = MOST_LINES[kind] ?? Infinity
    return lines > most ? [`${file} has ${lines} lines; ${most} are allowed.`] : []
  })

const unlistedSuffixes = (
  files: readonly SourceFile[],
  listed: ReadonlyMap<string, ReadonlySet<string>>,
): string[] =>
  files.flatMap((file) => {
    const suffix = file.kind === 'source' ? suffixOfFile(file) : null
    if (suffix === null || listed.get(file.workspace)?.has(suffix) === true) return []
    return [`${file.path}: "${suffix}" is not a suffix of ${file.workspace}/ in ${PAGE}.`]
  })

/** A sentence for every place where a listed walk does not match this tree. */
const brokenWalks = (tree: ReadonlyMap<string, SourceFile>, list: WalkList): string[] =>
  followWalks(tree, list).flatMap(({ name, problems }) =>
    problems.map((problem) => `${WALKS_FILE}, ${name}: ${problem}`),
  )

/** Prints what breaks the rules and returns whether the checkout keeps them. */
function check(): boolean {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
  const tree = readTree(ROOT, listCheckout(ROOT))
  const problems = [
    ...findProblems([...tree.values()], readSuffixes(read(PAGE))),
    ...brokenWalks(tree, JSON.parse(read(WALKS_FILE)) as WalkList),
  ]
  for (const message of problems) console.log(message)
  return problems.length === 0
}

if (import.meta.main && !check()) process.exitCode = 1
