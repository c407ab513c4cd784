import { cornerOf, type Viewport, type Scene } from './zoom.ts'

/** A picture's pyramid of tiles: the last level is the picture itself, each level before it half as large. */
export interface Pyramid {
  /** Side of a tile in its own pixels. */
  size: number
  levels: number
}

interface Place {
  level: number
  column: number
  row: number
}

/** A tile with its box in CSS pixels from the picture's corner, aligned to whole screen pixels. */
export interface PlacedTile extends Place {
  left: number
  top: number
  width: number
  height: number
}

/** How far beyond the stage tiles are loaded, as a share of a tile. */
const MARGIN = 0.25

/** The level whose pixels are at least as fine as the screen's. */
export const levelFor = (zoom: number, { levels }: Pyramid): number =>
  // A small tolerance, so that 50 % uses the half-size level and not the one above it.
  Math.max(0, levels - 1 - Math.max(0, Math.floor(Math.log2(1 / zoom) + 0.001)))

/** Whether a copy of this width is as sharp as the screen can show at this zoom. */
export const isFineEnough = (copyWidth: number, viewport: Viewport, { image }: Scene): boolean =>
  copyWidth >= Math.min(image.width * viewport.zoom, image.width) * 0.999

/** The tiles in view and slightly beyond. */
export function tilesInSight(viewport: Viewport, scene: Scene, pyramid: Pyramid): PlacedTile[] {
  const level = levelFor(viewport.zoom, pyramid)
  /** Side of a tile in image pixels. */
  const side = pyramid.size * 2 ** (pyramid.levels - 1 - level)
  const corner = cornerOf(viewport, scene)
  /** Position in CSS pixels from the picture's corner, on a whole screen pixel, so that tiles meet without a seam. */
  const edge = (at: number) => Math.round(at * viewport.zoom) / scene.density

  const along = (start: number, stageLength: number, length: number) => {
    const scale = viewport.zoom / scene.density
    const first = Math.floor(-start / scale / side - MARGIN)
    const last = Math.floor((stageLength - start) / scale / side + MARGIN)
    const count = Math.ceil(length / side)
    const from = Math.max(0, first)
    return Array.from({ length: Math.max(0, Math.min(last, count - 1) - from + 1) }, (_, index) => {
      const at = from + index
      const begin = edge(at * side)
      return { at, begin, size: edge(Math.min((at + 1) * side, length)) - begin }
    })
  }
  const columns = along(corner.x, scene.stage.width, scene.image.width)
  const rows = along(corner.y, scene.stage.height, scene.image.height)
  return rows.flatMap((row) =>
    columns.map((column) => ({
      level,
      column: column.at,
      row: row.at,
      left: column.begin,
      top: row.begin,
      width: column.size,
      height: row.size,
    })),
  )
}

export const nameOf = ({ level, column, row }: Place): string => `${level}-${column}-${row}`

const FIRST_WAIT_MS = 800
const TRIES = 4

/** Milliseconds to wait before a failed tile is loaded again; null when it is given up. */
export const waitAfter = (failures: number): number | null =>
  failures < TRIES ? FIRST_WAIT_MS * 2 ** (failures - 1) : null
