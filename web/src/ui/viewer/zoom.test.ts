import { describe, expect, it } from 'vitest'
import {
  clampViewport,
  cornerOf,
  fitViewport,
  fitZoom,
  panBy,
  stepZoom,
  visiblePart,
  zoomTo,
  type Scene,
} from './zoom.ts'

const scene: Scene = {
  image: { width: 1_600, height: 1_600 },
  stage: { width: 800, height: 400 },
  density: 1,
}

describe('zoom', () => {
  it('fits the whole picture and never enlarges to do so', () => {
    expect(fitZoom(scene)).toBe(0.25)
    expect(fitZoom({ ...scene, density: 2 })).toBe(0.5)
    expect(fitZoom({ ...scene, image: { width: 100, height: 50 } })).toBe(1)
  })

  it('keeps the pixel under the pointer where it is', () => {
    const start = clampViewport({ zoom: 1, x: 800, y: 800 }, scene)
    const at = { x: 100, y: -50 }
    const after = zoomTo(start, 2, scene, at)
    expect(after.x + at.x / 2).toBeCloseTo(start.x + at.x)
    expect(after.y + at.y / 2).toBeCloseTo(start.y + at.y)
  })

  it('steps through round percentages between Fit and 800 %', () => {
    expect(stepZoom(1, 1, scene)).toBe(1.5)
    expect(stepZoom(1, -1, scene)).toBe(0.75)
    expect(stepZoom(0.9, 1, scene)).toBe(1)
    expect(stepZoom(0.26, -1, scene)).toBe(0.25)
    expect(stepZoom(0.25, -1, scene)).toBe(0.25)
    expect(stepZoom(8, 1, scene)).toBe(8)
  })
})

describe('pan', () => {
  it('follows a drag and stops at the edges', () => {
    const start = clampViewport({ zoom: 1, x: 800, y: 800 }, scene)
    expect(panBy(start, { x: 100, y: 0 }, scene).x).toBe(700)
    expect(panBy(start, { x: 9_999, y: 9_999 }, scene)).toEqual({ zoom: 1, x: 400, y: 200 })
  })

  it('centres what is smaller than the stage', () => {
    expect(panBy(fitViewport(scene), { x: 300, y: 300 }, scene)).toEqual({
      zoom: 0.25,
      x: 800,
      y: 800,
    })
  })

  it('moves half as many image pixels on a dense screen', () => {
    const dense = { ...scene, density: 2 }
    const start = clampViewport({ zoom: 2, x: 800, y: 800 }, dense)
    expect(panBy(start, { x: 10, y: 0 }, dense).x).toBe(790)
  })
})

describe('placing', () => {
  it('returns the visible part', () => {
    const viewport = clampViewport({ zoom: 1, x: 400, y: 200 }, scene)
    expect(visiblePart(viewport, scene)).toEqual({ left: 0, top: 0, width: 0.5, height: 0.25 })
    expect(visiblePart(fitViewport(scene), scene)).toEqual({ left: 0, top: 0, width: 1, height: 1 })
  })

  it('puts the corner on a whole screen pixel', () => {
    const dense = { ...scene, density: 2 }
    const corner = cornerOf({ zoom: 2, x: 333.3, y: 800 }, dense)
    expect(Number.isInteger(corner.x * 2)).toBe(true)
    expect(corner.y).toBe(-600)
  })
})
