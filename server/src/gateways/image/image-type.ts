import type { ImageType } from '@plinth/contract/media/file-types.ts'

/** How many bytes from the start of a file tell its type. */
export const SNIFF_BYTES = 256

/** Both byte orders. 43 means BigTIFF, which is refused when it is opened. */
const TIFF = /^(?:II[*+]\0|MM\0[*+])/
const AVIF_BRAND = /^avi[fs]$/
/** `mif1` and `msf1` only mean "a picture in this container". AVIF claims them too, so it is checked first. */
const HEIC_BRAND = /^(?:hei[cxms]|hev[cmsx]|mif1|msf1)$/

/** Returns the type if the file begins as one that Plinth takes, otherwise null. */
export function sniffImageType(head: Uint8Array): ImageType | null {
  const text = Buffer.from(head.subarray(0, SNIFF_BYTES)).toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (/^GIF8[79]a/.test(text)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(text)) return 'image/webp'
  if (TIFF.test(text)) return 'image/tiff'
  const brands = brandsOf(head, text)
  if (brands.some((brand) => AVIF_BRAND.test(brand))) return 'image/avif'
  return brands.some((brand) => HEIC_BRAND.test(brand)) ? 'image/heic' : null
}

/** Returns the brands of a file in the container of MP4, MOV, AVIF and HEIC, the main one first; otherwise none. */
export function brandsOf(head: Uint8Array, text: string): string[] {
  if (text.slice(4, 8) !== 'ftyp') return []
  const size = Buffer.from(head).readUInt32BE(0)
  const brands = text.slice(8, Math.min(size, SNIFF_BYTES)).match(/[^]{4}/g) ?? []
  // The second four bytes are a version number.
  return brands.filter((_, index) => index !== 1)
}
