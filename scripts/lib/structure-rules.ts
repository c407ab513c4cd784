// The rules for the size of folders and files and for file names. `npm run check` runs this file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesByFolder, suffixOfFile } from './structure/measure.ts'
import { listCheckout, readTree, type Kind, type SourceFile } from './structure/tree.ts'

/** While this is off, problems are counted but nothing fails. */
const IS_ENFORCED = false

const MOST_FILES = 25
const MOST_LINES: Partial<Record<Kind, number>> = { source: 400, test: 600, style: 300 }
const WATCHED = /^((contract|server|web|sandbox)\/src|bench|e2e|scripts)(\/|$)/

const ROOT = path.resolve(import.meta.dirname, '../..')
const PAGE = 'docs/architecture.md'
const KNOWN = 'scripts/lib/structure-known.json'

export interface Problem {
  /** Stays the same when a file moves to another folder, and when a number changes. */
  key: string
  /** By how much the rule is broken: files, lines or names. */
  size: number
  message: string
}

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

/** Everything in this tree that breaks a rule. */
export function findProblems(
  files: readonly SourceFile[],
  suffixes: ReadonlyMap<string, ReadonlySet<string>>,
): Problem[] {
  const watched = files.filter(({ folder }) => WATCHED.test(folder))
  return [...fullFolders(watched), ...longFiles(watched), ...strangeSuffixes(watched, suffixes)]
}

function fullFolders(files: readonly SourceFile[]): Problem[] {
  return [...filesByFolder(files)]
    .filter(([, size]) => size > MOST_FILES)
    .map(([folder, size]) => ({
      key: `folder ${folder}`,
      size,
      message: `${folder} holds ${size} source files; ${MOST_FILES} are allowed.`,
    }))
}

function longFiles(files: readonly SourceFile[]): Problem[] {
  return files.flatMap(({ path: file, kind, lines }) => {
    const most = MOST_LINES[kind] ?? Infinity
    const message = `${file} has ${lines} lines; ${most} are allowed.`
    return lines > most ? [{ key: `lines ${path.basename(file)}`, size: lines, message }] : []
  })
}

/** One problem for each unlisted suffix of a side, however many files have it. */
function strangeSuffixes(
  files: readonly SourceFile[],
  known: ReadonlyMap<string, ReadonlySet<string>>,
): Problem[] {
  const strange = new Map<string, { file: SourceFile; size: number }>()
  for (const file of files.filter(({ kind }) => kind === 'source')) {
    const suffix = suffixOfFile(file)
    if (suffix === null || known.get(file.workspace)?.has(suffix) === true) continue
    const key = `suffix ${file.workspace} ${suffix}`
    strange.set(key, { file, size: (strange.get(key)?.size ?? 0) + 1 })
  }
  return [...strange].map(([key, { file, size }]) => ({
    key,
    size,
    message: `${file.path}: "${suffixOfFile(file)}" is not a suffix of ${file.workspace}/ in ${PAGE}.`,
  }))
}

/**
 * Compares problems with the list of known ones, by key and size. New or larger problems are `worse`. Solved or smaller
 * ones are `better` and must be updated in the list, so that it only shrinks.
 */
export function compareWithKnown(
  problems: readonly Problem[],
  known: Readonly<Record<string, number>>,
): { worse: Problem[]; better: string[] } {
  const sizes = new Map(problems.map(({ key, size }) => [key, size]))
  return {
    worse: problems.filter(({ key, size }) => size > (known[key] ?? 0)),
    better: Object.keys(known).filter((key) => (sizes.get(key) ?? 0) < (known[key] ?? 0)),
  }
}

/** The known problems that still exist, none of them larger than before. */
export function shrinkKnown(
  problems: readonly Problem[],
  known: Readonly<Record<string, number>>,
): Record<string, number> {
  const remaining = problems.filter(({ key }) => known[key] !== undefined)
  return Object.fromEntries(
    remaining.map(({ key, size }) => [key, Math.min(size, known[key] ?? size)] as const).toSorted(),
  )
}

/** Prints what breaks the rules and returns whether the checkout keeps them. */
function check(option: string | undefined): boolean {
  const page = readFileSync(path.join(ROOT, PAGE), 'utf8')
  const tree = readTree(ROOT, listCheckout(ROOT))
  const problems = findProblems([...tree.values()], readSuffixes(page))
  const file = path.join(ROOT, KNOWN)
  const write = (known: Record<string, number>) =>
    writeFileSync(file, `${JSON.stringify(known, null, 2)}\n`)
  if (option === '--begin' && !existsSync(file))
    write(Object.fromEntries(problems.map(({ key, size }) => [key, size] as const).toSorted()))
  let known: Record<string, number> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>)
    : {}
  if (option === '--shrink') {
    known = shrinkKnown(problems, known)
    write(known)
  }
  if (option === '--all') for (const { message } of problems) console.log(message)
  const { worse, better } = compareWithKnown(problems, known)
  console.log(`${problems.length} problems, of which ${worse.length} are new or have grown.`)
  if (!IS_ENFORCED) return true
  for (const { message } of worse) console.log(message)
  if (better.length > 0)
    console.log(`Better than known: run node scripts/lib/structure-rules.ts --shrink for\n  ${better.join('\n  ')}`) // prettier-ignore
  return worse.length === 0 && better.length === 0
}

if (import.meta.main && !check(process.argv[2])) process.exitCode = 1
