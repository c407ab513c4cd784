import type { Picture } from '@plinth/contract/media.ts'
import { renditionUrl } from '@plinth/contract/urls.ts'
import { thumbHashToAverageRGBA } from 'thumbhash'

/** A contract picture as `ui/picture.tsx` draws it. */
export function pictureSources(picture: Picture) {
  const { id, width, height, renditions, signature } = picture
  const srcset = (format: 'avif' | 'webp') =>
    renditions.map((w) => `${renditionUrl(id, w, format, signature)} ${w}w`).join(', ')
  // A middling width for browsers that read neither srcset nor AVIF.
  const plain = renditions.find((w) => w >= 640) ?? renditions.at(-1)
  return {
    width,
    height,
    alt: picture.alt,
    colour: averageColour(picture.thumbhash),
    avif: srcset('avif'),
    webp: srcset('webp'),
    src: plain === undefined ? picture.originalUrl : renditionUrl(id, plain, 'webp', signature),
  }
}

/** The picture's average colour: a placeholder that costs 25 bytes and no decoding. */
function averageColour(thumbhash: string | null): string | undefined {
  if (thumbhash === null) return undefined
  const { r, g, b } = thumbHashToAverageRGBA(
    Uint8Array.from(atob(thumbhash), (character) => character.charCodeAt(0)),
  )
  const byte = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 255)
  return `rgb(${byte(r)} ${byte(g)} ${byte(b)})`
}
