import type { Frame } from 'node-av/lib'

/** A frame is nearly black while less than this share of its pixels is brighter than that. */
const LIT_LUMA = 40
export const LIT_SHARE = 0.02
/** Every so many pixels in both directions one is looked at. */
const GRID = 8

export const isLit = (frame: Frame): boolean => litShare(frame) >= LIT_SHARE

/** How much of a frame of 8 bits is not nearly black. */
export function litShare({ data, linesize, width, height }: Frame): number {
  const [luma] = data ?? []
  const [stride = width] = linesize
  if (luma === undefined) return 0
  let [lit, seen] = [0, 0]
  for (let y = 0; y < height; y += GRID) {
    for (let x = 0; x < width; x += GRID) {
      seen += 1
      if ((luma[y * stride + x] ?? 0) > LIT_LUMA) lit += 1
    }
  }
  return lit / seen
}
