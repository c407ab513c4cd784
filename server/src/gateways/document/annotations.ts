import type { MarkShape } from '@plinth/contract/proofing/marks.ts'
import { MAX_PATH_POINTS, MAX_PDF_COMMENTS } from '@plinth/contract/limits.ts'
import { Refusal } from '../process/tasks.ts'

/** What somebody wrote into a PDF, and where. */
export interface PdfComment {
  /** Counted from 1. */
  page: number
  shape: Exclude<MarkShape, 'whole' | 'arrow'>
  /** As in `MarkPlace`. */
  points: number[]
  /** As the program that made it calls them; empty if it does not say. */
  author: string
  text: string
  answers: { author: string; text: string }[]
}

/** What PDF.js tells of an annotation. All of it is somebody's file, so nothing is relied upon. */
export interface Annotation {
  id?: string
  subtype?: string
  rect?: ArrayLike<number>
  annotationFlags?: number
  contentsObj?: { str?: string }
  titleObj?: { str?: string }
  inReplyTo?: string | null
  replyType?: string
  /** Set on an answer that is no words: that somebody has accepted or rejected it. */
  state?: string | null
  inkLists?: readonly ArrayLike<number>[]
  vertices?: ArrayLike<number> | null
}

/** Turns a point of the page's own space into a fraction of the page as it is shown: cropped and turned. */
type ToShown = (x: number, y: number) => readonly [number, number]

const BOXES: ReadonlySet<string | undefined> = new Set([
  'Square',
  'Circle',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'FreeText',
  'Stamp',
  // PDF.js does not tell at which corner a line begins, so it is shown as the box that it crosses.
  'Line',
])
const POINTS: ReadonlySet<string | undefined> = new Set(['Text', 'Caret', 'FileAttachment'])
const PATHS: ReadonlySet<string | undefined> = new Set(['Ink', 'PolyLine', 'Polygon'])

/** The flags of annotations that are hidden, or that appear only in print. */
const UNSEEN = 2 | 32

/** The comments of a page in the order of the file, with the answers to them. What has no words is left out. */
export function commentsOf(
  annotations: readonly Annotation[],
  { page, toShown }: { page: number; toShown: ToShown },
): PdfComment[] {
  const comments = new Map<string | undefined, PdfComment>()
  const answers: { to: string; id: string | undefined; author: string; text: string }[] = []
  for (const [at, annotation] of annotations.entries()) {
    const { id, inReplyTo, replyType, state, annotationFlags = 0 } = annotation
    if ((annotationFlags & UNSEEN) !== 0) continue
    const text = wordsOf(annotation.contentsObj?.str)
    const author = wordsOf(annotation.titleObj?.str)
    // Parts of a group repeat the words of the one that they belong to.
    if (text === '' || replyType === 'Group' || (state ?? null) !== null) continue
    if (typeof inReplyTo === 'string') answers.push({ to: inReplyTo, id, author, text })
    else {
      const place = placeOf(annotation, toShown)
      if (place !== null)
        comments.set(id ?? String(at), { page, ...place, author, text, answers: [] })
    }
  }
  for (const { to, id, author, text } of answers) {
    const comment = comments.get(to)
    comment?.answers.push({ author, text })
    // An answer to this answer belongs to the same comment.
    if (comment !== undefined && id !== undefined) comments.set(id, comment)
  }
  return [...new Set(comments.values())]
}

/** Throws if these are more than we read. */
export function checkCount(comments: readonly PdfComment[]): void {
  if (comments.length > MAX_PDF_COMMENTS)
    throw new Refusal(
      `This PDF has more than ${MAX_PDF_COMMENTS} comments. Split it and read the parts.`,
    )
}

/** Without characters that show nothing, which a database may not even keep. */
const wordsOf = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()

function placeOf(
  { subtype, rect, inkLists, vertices }: Annotation,
  toShown: ToShown,
): Pick<PdfComment, 'shape' | 'points'> | null {
  const [stroke, ...others] = inkLists ?? (vertices ? [vertices] : [])
  if (PATHS.has(subtype) && stroke !== undefined && others.length === 0) {
    const points = thinned(pairsOf(stroke)).flatMap(([x, y]) => shown(toShown, x, y))
    if (points.length >= 4 && points.every(Number.isFinite)) return { shape: 'line', points }
  }
  if (!BOXES.has(subtype) && !POINTS.has(subtype) && !PATHS.has(subtype)) return null
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = Array.from(rect ?? [])
  const [ax, ay] = shown(toShown, x1, y1)
  const [bx, by] = shown(toShown, x2, y2)
  if (![ax, ay, bx, by].every(Number.isFinite)) return null
  const [left, top, width, height] = [
    Math.min(ax, bx),
    Math.min(ay, by),
    Math.abs(ax - bx),
    Math.abs(ay - by),
  ]
  return POINTS.has(subtype) || width < LEAST || height < LEAST
    ? { shape: 'point', points: [left + width / 2, top + height / 2].map(rounded) }
    : { shape: 'box', points: [left, top, width, height].map(rounded) }
}

/** A box thinner than this share of the page could not be seen. */
const LEAST = 1e-4

const PLACES = 1e5
function shown(toShown: ToShown, x: number, y: number): [number, number] {
  const [across, down] = toShown(x, y)
  return [rounded(across), rounded(down)]
}
/** Within the page: what is half outside is cut off there. */
const rounded = (fraction: number): number =>
  Math.round(Math.min(1, Math.max(0, fraction)) * PLACES) / PLACES

const pairsOf = (flat: ArrayLike<number>): [number, number][] =>
  Array.from({ length: Math.floor(flat.length / 2) }, (_, at) => [
    flat[2 * at] ?? NaN,
    flat[2 * at + 1] ?? NaN,
  ])

/** As many points of a path as a mark may have, from its first to its last. */
function thinned<T>(points: readonly T[]): T[] {
  if (points.length <= MAX_PATH_POINTS) return [...points]
  const step = (points.length - 1) / (MAX_PATH_POINTS - 1)
  return Array.from({ length: MAX_PATH_POINTS }, (_, at) => points[Math.round(at * step)] as T)
}
