import { WINDOW, windowsOf, type Plane } from './ssim.ts'

/** Pixels in rows, four bytes each, as a canvas gives them. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** What differs between two pictures. */
export interface Difference {
  width: number
  height: number
  /** From 0 to 255 for each pixel: how much the two differ there. */
  heat: Uint8Array
  /** Shares of the picture from 0 to 1, the largest area first. */
  areas: Area[]
  /** What part of the picture differs, from 0 to 1. */
  share: number
  /** The borders of the areas as a path of SVG, in pixels. */
  outline: string
}

interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Smaller differences can’t be seen: saving a file a second time causes as much. */
const LEAST_HEAT = 0.2
/** Means that are this far apart are as different as can be. */
const FULL_SHIFT = 64
/** Side of the cells in which areas are looked for. */
const CELL = 8
/** What part of the picture an area has at least. */
const LEAST_AREA = 0.0003

/**
 * Compares two pictures of the same size. Each colour is compared by itself, because a green and a red of the same
 * brightness are the same to whoever only compares brightness. What two flat colours differ by has no structure, so the
 * means of the windows are compared as well.
 */
export function differenceOf(one: Pixels, other: Pixels): Difference {
  const { width, height } = one
  const heat = heatOf(one, other)
  const cells = cellsOf(heat, width, height)
  const groups = groupsOf(cells).filter((group) => group.pixels / (width * height) >= LEAST_AREA)
  const kept = new Set(groups.flatMap((group) => group.cells))
  const shown = grown(cells, kept)
  return {
    width,
    height,
    heat: Uint8Array.from(heat, (value) => Math.round(value * 255)),
    areas: groups
      .toSorted((a, b) => b.pixels - a.pixels)
      .map(({ columns, rows }) => {
        const [left, top] = [Math.min(...columns), Math.min(...rows)]
        return {
          left: (left * CELL) / width,
          top: (top * CELL) / height,
          width: (Math.min((Math.max(...columns) + 1) * CELL, width) - left * CELL) / width,
          height: (Math.min((Math.max(...rows) + 1) * CELL, height) - top * CELL) / height,
        }
      }),
    share: groups.reduce((sum, group) => sum + group.pixels, 0) / (width * height),
    outline: outlineOf(shown, cells, width, height),
  }
}

/** Of each pixel, from 0 to 1. A pixel has the heat of the window around it, and those at the edge that of the nearest. */
function heatOf(one: Pixels, other: Pixels): Float32Array {
  const { width, height } = one
  const heat = new Float32Array(width * height)
  // A picture smaller than a window has none.
  if (width < WINDOW || height < WINDOW) return differencesOf(one, other, heat)
  for (const colour of [0, 1, 2]) {
    const windows = windowsOf(planeOf(one, colour), planeOf(other, colour))
    const half = (WINDOW - 1) / 2
    for (let y = 0; y < height; y += 1) {
      const row = Math.min(Math.max(y - half, 0), windows.height - 1) * windows.width
      for (let x = 0; x < width; x += 1) {
        const from = row + Math.min(Math.max(x - half, 0), windows.width - 1)
        const value = Math.min(
          1,
          Math.max(1 - windows.likeness[from]!, windows.shift[from]! / FULL_SHIFT),
        )
        const at = y * width + x
        if (value > heat[at]!) heat[at] = value
      }
    }
  }
  return heat
}

function differencesOf(one: Pixels, other: Pixels, heat: Float32Array): Float32Array {
  for (let at = 0; at < heat.length; at += 1)
    for (const colour of [0, 1, 2]) {
      const apart = Math.abs(one.data[at * 4 + colour]! - other.data[at * 4 + colour]!)
      heat[at] = Math.max(heat[at]!, Math.min(1, apart / FULL_SHIFT))
    }
  return heat
}

/** One colour. What is transparent is seen on black. */
function planeOf({ data, width, height }: Pixels, colour: number): Plane {
  const plane = new Float32Array(width * height)
  for (let at = 0; at < plane.length; at += 1)
    plane[at] = (data[at * 4 + colour]! * data[at * 4 + 3]!) / 255
  return { data: plane, width, height }
}

interface Cells {
  columns: number
  rows: number
  /** How many of its pixels differ. */
  counts: Uint16Array
}

function cellsOf(heat: Float32Array, width: number, height: number): Cells {
  const columns = Math.ceil(width / CELL)
  const rows = Math.ceil(height / CELL)
  const counts = new Uint16Array(columns * rows)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (heat[y * width + x]! > LEAST_HEAT) {
        const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL)
        counts[cell] = counts[cell]! + 1
      }
  return { columns, rows, counts }
}

interface Group {
  cells: number[]
  columns: number[]
  rows: number[]
  pixels: number
}

/** Cells that touch, or that are one cell apart, are of one area. */
function groupsOf({ columns, rows, counts }: Cells): Group[] {
  const seen = new Uint8Array(counts.length)
  const groups: Group[] = []
  for (let start = 0; start < counts.length; start += 1) {
    if (seen[start] === 1 || counts[start] === 0) continue
    const group: Group = { cells: [], columns: [], rows: [], pixels: 0 }
    const waiting = [start]
    seen[start] = 1
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      const [column, row] = [cell % columns, Math.floor(cell / columns)]
      group.cells.push(cell)
      group.columns.push(column)
      group.rows.push(row)
      group.pixels += counts[cell]!
      for (let y = Math.max(0, row - 2); y <= Math.min(rows - 1, row + 2); y += 1)
        for (let x = Math.max(0, column - 2); x <= Math.min(columns - 1, column + 2); x += 1) {
          const next = y * columns + x
          if (seen[next] === 1 || counts[next] === 0) continue
          seen[next] = 1
          waiting.push(next)
        }
    }
    groups.push(group)
  }
  return groups
}

/** These cells and all around them, so that the outline does not lie on what it shows. */
function grown({ columns, rows }: Cells, kept: ReadonlySet<number>): Set<number> {
  const shown = new Set<number>()
  for (const cell of kept) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y += 1)
      for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x += 1)
        shown.add(y * columns + x)
  }
  return shown
}

/** The edges between cells that are shown and those that are not. */
function outlineOf(
  shown: ReadonlySet<number>,
  { columns, rows }: Cells,
  width: number,
  height: number,
): string {
  const isShown = (column: number, row: number) =>
    column >= 0 && row >= 0 && column < columns && row < rows && shown.has(row * columns + column)
  const x = (column: number) => Math.min(column * CELL, width)
  const y = (row: number) => Math.min(row * CELL, height)
  const parts: string[] = []
  // Edges that go on are one line.
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0, from = -1; column <= columns; column += 1) {
      const isEdge = column < columns && isShown(column, row - 1) !== isShown(column, row)
      if (isEdge && from < 0) from = column
      if (!isEdge && from >= 0) {
        parts.push(`M${x(from)} ${y(row)}H${x(column)}`)
        from = -1
      }
    }
  for (let column = 0; column <= columns; column += 1)
    for (let row = 0, from = -1; row <= rows; row += 1) {
      const isEdge = row < rows && isShown(column - 1, row) !== isShown(column, row)
      if (isEdge && from < 0) from = row
      if (!isEdge && from >= 0) {
        parts.push(`M${x(column)} ${y(from)}V${y(row)}`)
        from = -1
      }
    }
  return parts.join('')
}
