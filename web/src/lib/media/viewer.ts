import type { Picture } from '@plinth/contract/media/media.ts'
import { TILE_SIZE, tileLevels, tileUrl } from '@plinth/contract/media/tiles.ts'
import { renditionUrl } from '@plinth/contract/http/urls.ts'
import { blurred } from './blurred.ts'

/** Converts a contract picture for the 1:1 viewer. */
export function viewerPicture(picture: Picture) {
  const { id, width, height, alt, renditions, originalUrl, signature } = picture
  const copy = (w: number | undefined) =>
    w === undefined ? originalUrl : renditionUrl(id, w, 'webp', signature)
  const widest = renditions.at(-1)
  const still = picture.isAnimated && widest !== undefined
  return {
    width,
    height,
    alt,
    blurred: blurred(picture),
    original: originalUrl,
    /** Shown until the picture itself has loaded. */
    copy: { src: copy(widest), width: widest ?? width },
    map: copy(renditions[0]),
    /** The first frame of an animated picture. */
    still: still ? renditionUrl(id, widest, 'avif', signature) : undefined,
    isAnimated: picture.isAnimated,
    tiles: picture.hasTiles
      ? {
          size: TILE_SIZE,
          levels: tileLevels(picture),
          urlOf: (tile: Parameters<typeof tileUrl>[1]) => tileUrl(id, tile, signature),
        }
      : undefined,
  }
}
