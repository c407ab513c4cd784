import { pipeline, Readable } from 'node:stream'
import { stringify } from 'csv-stringify'

/**
 * A CSV file in which a spreadsheet will not run any text as a formula. Lines are read as the reader takes them, so any
 * number of them needs little memory.
 */
export function csvOf<Line>(
  lines: AsyncIterable<Line>,
  { columns, cellsOf }: { columns: readonly string[]; cellsOf: (line: Line) => string[] },
): Readable {
  const file = stringify({
    header: true,
    columns: [...columns],
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
    // Not only the ends of records: readers take a bare line feed for one.
    quoted_match: /[\r\n]/,
  })
  // An error ends the file early; Fastify logs it.
  return pipeline(Readable.from(lines).map(cellsOf), file, () => undefined)
}
