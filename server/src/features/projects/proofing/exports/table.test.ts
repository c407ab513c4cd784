import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { markedVersion, steady, versionOf } from './marked.example.ts'
import { writeTable } from './table.ts'

/** A reader of CSV as RFC 4180 describes it. */
function readCsv(csv: string): Record<string, string>[] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain = '', end] of csv
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === '\r\n') rows.push([])
    if (end === '') break
  }
  const [names = [], ...lines] = rows.filter((row) => row.length > 1)
  return lines.map((line) => Object.fromEntries(line.map((cell, at) => [names[at] ?? at, cell])))
}

const rowsOf = async (versions: Parameters<typeof writeTable>[0]) =>
  readCsv(await text(writeTable(versions)))

it('has a row for each mark, with its moment as the room shows it', async () => {
  const film = versionOf({ frames: steady(150, 512, 12_800) })
  const [first, second] = await rowsOf([
    markedVersion(film, [
      { place: { from: 35 * 512, to: 70 * 512 }, text: 'Too slow, "a touch".', replies: ['Yes.'] },
      { text: 'Lovely.\nAll of it.', state: 'confirmed' },
    ]),
  ])
  expect(first).toMatchObject({
    Number: '1',
    File: 'tunnel-push-in.mov',
    Version: '1',
    'Time code in': '00:00:01:10',
    'Time code out': '00:00:02:20',
    'Frame in': '36',
    'Frame out': '71',
    State: 'Open',
    Author: 'Leila Farahani',
    Comment: 'Too slow, "a touch".',
    Answers: 'Theo: Yes.',
    'Made (UTC)': '2026-11-20T10:00:00.000Z',
  })
  expect(second).toMatchObject({
    'Time code in': '',
    'Frame out': '',
    State: 'Confirmed',
    Comment: 'Lovely.\nAll of it.',
  })
})

it('has the clock where there is no steady rate, and pages of documents', async () => {
  const frames = {
    unit: [1, 1_000] as [number, number],
    start: 0,
    steps: [
      [40, 1],
      [95, 1],
    ] as [number, number][],
  }
  const rows = await rowsOf([
    markedVersion(versionOf({ frames }), [{ place: { from: 135 } }]),
    markedVersion(versionOf({ kind: 'audio' }), [{ place: { from: 61_250, to: 3_600_000 } }]),
    markedVersion(versionOf({ kind: 'pdf' }), [
      { place: { page: 12, shape: 'box', points: [0, 0, 1, 1] } },
    ]),
  ])
  expect(rows).toMatchObject([
    { 'Time code in': '00:00:00.135', 'Frame in': '3' },
    { 'Time code in': '00:01:01.250', 'Time code out': '01:00:00.000', 'Frame in': '' },
    { Page: '12', Shape: 'Box', 'Time code in': '' },
  ])
})

it('runs no formulas', async () => {
  const [row] = await rowsOf([markedVersion(versionOf(), [{ text: '=HYPERLINK("x")' }])])
  expect(row?.['Comment']).toBe(`'=HYPERLINK("x")`)
})
