import { canDrop } from '@plinth/contract/proofing/exports.ts'
import { timeCode } from '@plinth/contract/projects/frame-table.ts'
import type { MarkState } from '@plinth/contract/proofing/marks.ts'
import { conversationOf, type EditableFilm, oneLine, type Span, spansOf } from './marked.ts'
import { dropTimeCode, framesOfHour } from './timecode.ts'

/** Colours that Avid and DaVinci Resolve have for markers, by state, the least finished first. */
const COLOURS: Record<MarkState, { avid: string; resolve: string }> = {
  open: { avid: 'RED', resolve: 'ResolveColorRed' },
  done: { avid: 'YELLOW', resolve: 'ResolveColorYellow' },
  confirmed: { avid: 'GREEN', resolve: 'ResolveColorGreen' },
}
const STATES: readonly MarkState[] = ['open', 'done', 'confirmed']

/**
 * The remarks about a film as a CMX 3600 edit decision list: an event for each frame that has any, one frame long, so
 * that no two overlap. Under it is a line for each remark as Avid writes them, and one with all of them as DaVinci
 * Resolve does, which has one marker to a frame. Times begin at 01:00:00:00, on both sides, because that is where a new
 * timeline begins in both programs, and Resolve itself writes its markers so. `isDrop` is for films of 29.97 and 59.94
 * on a timeline that counts with dropped numbers.
 */
export function writeEdl(film: EditableFilm, { isDrop }: { isDrop: boolean }): string {
  const { title, version, marks, table, rate } = film
  const isDropped = isDrop && canDrop(rate)
  const hour = framesOfHour(rate, isDropped)
  const code = (frame: number): string =>
    isDropped ? dropTimeCode(rate, hour + frame) : timeCode(table, hour + frame)
  const lines = [
    `TITLE: ${oneLine(`${title}, ${version.fileName}`)}`,
    `FCM: ${isDropped ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
  ]
  const frames = Map.groupBy(spansOf(marks, table), ({ from }) => from)
  for (const [at, [frame, spans]] of [...frames].entries()) {
    const cut = `${code(frame)} ${code(frame + 1)}`
    lines.push(
      '',
      `${String(at + 1).padStart(3, '0')}  AX       V     C        ${cut} ${cut}`,
      ...spans.map(
        ({ mark }) =>
          `* LOC: ${code(frame)} ${COLOURS[mark.state].avid.padEnd(7)} ${remarkOf(mark)}`,
      ),
      resolveLine(spans),
    )
  }
  return `${lines.join('\r\n')}\r\n`
}

/** The bar separates fields. */
const remarkOf = (mark: Span['mark']): string => conversationOf(mark).replaceAll('|', '/')

function resolveLine(spans: readonly Span[]): string {
  const state = STATES.find((one) => spans.some(({ mark }) => mark.state === one)) ?? 'open'
  const length = Math.max(...spans.map(({ from, to }) => to - from + 1))
  const text = spans.map(({ mark }) => remarkOf(mark)).join(' / ')
  return ` |C:${COLOURS[state].resolve} |M:${text} |D:${length}`
}
