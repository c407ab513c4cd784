interface Size {
  width: number
  height: number
}

/** The sizes that all calculations need; the stage is in CSS pixels, the image in its own. */
export interface Scene {
  image: Size
  stage: Size
  /** Device pixels per CSS pixel. */
  density: number
  /** A picture lower than the stage has its foot on the stage's lower edge, and is not in its middle. */
  isOnFoot?: boolean
}

/** `zoom` 1 is one image pixel per screen pixel; x, y is the image pixel at the centre of the stage. */
export interface Viewport {
  zoom: number
  x: number
  y: number
}

interface Point {
  x: number
  y: number
}

const STOPS = [0.05, 0.1, 0.17, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.5, 2, 3, 4, 6, 8]
const HIGHEST_ZOOM = 8

/** The zoom that shows the whole picture, without enlarging a small one. */
export const fitZoom = ({ image, stage, density }: Scene) =>
  Math.min((stage.width * density) / image.width, (stage.height * density) / image.height, 1)

export const cssScale = (viewport: Viewport, { density }: Scene) => viewport.zoom / density

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Keeps the picture's edges at or beyond the stage's edges, and centres a picture smaller than the stage. */
export function clampViewport(viewport: Viewport, scene: Scene): Viewport {
  const zoom = clamp(viewport.zoom, Math.min(fitZoom(scene), 1), HIGHEST_ZOOM)
  const along = (at: number, length: number, stageLength: number, isOnFoot = false) => {
    const half = (stageLength * scene.density) / zoom / 2
    if (half * 2 >= length) return isOnFoot ? length - half : length / 2
    return clamp(at, half, length - half)
  }
  return {
    zoom,
    x: along(viewport.x, scene.image.width, scene.stage.width),
    y: along(viewport.y, scene.image.height, scene.stage.height, scene.isOnFoot),
  }
}

export const fitViewport = (scene: Scene): Viewport =>
  clampViewport(
    { zoom: fitZoom(scene), x: scene.image.width / 2, y: scene.image.height / 2 },
    scene,
  )

/** The viewport within its limits. */
export const settled = (wanted: Viewport | 'fit', scene: Scene): Viewport =>
  wanted === 'fit' ? fitViewport(scene) : clampViewport(wanted, scene)

/** Zooms while the image pixel under `at` (CSS pixels from the stage's centre) stays in place. */
export function zoomTo(
  viewport: Viewport,
  zoom: number,
  scene: Scene,
  at: Point = { x: 0, y: 0 },
): Viewport {
  const target = clamp(zoom, Math.min(fitZoom(scene), 1), HIGHEST_ZOOM)
  const before = scene.density / viewport.zoom
  const after = scene.density / target
  return clampViewport(
    {
      zoom: target,
      x: viewport.x + at.x * (before - after),
      y: viewport.y + at.y * (before - after),
    },
    scene,
  )
}

/** Moves the picture by CSS pixels, in the direction of a drag. */
export function panBy(viewport: Viewport, by: Point, scene: Scene): Viewport {
  const scale = cssScale(viewport, scene)
  return clampViewport(
    { ...viewport, x: viewport.x - by.x / scale, y: viewport.y - by.y / scale },
    scene,
  )
}

/** The next round percentage above or below; Fit is the lowest. */
export function stepZoom(zoom: number, direction: 1 | -1, scene: Scene): number {
  const fit = fitZoom(scene)
  const next =
    direction === 1
      ? STOPS.find((stop) => stop > zoom * 1.001)
      : STOPS.findLast((stop) => stop < zoom * 0.999)
  return Math.max(next ?? (direction === 1 ? HIGHEST_ZOOM : fit), fit)
}

/** The visible part, as shares of the picture from 0 to 1. */
export function visiblePart(viewport: Viewport, scene: Scene) {
  const scale = cssScale(viewport, scene)
  const along = (at: number, length: number, stageLength: number) => {
    const size = Math.min(stageLength / scale / length, 1)
    return { start: clamp(at / length - size / 2, 0, 1 - size), size }
  }
  const across = along(viewport.x, scene.image.width, scene.stage.width)
  const down = along(viewport.y, scene.image.height, scene.stage.height)
  return { left: across.start, top: down.start, width: across.size, height: down.size }
}

/** Position of the image's corner in CSS pixels from the stage's corner, on whole screen pixels. */
export function cornerOf(viewport: Viewport, scene: Scene): Point {
  const scale = cssScale(viewport, scene)
  const whole = (value: number) => Math.round(value * scene.density) / scene.density
  return {
    x: whole(scene.stage.width / 2 - viewport.x * scale),
    y: whole(scene.stage.height / 2 - viewport.y * scale),
  }
}
