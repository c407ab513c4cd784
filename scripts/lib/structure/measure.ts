import { findDuplicates, type Duplicates } from './duplicates.ts'
import { WORKSPACES, type SourceFile } from './tree.ts'

/** Hooks have no suffix: in `use-now`, `now` is not a kind of file. */
const HOOK = /^use-/

/** A file this short with a single importer in the same folder could be part of that file. */
const SHORT = 30
const MOST_LINES = 400

interface Spread {
  mean: number
  p50: number
  p90: number
  max: number
}

export interface Structure {
  workspaces: Record<string, { source: number; lines: number; tests: number; testLines: number }>
  kinds: Record<string, { files: number; lines: number }>
  folders: Spread & {
    count: number
    /** How many other source files are in the folder of a source file, on average. */
    siblings: number
    overTwentyFive: number
    largest: { folder: string; files: number }[]
  }
  /** How often each suffix occurs, by side, most frequent first. */
  suffixes: Record<string, Record<string, number>>
  suffixTotals: { count: number; once: number }
  fileLines: Spread
  overLong: string[]
  short: number
  shortWithOneNeighbour: number
  duplicates: Duplicates
}

/** The part after the last hyphen, such as `routes` of `post-routes`; null for single words and hooks. */
export function suffixOf(stem: string): string | null {
  const at = stem.lastIndexOf('-')
  return at === -1 || HOOK.test(stem) ? null : stem.slice(at + 1)
}

/** Null also for a component, which is named after what it shows. */
export const suffixOfFile = ({ path, stem }: Pick<SourceFile, 'path' | 'stem'>): string | null =>
  path.endsWith('.tsx') ? null : suffixOf(stem)

/** Files per folder, of those that people write and the product or its tools run. */
export function filesByFolder(files: Iterable<SourceFile>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, folder } of files) {
    if (kind === 'source' || kind === 'style') counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return counts
}

export function measure(tree: ReadonlyMap<string, SourceFile>): Structure {
  const files = [...tree.values()]
  const source = files.filter(({ kind }) => kind === 'source')
  const short = source.filter(({ lines }) => lines < SHORT)
  const suffixes = countSuffixes(source)
  const all = new Map<string, number>()
  for (const counts of Object.values(suffixes)) {
    for (const [suffix, count] of Object.entries(counts))
      all.set(suffix, (all.get(suffix) ?? 0) + count)
  }
  const importers = findImporters(source)
  return {
    workspaces: Object.fromEntries(WORKSPACES.map((one) => [one, sizeOf(files, one)])),
    kinds: countKinds(files),
    folders: measureFolders(files),
    suffixes,
    suffixTotals: { count: all.size, once: [...all.values()].filter((n) => n === 1).length },
    fileLines: spread(source.map(({ lines }) => lines)),
    overLong: source.filter(({ lines }) => lines > MOST_LINES).map(({ path }) => path),
    short: short.length,
    shortWithOneNeighbour: short.filter(({ path, folder }) => {
      const [only, ...others] = importers.get(path) ?? []
      return only?.folder === folder && others.length === 0
    }).length,
    duplicates: findDuplicates(source),
  }
}

function sizeOf(files: readonly SourceFile[], workspace: string) {
  const own = files.filter((file) => file.workspace === workspace)
  const source = own.filter(({ kind }) => kind === 'source' || kind === 'style')
  const tests = own.filter(({ kind }) => kind === 'test' || kind === 'support')
  return {
    source: source.length,
    lines: sum(source.map(({ lines }) => lines)),
    tests: tests.length,
    testLines: sum(tests.map(({ lines }) => lines)),
  }
}

function countKinds(files: readonly SourceFile[]): Structure['kinds'] {
  const kinds: Structure['kinds'] = {}
  for (const { path, kind, lines } of files) {
    // Tests are counted by their ending, every other kind as a whole.
    const name = kind === 'test' ? (path.includes('.spec.') ? '.spec.ts' : '.test.ts') : kind
    const known = (kinds[name] ??= { files: 0, lines: 0 })
    known.files += 1
    known.lines += lines
  }
  return kinds
}

function measureFolders(files: readonly SourceFile[]): Structure['folders'] {
  const folders = filesByFolder(files)
  const counts = [...folders.values()]
  const largest = [...folders].toSorted(([, a], [, b]) => b - a)
  return {
    ...spread(counts),
    count: counts.length,
    siblings: sum(counts.map((n) => n * (n - 1))) / sum(counts),
    overTwentyFive: counts.filter((n) => n > 25).length,
    largest: largest.slice(0, 12).map(([folder, n]) => ({ folder, files: n })),
  }
}

function countSuffixes(source: readonly SourceFile[]): Structure['suffixes'] {
  const sides: Record<string, Map<string, number>> = {}
  for (const file of source) {
    const { workspace } = file
    const suffix = suffixOfFile(file)
    if (suffix === null) continue
    const side = (sides[workspace] ??= new Map())
    side.set(suffix, (side.get(suffix) ?? 0) + 1)
  }
  return Object.fromEntries(
    Object.entries(sides).map(([side, counts]) => [
      side,
      Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a)),
    ]),
  )
}

function findImporters(source: readonly SourceFile[]): Map<string, SourceFile[]> {
  const importers = new Map<string, SourceFile[]>()
  for (const file of source) {
    for (const target of file.imports)
      importers.set(target, [...(importers.get(target) ?? []), file])
  }
  return importers
}

function spread(numbers: readonly number[]): Spread {
  const sorted = numbers.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
  return {
    mean: sum(numbers) / numbers.length,
    p50: at(0.5) ?? 0,
    p90: at(0.9) ?? 0,
    max: sorted.at(-1) ?? 0,
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)
