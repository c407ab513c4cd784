import { rgbaToThumbHash, thumbHashToAverageRGBA } from 'thumbhash'
import { expect, it } from 'vitest'
import { averageColour, pictureSources } from './sources.ts'

const picture = {
  id: 'm',
  width: 1_000,
  height: 500,
  thumbhash: null,
  alt: '',
  state: 'ready' as const,
  renditions: [320, 640, 960],
  originalUrl: '/media/m/original.jpg',
  signature: '?until=1',
  isAnimated: false,
  hasTiles: false,
}

it('reads the average colour as the library does', () => {
  for (const colour of [
    [200, 40, 40],
    [20, 120, 220],
    [250, 240, 10],
    [0, 0, 0],
    [255, 255, 255],
  ]) {
    const rgba = Uint8Array.from({ length: 8 * 8 * 4 }, (_, index) =>
      index % 4 === 3 ? 255 : Math.min(255, (colour[index % 4] ?? 0) + (index % 16)),
    )
    const hash = rgbaToThumbHash(8, 8, rgba)
    const { r, g, b } = thumbHashToAverageRGBA(hash)
    const byte = (share: number) => Math.round(Math.min(Math.max(share, 0), 1) * 255)
    expect(averageColour(btoa(String.fromCharCode(...hash)))).toBe(
      `rgb(${byte(r)} ${byte(g)} ${byte(b)})`,
    )
  }
  expect(averageColour(null)).toBeUndefined()
})

it("lists every width as a tenth more, and one for browsers that don't support srcset", () => {
  const { avif, webp, src } = pictureSources(picture)
  expect(avif.split(', ')).toEqual([
    '/media/m/320.avif?until=1 352w',
    '/media/m/640.avif?until=1 704w',
    '/media/m/960.avif?until=1 1056w',
  ])
  expect(webp).toContain('/media/m/640.webp?until=1 704w')
  expect(src).toBe('/media/m/640.webp?until=1')
})

it('shows the original while there is nothing else', () => {
  const { avif, src } = pictureSources({ ...picture, renditions: [] })
  expect([avif, src]).toEqual(['', '/media/m/original.jpg'])
})
