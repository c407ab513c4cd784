import type { Picture } from '@plinth/contract/media/media.ts'
import { renditionUrl, srcsetOf } from '@plinth/contract/http/urls.ts'

/** Converts a contract picture for `ui/media/picture.tsx`. */
export function pictureSources(picture: Picture) {
  const { id, width, height, renditions, signature, isAnimated } = picture
  // A medium width for browsers that support neither srcset nor AVIF.
  const plain = renditions.find((w) => w >= 640) ?? renditions.at(-1)
  return {
    width,
    height,
    alt: picture.alt,
    colour: averageColour(picture.thumbhash),
    avif: srcsetOf(picture, 'avif'),
    webp: srcsetOf(picture, 'webp'),
    src: plain === undefined ? picture.originalUrl : renditionUrl(id, plain, 'webp', signature),
    isAnimated,
    isSensitive: picture.isSensitive,
  }
}

export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/**
 * The picture's average colour, a placeholder that costs 25 bytes and no decoding. We read it ourselves instead of
 * loading the thumbhash library with the first page.
 */
export function averageColour(thumbhash: string | null): string | undefined {
  if (thumbhash === null) return undefined
  const [first = 0, second = 0, third = 0] = bytesOf(thumbhash)
  const light = (first & 63) / 63
  const yellow = ((first >> 6) | ((second & 15) << 2)) / 31.5 - 1
  const red = ((second >> 4) | ((third & 3) << 4)) / 31.5 - 1
  const b = light - (2 / 3) * yellow
  const r = (3 * light - b + red) / 2
  const byte = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 255)
  return `rgb(${byte(r)} ${byte(r - red)} ${byte(b)})`
}
