import { extractColorsFromImageData } from 'extract-colors'

const MAX_COLORS = 5

/** Up to five colours of a small picture in RGBA, most present first, as #rrggbb; none of one that is transparent. */
export function findPalette(picture: { width: number; height: number; data: Buffer }): string[] {
  const { width, height, data } = picture
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  return extractColorsFromImageData({ width, height, data: pixels })
    .toSorted((a, b) => b.area - a.area)
    .slice(0, MAX_COLORS)
    .map(({ hex }) => hex)
}
