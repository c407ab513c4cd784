import type { Structure } from './measure.ts'
import type { FollowedWalk } from './walks.ts'
import { WORKSPACES } from './tree.ts'

export interface Result {
  name: string
  structure: Structure
  walks: readonly FollowedWalk[]
}

/** How many suffixes of each side to print; the JSON has all. */
const SUFFIXES_SHOWN = 24
const NAME_WIDTH = 46
const VALUE_WIDTH = 18

/** A table with a column for each tree, followed by the parts that do not fit into it. */
export function printReport(results: readonly Result[]): void {
  const row = (name: string, value: (result: Result) => string | number) =>
    console.log(
      name.padEnd(NAME_WIDTH) +
        results.map((one) => String(value(one)).padStart(VALUE_WIDTH)).join(''),
    )
  row('', ({ name }) => name.slice(0, VALUE_WIDTH - 2))

  heading('Files and lines')
  for (const workspace of WORKSPACES) {
    row(workspace, ({ structure: { workspaces } }) => {
      const size = workspaces[workspace]
      return `${size?.source ?? 0} · ${size?.lines ?? 0}`
    })
    row('  its tests and what they use', ({ structure: { workspaces } }) => {
      const size = workspaces[workspace]
      return `${size?.tests ?? 0} · ${size?.testLines ?? 0}`
    })
  }
  for (const kind of kindsOf(results)) {
    row(`  ${kind}`, ({ structure }) => {
      const { files = 0, lines = 0 } = structure.kinds[kind] ?? {}
      return lines === 0 ? `${files}` : `${files} · ${lines}`
    })
  }

  heading('Source files per folder (with style sheets, without tests)')
  row('folders', ({ structure }) => structure.folders.count)
  row('mean', ({ structure }) => round(structure.folders.mean))
  row('median', ({ structure }) => structure.folders.p50)
  row('largest', ({ structure }) => structure.folders.max)
  row('folders of more than 25', ({ structure }) => structure.folders.overTwentyFive)
  row('siblings of a random file, mean', ({ structure }) => round(structure.folders.siblings))

  heading('Names')
  row('suffixes', ({ structure }) => structure.suffixTotals.count)
  row('suffixes that occur once', ({ structure }) => structure.suffixTotals.once)
  for (const side of WORKSPACES)
    row(
      `  suffixes of ${side}`,
      ({ structure }) => Object.keys(structure.suffixes[side] ?? {}).length,
    )

  heading('Lines of a source file')
  row('mean', ({ structure }) => round(structure.fileLines.mean))
  row('median', ({ structure }) => structure.fileLines.p50)
  row('90th percentile', ({ structure }) => structure.fileLines.p90)
  row('longest', ({ structure }) => structure.fileLines.max)
  row('files over 400 lines', ({ structure }) => structure.overLong.length)
  row('files under 30 lines', ({ structure }) => structure.short)
  row('  with one importer, in their folder', ({ structure }) => structure.shortWithOneNeighbour)

  heading('Runs of 6 and more lines that occur twice')
  row('pairs', ({ structure }) => structure.duplicates.pairs)
  row('lines', ({ structure }) => structure.duplicates.lines)

  heading('Files that a walk passes through')
  for (const { name } of results[0]?.walks ?? []) {
    row(name, ({ walks }) => {
      const walk = walks.find((one) => one.name === name)
      if (walk === undefined) return '-'
      return walk.problems.length === 0 ? walk.files.length : `${walk.files.length} (broken)`
    })
  }

  for (const result of results) printDetails(result)
  console.log(
    '\nImport cycles and unused exports fail `npm run check`, so there are none to count.',
  )
}

function printDetails({ name, structure, walks }: Result): void {
  heading(`${name}: largest folders`)
  for (const { folder, files } of structure.folders.largest)
    console.log(`${String(files).padStart(5)}  ${folder}`)
  heading(`${name}: most frequent suffixes`)
  for (const side of WORKSPACES) {
    const all = Object.entries(structure.suffixes[side] ?? {})
    const shown = all.slice(0, SUFFIXES_SHOWN).map(([suffix, count]) => `${suffix} ${count}`)
    const rest = all.length - shown.length
    if (all.length > 0)
      console.log(`  ${side}: ${shown.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`)
  }
  for (const { name: walk, problems } of walks) {
    for (const problem of problems) console.log(`\n${name}: ${walk}: ${problem}`)
  }
}

const kindsOf = (results: readonly Result[]): string[] => [
  ...new Set(results.flatMap(({ structure }) => Object.keys(structure.kinds).toSorted())),
]

const heading = (words: string): void => console.log(`\n${words}`)

const round = (value: number): string => value.toFixed(1)
