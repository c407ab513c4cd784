import { describe, expect, it } from 'vitest'
import { differenceOf, type Pixels } from './difference.ts'

const WIDTH = 320
const HEIGHT = 200

type Colour = readonly [red: number, green: number, blue: number]
interface Box {
  left: number
  top: number
  width: number
  height: number
  colour: Colour
}

/** A textured ground with boxes on it. */
function picture(boxes: Box[], { width = WIDTH, height = HEIGHT } = {}): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const box = boxes.findLast(
        (one) =>
          x >= one.left && x < one.left + one.width && y >= one.top && y < one.top + one.height,
      )
      const grain = ((x * 7 + y * 13) % 11) - 5
      const colour = box?.colour ?? [70 + grain, 110 + grain, 120 + grain]
      data.set([...colour, 255], (y * width + x) * 4)
    }
  return { data, width, height }
}

const GREEN: Colour = [60, 150, 60]
/** As bright as the green. */
const RED: Colour = [196, 80, 60]

describe('difference of two pictures', () => {
  it('finds nothing in the same picture twice', () => {
    expect(differenceOf(picture([]), picture([]))).toMatchObject({
      areas: [],
      share: 0,
      outline: '',
    })
  })

  it('finds each area where it is, the largest first', () => {
    const boxes = [
      { left: 20, top: 20, width: 40, height: 40, colour: RED },
      { left: 200, top: 100, width: 80, height: 60, colour: GREEN },
    ]
    const { areas, share, outline } = differenceOf(picture([]), picture(boxes))
    expect(areas).toHaveLength(2)
    const [large, small] = areas
    for (const [area, box] of [
      [large, boxes[1]],
      [small, boxes[0]],
    ] as const) {
      // A window reaches five pixels beyond its middle, and an area ends with a cell of eight.
      expect(Math.abs((area?.left ?? 0) * WIDTH - (box?.left ?? 0))).toBeLessThanOrEqual(13)
      expect(Math.abs((area?.top ?? 0) * HEIGHT - (box?.top ?? 0))).toBeLessThanOrEqual(13)
      expect((area?.width ?? 0) * WIDTH).toBeGreaterThanOrEqual(box?.width ?? 0)
      expect((area?.height ?? 0) * HEIGHT).toBeGreaterThanOrEqual(box?.height ?? 0)
    }
    const real = (40 * 40 + 80 * 60) / (WIDTH * HEIGHT)
    expect(share).toBeGreaterThanOrEqual(real)
    expect(share).toBeLessThan(real * 1.5)
    expect(outline).toMatch(/^(?:M\d+ \d+[HV]\d+)+$/)
  })

  it('sees another colour of the same brightness', () => {
    const at = { left: 100, top: 60, width: 60, height: 60 }
    const { areas } = differenceOf(
      picture([{ ...at, colour: GREEN }]),
      picture([{ ...at, colour: RED }]),
    )
    expect(areas).toHaveLength(1)
  })

  it('sees a flat area that has become a bit lighter', () => {
    const at = { left: 100, top: 60, width: 60, height: 60 }
    const { areas } = differenceOf(
      picture([{ ...at, colour: [120, 120, 120] }]),
      picture([{ ...at, colour: [140, 140, 140] }]),
    )
    expect(areas).toHaveLength(1)
  })

  it('does not count what saving once more does', () => {
    const one = picture([])
    const saved = { ...one, data: one.data.map((value, at) => value + ((at * 5) % 3) - 1) }
    expect(differenceOf(one, saved).areas).toEqual([])
  })

  it('compares what is smaller than a window pixel by pixel', () => {
    const small = { width: 6, height: 4 }
    const box = { left: 0, top: 0, width: 6, height: 4, colour: RED }
    expect(differenceOf(picture([], small), picture([], small)).areas).toEqual([])
    expect(differenceOf(picture([], small), picture([box], small)).areas).toHaveLength(1)
  })
})
