import type { Picture } from '@plinth/contract/media/media.ts'
import { thumbHashToDataURL } from 'thumbhash'
import { bytesOf } from './sources.ts'

/** A style for what the picture is drawn in. */
interface Backdrop {
  backgroundImage?: string
  backgroundSize?: string
}

const HAS_ALPHA = 0x80

/**
 * The picture in its rough colours, for where it is shown large: more to see than its average colour, and some
 * kilobytes of script and page dearer. None for what can be seen through: it would show behind the picture.
 */
export function blurred({ thumbhash }: Pick<Picture, 'thumbhash'>): Backdrop {
  if (thumbhash === null) return {}
  const bytes = bytesOf(thumbhash)
  if (((bytes[2] ?? 0) & HAS_ALPHA) !== 0) return {}
  return { backgroundImage: `url(${thumbHashToDataURL(bytes)})`, backgroundSize: '100% 100%' }
}
