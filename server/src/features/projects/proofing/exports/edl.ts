import type { MarkState } from '@plinth/contract/proofing/marks.ts'
import { conversationOf, type MarkedVersion, oneLine, type Span, spansOf } from './marked.ts'
import { canDrop, countedRate, type Rate, timeCode } from './timecode.ts'

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
export function writeEdl(marked: MarkedVersion, { rate, isDrop }: EdlCount): string {
  const isDropped = isDrop && canDrop(rate)
  const code = (frame: number) =>
    timeCode(rate, hourOf(rate, isDropped) + frame, { isDrop: isDropped })
  const lines = [
    `TITLE: ${oneLine(`${marked.title}, ${marked.version.fileName}`)}`,
    `FCM: ${isDropped ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
  ]
  const frames = Map.groupBy(spansOf(marked), ({ from }) => from)
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

export interface EdlCount {
  rate: Rate
  isDrop: boolean
}

/** The first frame of the hour at which times begin. */
function hourOf(rate: Rate, isDrop: boolean): number {
  const all = countedRate(rate) * 3_600
  // Of each ten minutes nine skip numbers.
  return isDrop ? all - 54 * (countedRate(rate) / 15) : all
}

/** The bar separates fields. */
const remarkOf = (mark: Span['mark']): string => conversationOf(mark).replaceAll('|', '/')

function resolveLine(spans: readonly Span[]): string {
  const state = STATES.find((one) => spans.some(({ mark }) => mark.state === one)) ?? 'open'
  const length = Math.max(...spans.map(({ from, to }) => to - from + 1))
  const text = spans.map(({ mark }) => remarkOf(mark)).join(' / ')
  return ` |C:${COLOURS[state].resolve} |M:${text} |D:${length}`
}
