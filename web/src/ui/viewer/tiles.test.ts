import { describe, expect, it } from 'vitest'
import { isFineEnough, levelFor, tilesInSight, waitAfter } from './tiles.ts'
import { clampViewport, cornerOf, cssScale, fitViewport, type Scene } from './zoom.ts'

// 8,000 by 6,000: 14 levels, the last one the picture itself.
const pyramid = { size: 512, levels: 14 }
const scene: Scene = {
  image: { width: 8_000, height: 6_000 },
  stage: { width: 1_440, height: 700 },
  density: 1,
}
const at = (zoom: number, x: number, y: number, where = scene) =>
  clampViewport({ zoom, x, y }, where)

describe('level', () => {
  it('is the picture itself from 1:1 upwards', () => {
    expect(levelFor(1, pyramid)).toBe(13)
    expect(levelFor(2, pyramid)).toBe(13)
    expect(levelFor(8, pyramid)).toBe(13)
  })

  it('is never coarser than the screen', () => {
    expect(levelFor(0.9, pyramid)).toBe(13)
    expect(levelFor(0.51, pyramid)).toBe(13)
    expect(levelFor(0.5, pyramid)).toBe(12)
    expect(levelFor(0.26, pyramid)).toBe(12)
    expect(levelFor(0.25, pyramid)).toBe(11)
    expect(levelFor(0.000_01, pyramid)).toBe(0)
  })
})

it('needs no tiles where the copy is sharp enough', () => {
  expect(isFineEnough(3_840, at(0.48, 4_000, 3_000), scene)).toBe(true)
  expect(isFineEnough(3_840, at(0.5, 4_000, 3_000), scene)).toBe(false)
  expect(isFineEnough(3_840, at(2, 4_000, 3_000), scene)).toBe(false)
})

describe('tiles', () => {
  it('align pixel by pixel at 1:1, without gaps', () => {
    const viewport = at(1, 4_000, 3_000)
    const tiles = tilesInSight(viewport, scene, pyramid)
    for (const { column, row, left, top, width, height } of tiles) {
      expect([left, top, width, height]).toEqual([column * 512, row * 512, 512, 512])
    }
  })

  it('cover the stage and little more', () => {
    for (const density of [1, 2, 3]) {
      const where = { ...scene, density }
      for (const zoom of [0.52, 0.77, 1, 1.5, 4]) {
        const viewport = at(zoom, 3_333, 2_222, where)
        const corner = cornerOf(viewport, where)
        const tiles = tilesInSight(viewport, where, pyramid)
        const left = Math.min(...tiles.map((tile) => tile.left)) + corner.x
        const top = Math.min(...tiles.map((tile) => tile.top)) + corner.y
        const right = Math.max(...tiles.map((tile) => tile.left + tile.width)) + corner.x
        const bottom = Math.max(...tiles.map((tile) => tile.top + tile.height)) + corner.y
        // The part of the picture on the stage: all of it when it is smaller.
        const { width, height } = where.image
        const scale = cssScale(viewport, where)
        expect(left).toBeLessThanOrEqual(Math.max(0, corner.x))
        expect(top).toBeLessThanOrEqual(Math.max(0, corner.y))
        const { stage } = where
        expect(right).toBeGreaterThanOrEqual(Math.min(stage.width, corner.x + width * scale) - 0.5)
        expect(bottom).toBeGreaterThanOrEqual(
          Math.min(stage.height, corner.y + height * scale) - 0.5,
        )
      }
    }
    expect(tilesInSight(at(1, 4_000, 3_000), scene, pyramid).length).toBeLessThanOrEqual(15)
  })

  it('meet edge to edge on whole screen pixels at any zoom', () => {
    const where = { ...scene, density: 1.5 }
    const tiles = tilesInSight(at(0.83, 4_000, 3_000, where), where, pyramid)
    const row = tiles.filter(({ row: one }) => one === tiles[0]?.row)
    for (const [index, tile] of row.entries()) {
      expect(tile.left * 1.5).toBeCloseTo(Math.round(tile.left * 1.5))
      const next = row[index + 1]
      if (next) expect(tile.left + tile.width).toBeCloseTo(next.left)
    }
  })

  it('end where the picture ends', () => {
    const tiles = tilesInSight(at(1, 8_000, 6_000), scene, pyramid)
    const last = tiles.at(-1)
    // 15 whole tiles and 320 pixels across, 11 and 368 down.
    expect(last).toMatchObject({ column: 15, row: 11, width: 320, height: 368 })
  })

  it('cover the whole coarse level when all of it is in view', () => {
    const viewport = fitViewport(scene)
    const tiles = tilesInSight(viewport, scene, pyramid)
    expect(tiles[0]).toMatchObject({ level: 10, column: 0, row: 0 })
    expect(tiles).toHaveLength(4)
  })
})

it('retries a failed tile after growing delays, then gives up', () => {
  expect([1, 2, 3, 4].map(waitAfter)).toEqual([800, 1_600, 3_200, null])
})
