import type { SourceFile } from './tree.ts'

/** Shorter runs are mostly imports and closing brackets that any two files share. */
const LEAST_LINES = 6

export interface Duplicates {
  /** Pairs of places that hold the same run of at least six lines, each as long as it can be. */
  pairs: number
  /** Lines that occur a second time in such a run, each counted once. */
  lines: number
}

interface Line {
  text: string
  /** Where it is in its file. */
  at: number
}

/** Lines that say something, without indentation: no imports, comments, blank lines or lone brackets. */
function linesThatCount(text: string): Line[] {
  const isCode = (line: string) => /\w/.test(line) && !/^(\/\/|\/?\*|import\b|\} from )/.test(line)
  const lines = text.split('\n').map((line, at) => ({ text: line.trim(), at }))
  return lines.filter((line) => isCode(line.text))
}

/** Finds runs that two places share, within a file as well as between files. */
export function findDuplicates(files: readonly SourceFile[]): Duplicates {
  const all = files.map((file) => linesThatCount(file.text))
  const seen = new Map<string, { file: number; line: number }[]>()
  const repeated = new Set<string>()
  let pairs = 0
  for (const [file, lines] of all.entries()) {
    for (let line = 0; line + LEAST_LINES <= lines.length; line += 1) {
      const run = lines.slice(line, line + LEAST_LINES)
      const key = run.map(({ text }) => text).join('\n')
      const places = seen.get(key) ?? []
      for (const place of places) {
        // A run in itself, as in a table of like rows, is one thing.
        if (place.file === file && line - place.line < LEAST_LINES) continue
        for (const { at } of run) repeated.add(`${file}:${at}`)
        const before = all[place.file]?.[place.line - 1]?.text
        // Only where a run begins: the lines before differ.
        if (before === undefined || before !== lines[line - 1]?.text) pairs += 1
      }
      seen.set(key, [...places, { file, line }])
    }
  }
  return { pairs, lines: repeated.size }
}
