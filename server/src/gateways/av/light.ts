import type { Light } from './av.ts'

/** A frame is nearly black if less than LIT_SHARE of its pixels are brighter than LIT_LUMA. */
const LIT_LUMA = 40
const LIT_SHARE = 0.02
/** Sample one pixel out of this many in each direction. */
const GRID = 8

/** Whether a frame with this share of light pixels is not nearly black. */
export const isLitShare = (share: number): boolean => share >= LIT_SHARE

/** Returns the share of an 8-bit frame that is not nearly black. */
export function litShare({ luma, stride, width, height }: Light): number {
  let [lit, sampled] = [0, 0]
  for (let y = 0; y < height; y += GRID) {
    for (let x = 0; x < width; x += GRID) {
      sampled += 1
      if ((luma[y * stride + x] ?? 0) > LIT_LUMA) lit += 1
    }
  }
  return lit / sampled
}
