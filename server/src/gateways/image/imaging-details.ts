import type { Metadata } from 'sharp'
import { readIccProfile } from './metadata/icc-profile.ts'

/** Bits of one sample, by what sharp calls them. */
const BITS: Record<string, number> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
}
/** Colour models worth a word; of the others the profile says it. */
const MODELS: Record<string, string> = {
  cmyk: 'CMYK',
  'b-w': 'Greyscale',
  grey16: 'Greyscale',
  lab: 'Lab',
  labs: 'Lab',
}

/** Figures of a picture for its owner, most telling first. */
export function detailsOf(
  header: Metadata,
  { bits, frames }: { bits: number | null; frames: number },
): string[] {
  const { icc, space, depth, bitsPerSample } = header
  const profile = icc === undefined ? null : readIccProfile(icc).name
  return [
    `${bits ?? bitsPerSample ?? BITS[depth] ?? 8} bit`,
    profile,
    MODELS[space] ?? null,
    frames > 1 ? `${frames} frames` : null,
  ].filter((detail) => detail !== null)
}
