import { describe, expect, it } from 'vitest'
import { levelOfSide, pictureOf, tilesOf } from './picture-rules.ts'

const preview = { url: '/p.webp', width: 1_280, height: 960, alt: 'Preview of jar.png' }
const proofOf = (width: number, height: number, levels: number) => ({
  film: null,
  sound: null,
  pages: null,
  archive: null,
  picture: { url: '/m/tile.webp?expires=1&signature=a', width, height, size: 512, levels },
})
const large = (() => {
  const picture = pictureOf({ fileName: 'jar.png', preview, proof: proofOf(11_600, 8_700, 6) })
  if (picture === null || picture.tiles === null) throw new Error('it has tiles')
  return { ...picture, tiles: picture.tiles }
})()

describe('where the pixels of a delivered picture are', () => {
  it('is its tiles once there are some, and one link opens them', () => {
    expect(large).toMatchObject({ width: 11_600, height: 8_700, src: null })
    expect(large.tiles.urlOf({ level: 5, column: 22, row: 3 })).toBe(
      '/m/tile-5-22-3.webp?expires=1&signature=a',
    )
  })

  it('is its preview until then, and nothing without one', () => {
    const file = { fileName: 'jar.png', preview, proof: null }
    expect(pictureOf(file)).toEqual({
      width: 1_280,
      height: 960,
      alt: 'Preview of jar.png',
      tiles: null,
      src: '/p.webp',
    })
    expect(pictureOf({ ...file, preview: null })).toBeNull()
  })

  it('has a level for every size on the screen', () => {
    // 11,600, 5,800, 2,900, 1,450, 725 and 363 pixels wide.
    expect(
      [20_000, 6_000, 5_000, 1_450, 960, 300, 10].map((side) => levelOfSide(large, side)),
    ).toEqual([5, 5, 4, 2, 2, 0, 0])
  })

  it('covers the picture with the tiles of a level, without gap or overlap', () => {
    for (const level of [0, 1, 3, 5]) {
      const parts = tilesOf(large, level)
      const area = parts.reduce((sum, part) => sum + part.width * part.height, 0)
      expect(area).toBeCloseTo(1, 9)
      expect(Math.max(...parts.map((part) => part.left + part.width))).toBeCloseTo(1, 9)
      expect(Math.max(...parts.map((part) => part.top + part.height))).toBeCloseTo(1, 9)
    }
    expect(tilesOf(large, 5)).toHaveLength(23 * 17)
    expect(tilesOf(large, 0)).toHaveLength(1)
  })
})
