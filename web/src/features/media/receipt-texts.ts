import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import {
  STAYS,
  TAKEN_OUT,
  type FileFacts,
  type Media,
  type Receipt,
} from '@plinth/contract/media/media.ts'
import { bytes, clock, counted } from '../../lib/format/format.ts'
import { isProcessing } from './receipt-api.ts'

/** Texts of the receipt. */
export const texts = {
  title: 'File details',
  loading: 'Loading the file details',
  failed: 'We couldn’t load the file details',
  gone: 'This isn’t one of your files, or it was deleted.',
  alt: {
    label: 'Alternative text',
    count: (length: string, most: string) => `${length} of ${most}`,
    hint: 'Read aloud to people who can’t see the picture, and shown by the ALT mark.',
    hintOf: {
      audio: 'Read aloud to people who can’t hear the piece, and shown by the ALT mark.',
    } as Partial<Record<MediaKind, string>>,
    saving: 'Saving...',
    saved: 'Saved',
    failed: 'Not saved.',
    again: 'Try again',
    lost: 'We couldn’t save the alternative text',
  },
  in: 'In',
  kept: 'Kept',
  pixels: (width: string, height: string) => `${width} by ${height} px`,
  same: {
    image: 'the same picture',
    video: 'the same film',
    audio: 'the same sound',
    pdf: 'the same file',
    document: 'the same file',
  } satisfies Record<MediaKind, string>,
  takenOut: 'Taken out:',
  stays: 'Left in:',
  nothing: 'There was nothing to remove.',
  notOneByte: 'We didn’t change a single byte.',
  untouched: {
    image: 'Nothing else was touched, every pixel is yours.',
    video: 'Nothing else was touched, every frame is yours.',
    audio: 'Nothing else was touched, every sample is yours.',
    pdf: 'Nothing else was touched.',
    document: 'Nothing else was touched.',
  } satisfies Record<MediaKind, string>,
  made: {
    head: 'Made for the wall',
    pixels: 'Pixels',
    bytes: 'Bytes',
    state: 'State',
    none: '–',
    notYet: 'not yet',
  },
  states: { ready: 'Ready', processing: 'Processing', failed: 'Failed' },
  tryAgain: 'Try again',
  trying: 'Trying...',
  retryFailed: 'We couldn’t try again.',
  notes: {
    ready: 'All sizes are ready.',
    working: 'It’s already online. The other sizes follow.',
    missing: 'It’s already online. A missing size never takes it down.',
    waiting: 'It goes online as soon as the first sizes are ready.',
  },
  lookClosely: 'View 1:1',
  download: 'Download original',
  done: 'Done',
  files: {
    position: (at: number, all: number) => `${at} of ${all}`,
    previous: 'Previous file',
    next: 'Next file',
  },
} as const

const whole = new Intl.NumberFormat('en-US')

/** `3,600 by 3,600`. */
export const sideBySide = (width: number, height: number) =>
  `${whole.format(width)} by ${whole.format(height)}`

/** The facts of a file, one per line: format, pixels, duration and pages. Its size is shown separately. */
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

/** The removed metadata as text, and a sentence on the rest of the file. */
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

/** What was left in the file, as text; null if it names nobody. */
export const staysOf = ({ stays = [] }: Pick<Receipt, 'stays'>): string | null =>
  stays.length === 0 ? null : `${stays.map((what) => STAYS[what]).join(', ')}.`

/** A sentence on what visitors see while sizes are made. Null when the file has failed. */
export function noteOf(receipt: Receipt): string | null {
  const { media, made } = receipt
  if (media.state === 'failed') return null
  if (media.state !== 'ready') return texts.notes.waiting
  if (made.every(({ state }) => state === 'ready')) return texts.notes.ready
  return isProcessing(receipt) ? texts.notes.working : texts.notes.missing
}
