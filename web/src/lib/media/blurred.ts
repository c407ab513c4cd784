import type { Picture } from '@plinth/contract/media/media.ts'
import { thumbHashToDataURL } from 'thumbhash'
import { bytesOf } from './sources.ts'

/** A style for the element that holds the picture. */
interface Backdrop {
  backgroundImage?: string
  backgroundSize?: string
}

const HAS_ALPHA = 0x80

/**
 * A blurred placeholder from the thumbhash, for pictures shown large. It shows more than the average colour, but costs
 * some kilobytes. Empty for transparent pictures, as it would show through.
 */
export function blurred({ thumbhash }: Pick<Picture, 'thumbhash'>): Backdrop {
  if (thumbhash === null) return {}
  const bytes = bytesOf(thumbhash)
  if (((bytes[2] ?? 0) & HAS_ALPHA) !== 0) return {}
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})`, backgroundSize: '100% 100%' }
}
