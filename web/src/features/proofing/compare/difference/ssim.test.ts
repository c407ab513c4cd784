import { ssim } from 'ssim.js'
import { describe, expect, it } from 'vitest'
import { windowsOf, WINDOW, type Plane } from './ssim.ts'

/** The same numbers with each run. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const byte = (value: number) => Math.round(Math.min(255, Math.max(0, value)))

type Draw = (x: number, y: number) => number

function drawn(width: number, height: number, draw: Draw): Plane {
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) data[y * width + x] = byte(draw(x, y))
  return { data, width, height }
}

const at = ({ data, width, height }: Plane, x: number, y: number) =>
  data[Math.min(Math.max(y, 0), height - 1) * width + Math.min(Math.max(x, 0), width - 1)] ?? 0

/** A picture with gradients, boxes, stripes and grain, each of them another. */
function pictureOf(seed: number): Plane {
  const random = randomOf(seed)
  const width = 40 + Math.floor(random() * 60)
  const height = 30 + Math.floor(random() * 60)
  const boxes = Array.from({ length: 4 }, () => ({
    left: random() * width,
    top: random() * height,
    width: 5 + random() * 30,
    height: 5 + random() * 30,
    value: random() * 255,
  }))
  const [slope, stripes, grain] = [random() * 3, 2 + random() * 10, random() * 20]
  return drawn(width, height, (x, y) => {
    const box = boxes.find(
      (one) =>
        x >= one.left && x < one.left + one.width && y >= one.top && y < one.top + one.height,
    )
    const ground = 60 + slope * x + 30 * Math.sin((y / stripes) * Math.PI)
    return (box?.value ?? ground) + (random() - 0.5) * grain
  })
}

/** What happens to a picture between two versions. */
const CHANGES: [string, (picture: Plane, random: () => number) => Plane][] = [
  [
    'shifted',
    (picture, random) => {
      const [right, down] = [1 + Math.floor(random() * 6), Math.floor(random() * 6)]
      return drawn(picture.width, picture.height, (x, y) => at(picture, x - right, y - down))
    },
  ],
  [
    'with noise',
    (picture, random) => {
      const most = 5 + random() * 100
      return drawn(
        picture.width,
        picture.height,
        (x, y) => at(picture, x, y) + (random() - 0.5) * most,
      )
    },
  ],
  [
    'blurred',
    (picture, random) => {
      const reach = 1 + Math.floor(random() * 4)
      return drawn(picture.width, picture.height, (x, y) => {
        let sum = 0
        for (let down = -reach; down <= reach; down += 1)
          for (let right = -reach; right <= reach; right += 1)
            sum += at(picture, x + right, y + down)
        return sum / (2 * reach + 1) ** 2
      })
    },
  ],
  [
    'with a box',
    (picture, random) => {
      const [left, top, value] = [random() * 40, random() * 30, random() * 255]
      return drawn(picture.width, picture.height, (x, y) =>
        x >= left && x < left + 15 && y >= top && y < top + 12 ? value : at(picture, x, y),
      )
    },
  ],
  [
    'under a gradient',
    (picture, random) => {
      const [gain, lift] = [0.5 + random(), (random() - 0.5) * 80]
      return drawn(
        picture.width,
        picture.height,
        (x, y) => at(picture, x, y) * gain + (lift * x) / picture.width,
      )
    },
  ],
]

const PAIRS = Array.from({ length: 50 }, (_, index) => {
  const [name, change] = CHANGES[index % CHANGES.length] ?? CHANGES[0]!
  const picture = pictureOf(index + 1)
  return { name: `${index + 1}, ${name}`, picture, other: change(picture, randomOf(index + 1_000)) }
})

const inGrey = ({ data, width, height }: Plane) => ({
  data: Uint8ClampedArray.from({ length: data.length * 4 }, (_, index) =>
    index % 4 === 3 ? 255 : (data[Math.floor(index / 4)] ?? 0),
  ),
  width,
  height,
})

/**
 * Both are the same sums in another order. Theirs are doubles throughout, ours are kept with 24 bits at the end, which
 * is an error of at most 6e-8; the rest is for what cancels out where two variances are almost the same.
 */
const TOLERANCE = 1e-6

describe('likeness of two pictures', () => {
  it.each(PAIRS)('is what ssim.js says, window by window: $name', ({ picture, other }) => {
    const theirs = ssim(inGrey(picture), inGrey(other), { ssim: 'fast', downsample: false })
    const ours = windowsOf(picture, other)
    expect([ours.width, ours.height]).toEqual([theirs.ssim_map.width, theirs.ssim_map.height])
    const worst = ours.likeness.reduce(
      (most, value, index) => Math.max(most, Math.abs(value - (theirs.ssim_map.data[index] ?? 9))),
      0,
    )
    expect(worst).toBeLessThan(TOLERANCE)
    const mean = ours.likeness.reduce((sum, value) => sum + value, 0) / ours.likeness.length
    expect(Math.abs(mean - theirs.mssim)).toBeLessThan(TOLERANCE)
    // A pair that hardly differs would prove little.
    expect(theirs.mssim).toBeLessThan(0.999)
  })

  it('is 1 everywhere for the same picture twice', () => {
    const picture = pictureOf(77)
    const { likeness, shift } = windowsOf(picture, picture)
    expect(Math.min(...likeness)).toBeGreaterThan(1 - TOLERANCE)
    expect(Math.max(...shift)).toBe(0)
  })

  it('has one window for a picture of a window’s size', () => {
    const small = drawn(WINDOW, WINDOW, (x) => x * 20)
    expect(windowsOf(small, small)).toMatchObject({ width: 1, height: 1 })
  })
})
