import {
  SHOWN_IMAGE_TYPES,
  type ImageType,
  type MediaKind,
} from '@plinth/contract/media/file-types.ts'
import { RENDITION_WIDTHS } from '@plinth/contract/media/media.ts'
import { MAX_ANIMATED_WIDTH } from '../../../gateways/image/imaging.ts'

/** The facts of an original that decide which renditions it gets. */
export interface Original {
  kind: MediaKind
  contentType: string
  /** Size of the picture, or of the file's poster. */
  width: number
  height: number
  isAnimated: boolean
}

/** What has been made of it so far. */
export interface Derived {
  renditionWidths: number[]
  /** Thumbhash of the picture or the poster; null until there is a poster. */
  thumbhash: string | null
  plays: 'original' | 'play' | null
  hasTiles: boolean
  hasPreview: boolean
}

/** A picture is ready once it has its renditions up to this width; wider ones follow. */
const READY_WIDTH = 1_280
const WIDEST = RENDITION_WIDTHS.at(-1) ?? 0
/** The greatest height that WebP allows. */
const MAX_RENDITION_HEIGHT = 16_383
/** A picture with more pixels is shown 1:1 from tiles. */
const MAX_WHOLE_PIXELS = 8_000_000

const SHOWN: readonly ImageType[] = SHOWN_IMAGE_TYPES

/** Whether browsers can show the picture itself, or the file's poster. */
const isShown = ({ kind, contentType }: Original): boolean =>
  kind !== 'image' || SHOWN.includes(contentType as ImageType)

/**
 * The widths to make, smallest first: those narrower than the picture, and its own width where browsers cannot show the
 * original. Animated pictures get no widths above which they could no longer move.
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

/** Whether this is the largest rendition that people see, which is encoded with all colours and hardly any loss. */
export const isTop = (original: Original, width: number): boolean =>
  width === renditionWidths(original).at(-1) && (width === WIDEST || !isShown(original))

/** Whether the picture is shown 1:1 from tiles. */
export const wantsTiles = (original: Original): boolean =>
  original.kind === 'image' &&
  !original.isAnimated &&
  (original.width * original.height > MAX_WHOLE_PIXELS || !isShown(original))

/** Whether the file gets a preview of a few silent seconds. */
export const wantsPreview = ({ kind }: Original): boolean => kind === 'video'

export const lacksTiles = (work: Original & Derived): boolean => wantsTiles(work) && !work.hasTiles
export const lacksPreview = (work: Original & Derived): boolean =>
  wantsPreview(work) && !work.hasPreview
/** Whether the file's poster is still missing. */
export const lacksPoster = ({ kind, thumbhash }: Original & Derived): boolean =>
  kind !== 'image' && thumbhash === null
/** Whether the file still needs a copy that every browser plays. */
export const lacksPlay = ({ kind, plays }: Original & Derived): boolean =>
  (kind === 'video' || kind === 'audio') && plays === null

/** Narrow renditions are made first, so that the file can be shown; wide ones follow. */
export const isNarrow = (width: number): boolean => width <= READY_WIDTH

/** The widths that are still missing. */
export const missingWidths = (work: Original & Derived): number[] =>
  renditionWidths(work).filter((width) => !work.renditionWidths.includes(width))

/** Whether anything except the playable copy is still missing. */
export const isIncomplete = (work: Original & Derived): boolean =>
  missingWidths(work).length > 0 || lacksTiles(work) || lacksPoster(work) || lacksPreview(work)
