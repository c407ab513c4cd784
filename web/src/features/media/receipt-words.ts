import {
  TAKEN_OUT,
  type FileFacts,
  type Media,
  type Receipt,
} from '@plinth/contract/media/media.ts'
import { bytes, clock, counted } from '../../lib/format/format.ts'
import { isAtWork } from './receipt-api.ts'
import { texts } from './receipt-texts.ts'

const whole = new Intl.NumberFormat('en-US')

/** `3,600 by 3,600`. */
export const sideBySide = (width: number, height: number) =>
  `${whole.format(width)} by ${whole.format(height)}`

/** A file in figures, a line each: what it is, how large it is shown, how long it is. Its bytes stand by themselves. */
export function linesOf({
  format,
  details,
  width,
  height,
  durationMs,
  pages,
}: FileFacts): string[] {
  return [
    [format, ...details].join(', '),
    ...(width === null || height === null
      ? []
      : [texts.pixels(whole.format(width), whole.format(height))]),
    ...(durationMs === null ? [] : [clock(durationMs / 1_000)]),
    ...(pages === null ? [] : [counted(pages, 'page')]),
  ]
}

export const sizeOf = (facts: FileFacts) => bytes(facts.bytes)

/** What was taken out, in words, and what that means for the rest. */
export function takenOutOf({
  takenOut,
  isSame,
  media: { kind },
}: Pick<Receipt, 'takenOut' | 'isSame'> & { media: Pick<Media, 'kind'> }): {
  list: string | null
  rest: string
} {
  if (takenOut.length > 0) {
    return {
      list: `${takenOut.map((what) => TAKEN_OUT[what]).join(', ')}.`,
      rest: texts.untouched[kind],
    }
  }
  return { list: null, rest: isSame ? `${texts.nothing} ${texts.notOneByte}` : texts.nothing }
}

/** What all the sizes together mean for who looks at the wall. Null where nothing is shown and nothing will be. */
export function noteOf(receipt: Receipt): string | null {
  const { media, made } = receipt
  if (media.state === 'failed') return null
  if (media.state !== 'ready') return texts.notes.waiting
  if (made.every(({ state }) => state === 'ready')) return texts.notes.ready
  return isAtWork(receipt) ? texts.notes.working : texts.notes.missing
}
