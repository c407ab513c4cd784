import type { VideoType } from '@plinth/contract/media/file-types.ts'
import { isM4a } from '../audio/audio-type.ts'
import { brandsOf, SNIFF_BYTES } from '../image/image-type.ts'

/** Brands of MP4 files by cameras, editors and FFmpeg. */
const MP4_BRAND = /^(iso[m2-9]|mp4[12]|avc1|M4V.|MSNV|hvc1|hev1|av01|dash|3g[p2].)$/
/** Still pictures use the same container and often claim one of the brands above as well. */
const PICTURE_BRAND = /^(hei[cxms]|hev[cmsx]|mif[12]|msf1|avi[fs]|crx )$/
/** QuickTime files from before there were brands start with one of these boxes. */
const OLD_MOV = /^[^]{4}(moov|mdat|wide|free|skip|pnot)/
const EBML = '\x1a\x45\xdf\xa3'
/** The element DocType, with its length in one byte or in eight. Plain Matroska has another value there. */
const WEBM_DOC_TYPES = ['\x42\x82\x84webm', '\x42\x82\x01\0\0\0\0\0\0\x04webm']

/** Returns the type if the file begins as one that Plinth takes, otherwise null. */
export function sniffVideoType(head: Uint8Array): VideoType | null {
  const text = Buffer.from(head.subarray(0, SNIFF_BYTES)).toString('latin1')
  if (text.startsWith(EBML)) {
    return WEBM_DOC_TYPES.some((words) => text.includes(words)) ? 'video/webm' : null
  }
  const brands = brandsOf(head, text)
  const [main] = brands
  if (main === undefined) return OLD_MOV.test(text) ? 'video/quicktime' : null
  if (brands.some((brand) => PICTURE_BRAND.test(brand)) || isM4a(brands)) return null
  if (main === 'qt  ') return 'video/quicktime'
  return brands.some((brand) => MP4_BRAND.test(brand)) ? 'video/mp4' : null
}
