import {
  RENDITION_WIDTHS,
  SHOWN_IMAGE_TYPES,
  type ImageType,
  type MediaKind,
} from '@plinth/contract/media/media.ts'
import { MAX_ANIMATED_WIDTH } from '../../../gateways/image/imaging.ts'

/** What decides which files are made of an original. */
export interface Original {
  kind: MediaKind
  contentType: string
  /** Of the picture, or of the one that stands for the file. */
  width: number
  height: number
  isAnimated: boolean
}

/** What was made of it so far. */
export interface Derived {
  renditionWidths: number[]
  /** That of the picture that stands for the file, once there is one. */
  thumbhash: string | null
  plays: 'original' | 'play' | null
  hasTiles: boolean
  hasPreview: boolean
}

/** A picture is shown once it has its renditions up to here; wider ones follow. */
const READY_WIDTH = 1_280
const WIDEST = RENDITION_WIDTHS.at(-1) ?? 0
/** WebP can be no higher. */
const MAX_RENDITION_HEIGHT = 16_383
/** Above that a picture is looked at 1:1 by tiles. */
const MAX_WHOLE_PIXELS = 8_000_000

const SHOWN: readonly ImageType[] = SHOWN_IMAGE_TYPES

/** Whether browsers show the picture itself, or the one that stands for the file. */
const isShown = ({ kind, contentType }: Original): boolean =>
  kind !== 'image' || SHOWN.includes(contentType as ImageType)

/**
 * Widths to be made, smallest first: those narrower than the picture, and where browsers do not show it, its own. What
 * moves is not made so wide that it would have to stand still.
 */
export function renditionWidths(original: Original): number[] {
  const { width, height, isAnimated } = original
  const narrower = RENDITION_WIDTHS.filter(
    (one) =>
      one < width &&
      Math.round((height * one) / width) <= MAX_RENDITION_HEIGHT &&
      (!isAnimated || one <= MAX_ANIMATED_WIDTH),
  )
  if (isShown(original)) return narrower
  const highest = Math.max(1, Math.floor((width * MAX_RENDITION_HEIGHT) / height))
  const own = Math.min(width, WIDEST, highest)
  return own > (narrower.at(-1) ?? 0) ? [...narrower, own] : narrower
}

/** Whether this rendition is the largest that there is to see: with all the colours, and hardly any loss. */
export const isTop = (original: Original, width: number): boolean =>
  width === renditionWidths(original).at(-1) && (width === WIDEST || !isShown(original))

/** Whether the picture is looked at 1:1 by tiles. */
export const wantsTiles = (original: Original): boolean =>
  original.kind === 'image' &&
  !original.isAnimated &&
  (original.width * original.height > MAX_WHOLE_PIXELS || !isShown(original))

/** Whether a few silent seconds are shown of it. */
export const wantsPreview = ({ kind }: Original): boolean => kind === 'video'

export const lacksTiles = (work: Original & Derived): boolean => wantsTiles(work) && !work.hasTiles
export const lacksPreview = (work: Original & Derived): boolean =>
  wantsPreview(work) && !work.hasPreview
/** Whether the picture that stands for a file is not made yet. */
export const lacksPoster = ({ kind, thumbhash }: Original & Derived): boolean =>
  kind !== 'image' && thumbhash === null
/** Whether a file has to be made that every browser plays. */
export const lacksPlay = ({ kind, plays }: Original & Derived): boolean =>
  (kind === 'video' || kind === 'audio') && plays === null

/** What is needed for a file to be shown goes first; wide renditions follow when it is ready. */
export const isNarrow = (width: number): boolean => width <= READY_WIDTH

/** Widths that are not made yet. */
export const missingWidths = (work: Original & Derived): number[] =>
  renditionWidths(work).filter((width) => !work.renditionWidths.includes(width))

/** Whether something is still to be made beside what plays. */
export const isIncomplete = (work: Original & Derived): boolean =>
  missingWidths(work).length > 0 || lacksTiles(work) || lacksPoster(work) || lacksPreview(work)
