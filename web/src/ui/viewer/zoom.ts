interface Size {
  width: number
  height: number
}

/** Everything the arithmetic of looking needs; the stage is in CSS pixels, the image in its own. */
export interface Scene {
  image: Size
  stage: Size
  /** Device pixels per CSS pixel. */
  density: number
}

/** `zoom` 1 is one image pixel on one screen pixel; x, y is the image's pixel in the middle of the stage. */
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

export const cssScale = (look: Viewport, { density }: Scene) => look.zoom / density

const held = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Keeps the picture's edges at the stage's or outside; what is smaller than the stage stands centred. */
export function clampViewport(look: Viewport, scene: Scene): Viewport {
  const zoom = held(look.zoom, Math.min(fitZoom(scene), 1), HIGHEST_ZOOM)
  const along = (at: number, length: number, room: number) => {
    const half = (room * scene.density) / zoom / 2
    return half * 2 >= length ? length / 2 : held(at, half, length - half)
  }
  return {
    zoom,
    x: along(look.x, scene.image.width, scene.stage.width),
    y: along(look.y, scene.image.height, scene.stage.height),
  }
}

export const fitViewport = (scene: Scene): Viewport =>
  clampViewport(
    { zoom: fitZoom(scene), x: scene.image.width / 2, y: scene.image.height / 2 },
    scene,
  )

/** Zooms so that the image's pixel under `at` (CSS pixels from the stage's middle) stays there. */
export function zoomTo(
  look: Viewport,
  zoom: number,
  scene: Scene,
  at: Point = { x: 0, y: 0 },
): Viewport {
  const target = held(zoom, Math.min(fitZoom(scene), 1), HIGHEST_ZOOM)
  const before = scene.density / look.zoom
  const after = scene.density / target
  return clampViewport(
    { zoom: target, x: look.x + at.x * (before - after), y: look.y + at.y * (before - after) },
    scene,
  )
}

/** Moves the picture by CSS pixels, as a hand would. */
export function panBy(look: Viewport, by: Point, scene: Scene): Viewport {
  const scale = cssScale(look, scene)
  return clampViewport({ ...look, x: look.x - by.x / scale, y: look.y - by.y / scale }, scene)
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

/** The part in sight, as shares of the picture from 0 to 1. */
export function visiblePart(look: Viewport, scene: Scene) {
  const scale = cssScale(look, scene)
  const along = (at: number, length: number, room: number) => {
    const size = Math.min(room / scale / length, 1)
    return { start: held(at / length - size / 2, 0, 1 - size), size }
  }
  const across = along(look.x, scene.image.width, scene.stage.width)
  const down = along(look.y, scene.image.height, scene.stage.height)
  return { left: across.start, top: down.start, width: across.size, height: down.size }
}

/** Where the image's corner lies, in CSS pixels from the stage's, on whole screen pixels. */
export function cornerOf(look: Viewport, scene: Scene): Point {
  const scale = cssScale(look, scene)
  const whole = (value: number) => Math.round(value * scene.density) / scene.density
  return {
    x: whole(scene.stage.width / 2 - look.x * scale),
    y: whole(scene.stage.height / 2 - look.y * scale),
  }
}
