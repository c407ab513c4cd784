import type { SourceFile } from './tree.ts'

/** Shorter runs are mostly imports and brackets, which any two files share. */
const LEAST_LINES = 6

export interface Duplicates {
  /** Pairs of places with the same run of at least six lines, extended as far as possible. */
  pairs: number
  /** Repeated lines in such runs, each counted once. */
  lines: number
}

interface Line {
  text: string
  /** The line number in its file. */
  at: number
}

/** The lines of code without indentation, imports, comments, blank lines and lone brackets. */
function linesThatCount(text: string): Line[] {
  const isCode = (line: string) => /\w/.test(line) && !/^(\/\/|\/?\*|import\b|\} from )/.test(line)
  const lines = text.split('\n').map((line, at) => ({ text: line.trim(), at }))
  return lines.filter((line) => isCode(line.text))
}

/** Finds runs of lines that occur in two places, in one file or in two. */
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
        // Repetition inside one run, as in a table of similar rows, does not count.
        if (place.file === file && line - place.line < LEAST_LINES) continue
        for (const { at } of run) repeated.add(`${file}:${at}`)
        const before = all[place.file]?.[place.line - 1]?.text
        // Only at the start of a run, where the lines before differ.
        if (before === undefined || before !== lines[line - 1]?.text) pairs += 1
      }
      seen.set(key, [...places, { file, line }])
    }
  }
  return { pairs, lines: repeated.size }
}
