import type { Metadata, Sharp } from 'sharp'

const RGB_SPACES = new Set(['srgb', 'rgb16'])

export type Header = Pick<Metadata, 'icc' | 'space' | 'depth'>

const isRgb = ({ space }: Header): boolean => RGB_SPACES.has(space ?? '')
const profileSpace = ({ icc }: Header): string | null =>
  icc === undefined ? null : readIccProfile(icc).space

/** Whether it has more than 8 bits per sample. */
export const isDeep = ({ depth }: Header): boolean => depth === 'ushort'

/** Converts to sRGB, which every screen shows, without a profile. */
export function inSrgb(picture: Sharp, header: Header): Sharp {
  const converted = picture.toColourspace('srgb')
  // sharp converts these to P3 and leaves them there.
  const isLeftInP3 = isRgb(header) && isDeep(header) && header.icc !== undefined
  return isLeftInP3 ? converted.withIccProfile('srgb', { attach: false }) : converted
}

/**
 * Keeps the original's colours, wide gamuts too, with the profile that defines them. Colours that WebP and AVIF cannot
 * store are converted to P3, the widest space that screens have.
 */
export function inOwnColours(
  picture: Sharp,
  header: Header,
  { maxProfileBytes = Infinity } = {},
): Sharp {
  const space = profileSpace(header)
  if (isRgb(header) && space === 'RGB ') {
    const isSmall = (header.icc?.length ?? 0) <= maxProfileBytes
    return isSmall ? picture.keepIccProfile() : picture.withIccProfile('p3')
  }
  if (header.space === 'cmyk' && space === 'CMYK') {
    return picture.pipelineColourspace('cmyk').toColourspace('cmyk').withIccProfile('p3')
  }
  return inSrgb(picture, header)
}

const HEADER_BYTES = 128
const MAX_NAME_LENGTH = 60

interface IccProfile {
  /** As in its header: `RGB `, `CMYK`, `GRAY` … */
  space: string
  /** Its name, or null if it cannot be read. */
  name: string | null
}

/** Names in common profiles, and what people call them. */
const COMMON_NAMES: [RegExp, string][] = [
  [/^(?:sRGB|c2$)/i, 'sRGB'],
  [/^sP3/, 'Display P3'],
]

/** Reads a colour profile's space and name. */
export function readIccProfile(icc: Buffer): IccProfile {
  const space = icc.toString('latin1', 16, 20)
  try {
    const name = readName(icc)
    const [, common = name] = COMMON_NAMES.find(([pattern]) => pattern.test(name)) ?? []
    return { space, name: common || null }
  } catch (error) {
    // Its offsets point outside the profile. The decoder decides whether it is usable.
    if (!(error instanceof RangeError)) throw error
    return { space, name: null }
  }
}

function readName(icc: Buffer): string {
  const at = findTag(icc, 'desc')
  if (at === null) return ''
  const text =
    icc.toString('latin1', at, at + 4) === 'mluc' ? readUnicode(icc, at) : readAscii(icc, at)
  return text
    .replaceAll(/\p{Cc}.*/gsu, '')
    .trim()
    .slice(0, MAX_NAME_LENGTH)
}

function findTag(icc: Buffer, name: string): number | null {
  const count = icc.readUInt32BE(HEADER_BYTES)
  for (let index = 0; index < count; index += 1) {
    const at = HEADER_BYTES + 4 + index * 12
    if (icc.toString('latin1', at, at + 4) === name) return icc.readUInt32BE(at + 4)
    icc.readUInt32BE(at + 8)
  }
  return null
}

const readAscii = (icc: Buffer, at: number): string =>
  icc.toString('latin1', at + 12, at + 12 + icc.readUInt32BE(at + 8))

/** Reads the first language's name, in big-endian UTF-16. */
function readUnicode(icc: Buffer, at: number): string {
  const bytes = icc.readUInt32BE(at + 20)
  const start = at + icc.readUInt32BE(at + 24)
  const text = Buffer.from(icc.subarray(start, start + bytes - (bytes % 2)))
  return text.swap16().toString('utf16le')
}
