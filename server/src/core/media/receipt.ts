import {
  AUDIO_TYPES,
  DOCUMENT_TYPES,
  IMAGE_TYPES,
  PDF_TYPES,
  VIDEO_TYPES,
  type MediaKind,
} from '@plinth/contract/media/file-types.ts'
import {
  originalUrl,
  type FileFacts,
  type Media,
  type Receipt,
  type Stays,
} from '@plinth/contract/media/media.ts'
import { saidIn } from '../../gateways/image/imaging.ts'
import { PLAY, POSTER, PREVIEW, renditionName } from './names.ts'
import { lacksPlay, renditionWidths, wantsPreview, wantsTiles } from './processing/plan.ts'
import type { ReceiptRow } from './media-queries.ts'
import { previewWidth } from './media-pages.ts'

type MadeFile = Receipt['made'][number]

/** A rendition of the original, whether it is made yet or not. */
type Planned = Omit<MadeFile, 'bytes' | 'state'> & { isMade: boolean }

const HELD =
  'This looks like something we took down before. We look at it before anybody can see it.'

/** What each width is for. */
const LABELS = new Map([
  [320, 'Thumbnail'],
  [640, 'Phone'],
  [960, 'Wall'],
  [1_280, 'Screen'],
  [1_920, 'Large screen'],
  [2_560, 'Large'],
])
const LARGEST = 'Largest'
const POSTER_LABELS: Record<Exclude<MediaKind, 'image'>, string> = {
  video: 'Still',
  audio: 'Waveform',
  pdf: 'First page',
  document: 'Cover sheet',
}

/** The receipt of an upload: the file received, the file stored, and its renditions, the largest first. */
export function receiptOf(row: ReceiptRow, media: Media): Receipt {
  const { signature } = media.picture
  const link = signature === '' ? '?download' : `${signature}&download`
  return {
    media,
    received: row.received ?? factsOf(row, row.receivedBytes),
    kept: row.kept ?? factsOf(row, row.bytes),
    isSame: row.isSame,
    takenOut: row.takenOut,
    stays: staysOf(row),
    made: planned(row).map((file) => stateOf(row, file)),
    failure: row.review === 'waiting' ? HELD : (row.failure ?? row.laterFailure),
    canRetry: row.review !== 'refused' && (row.state === 'failed' || row.laterFailure !== null),
    downloadUrl: originalUrl(row.id, row.extension) + link,
  }
}

/** What was left in the original. Of files of before that was recorded, these formats kept everything. */
const staysOf = ({ stays, rights, extension }: ReceiptRow): Stays[] =>
  stays ?? (['jpg', 'png', 'webp'].includes(extension) ? saidIn(rights) : [])

const TYPES: Record<string, { name: string } | undefined> = {
  ...IMAGE_TYPES,
  ...VIDEO_TYPES,
  ...AUDIO_TYPES,
  ...PDF_TYPES,
  ...DOCUMENT_TYPES,
}

/** The facts of a file uploaded before more was recorded. */
const factsOf = (row: ReceiptRow, bytes: number): FileFacts => ({
  format: TYPES[row.contentType]?.name ?? row.extension,
  details: [],
  width: row.width,
  height: row.height,
  durationMs: row.durationMs,
  pages: row.pages,
  bytes,
})

function stateOf(row: ReceiptRow, { isMade, ...file }: Planned): MadeFile {
  const known = row.made.find(({ name }) => name === file.name)
  const hasFailed = row.state === 'failed' || row.laterFailure !== null
  return {
    ...file,
    width: known?.width ?? file.width,
    height: known?.height ?? file.height,
    bytes: known?.bytes ?? null,
    state: isMade ? 'ready' : hasFailed ? 'failed' : 'processing',
  }
}

function planned(row: ReceiptRow): Planned[] {
  return [...playable(row), ...poster(row), ...sizes(row), ...tiles(row)]
}

/** A row for each width, with the size of the AVIF that most browsers load; for animated pictures, of the WebP. */
function sizes(row: ReceiptRow): Planned[] {
  const widths = renditionWidths(row)
  const format = row.isAnimated ? 'webp' : 'avif'
  const shown = widths.toReversed().map((width) => {
    const label = LABELS.get(width) ?? LARGEST
    return rendition(row, { width, format, label })
  })
  const preview = previewWidth(widths)
  // An animated picture's WebP is in the list already.
  if (preview === undefined || row.isAnimated) return shown
  return [...shown, rendition(row, { width: preview, format: 'webp', label: 'Link preview' })]
}

const rendition = (
  row: ReceiptRow,
  { width, format, label }: { width: number; format: 'avif' | 'webp'; label: string },
): Planned => ({
  name: renditionName(width, format),
  label,
  format: format === 'avif' ? 'AVIF' : 'WebP',
  width,
  height: Math.max(1, Math.round((row.height * width) / row.width)),
  isMade: row.renditionWidths.includes(width),
})

/** A file uploaded before tiles and previews existed will not get any. */
const isOld = (row: ReceiptRow): boolean => row.received === null

function tiles(row: ReceiptRow): Planned[] {
  if (!wantsTiles(row) || (isOld(row) && !row.hasTiles)) return []
  const { width, height } = row
  const label = 'Tiles for 1:1'
  return [{ name: 'tiles', label, format: 'WebP', width, height, isMade: row.hasTiles }]
}

function playable(row: ReceiptRow): Planned[] {
  const files: Planned[] = []
  const size = { width: null, height: null }
  if (row.plays === 'play' || lacksPlay(row)) {
    const isSound = row.kind === 'audio'
    files.push({
      ...size,
      name: isSound ? PLAY.audio : PLAY.video,
      label: 'For every browser',
      format: isSound ? 'M4A' : 'MP4',
      isMade: row.plays === 'play',
    })
  }
  if (wantsPreview(row) && (!isOld(row) || row.hasPreview)) {
    const label = 'Preview on the wall'
    files.push({ ...size, name: PREVIEW, label, format: 'MP4', isMade: row.hasPreview })
  }
  return files
}

function poster(row: ReceiptRow): Planned[] {
  if (row.kind === 'image') return []
  const { width, height, kind } = row
  const label = POSTER_LABELS[kind]
  const isMade = row.thumbhash !== null
  return [{ name: POSTER, label, format: 'JPEG', width, height, isMade }]
}
