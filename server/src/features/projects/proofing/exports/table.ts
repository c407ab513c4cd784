import type { Readable } from 'node:stream'
import { frameOfUnits, frameTable, timeCode } from '@plinth/contract/projects/frame-table.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import { csvOf } from '../../../../core/audit/csv.ts'
import { type MarkedVersion, authorOf } from './marked.ts'

const COLUMNS = [
  'Number',
  'File',
  'Version',
  'Page',
  'Time code in',
  'Time code out',
  'Frame in',
  'Frame out',
  'Shape',
  'State',
  'Author',
  'Comment',
  'Answers',
  'Made (UTC)',
  'Edited (UTC)',
  'Done (UTC)',
  'Confirmed (UTC)',
]

/** All remarks as a table for spreadsheets, version by version. Frames are counted from 1, as in the room. */
export const writeTable = (versions: readonly MarkedVersion[]): Readable =>
  csvOf(rowsOf(versions), { columns: COLUMNS, cellsOf: (cells) => cells })

async function* rowsOf(versions: readonly MarkedVersion[]): AsyncGenerator<string[]> {
  for (const { version, marks } of versions) {
    const momentOf = momentsOf(version)
    for (const mark of marks) {
      const { page, from, to, shape } = mark.place
      const first = momentOf(from)
      const last = momentOf(to ?? from)
      yield [
        String(mark.number),
        version.fileName,
        String(version.number),
        page === null ? '' : String(page),
        first.code,
        last.code,
        first.frame,
        last.frame,
        SHAPE_NAMES[shape],
        STATE_NAMES[mark.state],
        authorOf(mark.by),
        mark.text,
        mark.replies.map(({ by, text }) => `${authorOf(by)}: ${text}`).join('\n'),
        mark.createdAt,
        mark.editedAt ?? '',
        mark.doneAt ?? '',
        mark.confirmedAt ?? '',
      ]
    }
  }
}

const SHAPE_NAMES: Record<ProofMark['place']['shape'], string> = {
  whole: '',
  point: 'Point',
  box: 'Box',
  arrow: 'Arrow',
  line: 'Line',
}
const STATE_NAMES: Record<ProofMark['state'], string> = {
  open: 'Open',
  done: 'Done',
  confirmed: 'Confirmed',
}

const NO_MOMENT = { code: '', frame: '' }

/** How moments of a version are written: as the room shows them, or on the clock for a sound. */
function momentsOf({
  frames,
}: MarkedVersion['version']): (time: number | null) => { code: string; frame: string } {
  if (frames === null)
    return (time) => (time === null ? NO_MOMENT : { code: clockOf(time), frame: '' })
  const table = frameTable(frames)
  return (time) => {
    if (time === null) return NO_MOMENT
    const frame = frameOfUnits(table, time)
    return { code: timeCode(table, frame), frame: String(frame + 1) }
  }
}

/** Hours, minutes, seconds and thousandths. */
export const clockOf = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().slice(11, -1)
