interface Size {
  width: number
  height: number
}

/** Around the page, in pixels. */
const MARGIN = 24
const STEPS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4] as const

/** The scale at which a whole page fits into the box; on narrow screens it fills the width and scrolls. */
export function fitOf(page: Size, box: Size): number {
  const across = Math.max(1, box.width - 2 * MARGIN) / page.width
  const down = Math.max(1, box.height - 2 * MARGIN) / page.height
  return box.width < box.height ? across : Math.min(across, down)
}

/** The next larger or smaller step. */
export function nextZoom(zoom: number, by: 1 | -1): number {
  const near = 0.001
  const next =
    by === 1
      ? STEPS.find((step) => step > zoom + near)
      : STEPS.findLast((step) => step < zoom - near)
  return next ?? zoom
}

/** The page that a key leads to; null for other keys, and where there is none. */
export function pageAfter(key: string, page: number, pages: number): number | null {
  const next =
    key === 'ArrowRight' || key === 'PageDown'
      ? page + 1
      : key === 'ArrowLeft' || key === 'PageUp'
        ? page - 1
        : key === 'Home'
          ? 1
          : key === 'End'
            ? pages
            : null
  return next === null || next < 1 || next > pages ? null : next
}
