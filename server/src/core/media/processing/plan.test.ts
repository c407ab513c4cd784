import { expect, test } from 'vitest'
import { isTop, renditionWidths, wantsTiles, type Original } from './plan.ts'

const picture = (contentType: string, width: number, height: number, isAnimated = false) =>
  ({ kind: 'image', contentType, width, height, isAnimated }) satisfies Original

const plans: [string, Original, { widths: number[]; top: number | null; tiles: boolean }][] = [
  [
    'a picture that browsers show is its own largest',
    picture('image/jpeg', 1_400, 700),
    { widths: [320, 640, 960, 1_280], top: null, tiles: false },
  ],
  [
    'nothing is made larger than it came',
    picture('image/png', 320, 200),
    { widths: [], top: null, tiles: false },
  ],
  [
    'a large one gets its largest at 3,840 and tiles',
    picture('image/jpeg', 6_000, 4_000),
    { widths: [320, 640, 960, 1_280, 1_920, 2_560, 3_840], top: 3_840, tiles: true },
  ],
  [
    'a TIFF gets its own width, and tiles',
    picture('image/tiff', 1_500, 1_000),
    { widths: [320, 640, 960, 1_280, 1_500], top: 1_500, tiles: true },
  ],
  ['a small HEIC, too', picture('image/heic', 200, 100), { widths: [200], top: 200, tiles: true }],
  [
    'a TIFF wider than the widest ends there',
    picture('image/tiff', 5_000, 3_000),
    { widths: [320, 640, 960, 1_280, 1_920, 2_560, 3_840], top: 3_840, tiles: true },
  ],
  [
    'a TIFF as high as a tower is made as wide as WebP can be high',
    picture('image/tiff', 400, 60_000),
    { widths: [109], top: 109, tiles: true },
  ],
  [
    'a JPEG as high as a tower has no smaller sizes, and tiles',
    picture('image/jpeg', 400, 60_000),
    { widths: [], top: null, tiles: true },
  ],
  [
    'what moves is not made wider than it can move',
    picture('image/gif', 4_000, 3_000, true),
    { widths: [320, 640, 960], top: null, tiles: false },
  ],
  [
    'a video poster gets the widths of a picture, but no tiles',
    { ...picture('video/mp4', 7_680, 4_320), kind: 'video' },
    { widths: [320, 640, 960, 1_280, 1_920, 2_560, 3_840], top: 3_840, tiles: false },
  ],
]
test.for(plans)('%s', ([, original, { widths, top, tiles }]) => {
  expect(renditionWidths(original)).toEqual(widths)
  expect(widths.filter((width) => isTop(original, width))).toEqual(top === null ? [] : [top])
  expect(wantsTiles(original)).toBe(tiles)
})
