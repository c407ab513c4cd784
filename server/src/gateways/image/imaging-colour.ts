import type { Metadata, Sharp } from 'sharp'
import { readIccProfile } from './metadata/icc-profile.ts'

const RGB_SPACES = new Set(['srgb', 'rgb16'])

export type Header = Pick<Metadata, 'icc' | 'space' | 'depth'>

const isRgb = ({ space }: Header): boolean => RGB_SPACES.has(space ?? '')
const profileSpace = ({ icc }: Header): string | null =>
  icc === undefined ? null : readIccProfile(icc).space

/** More than 8 bits a sample, so that gradients have steps to give away. */
export const isDeep = ({ depth }: Header): boolean => depth === 'ushort'

/** Colours as every screen shows them, without a profile. */
export function inSrgb(picture: Sharp, header: Header): Sharp {
  const converted = picture.toColourspace('srgb')
  // sharp takes these to P3 and leaves them there.
  const isLeftInP3 = isRgb(header) && isDeep(header) && header.icc !== undefined
  return isLeftInP3 ? converted.withIccProfile('srgb', { attach: false }) : converted
}

/**
 * The colours of the original, wide ones too, with the profile that says what they are. What WebP and AVIF cannot hold
 * goes to the widest space that screens have.
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
