/**
 * Moves places along a line apart, so that what is there doesn't cover its neighbour. They are in rising order, and stay
 * in it and on the line.
 */
export function spread(
  places: readonly number[],
  { gap, width }: { gap: number; width: number },
): number[] {
  const fits = places.length < 2 ? gap : Math.min(gap, width / (places.length - 1))
  const moved: number[] = []
  for (const place of places) moved.push(Math.max(place, (moved.at(-1) ?? -fits) + fits))
  let limit = width
  for (let at = moved.length - 1; at >= 0; at -= 1) {
    moved[at] = Math.min(moved[at] ?? 0, limit)
    limit = (moved[at] ?? 0) - fits
  }
  return moved
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600]
const LABEL_WIDTH = 64

/** Whole seconds that are named under a line of this many pixels. */
export function ticksOf(seconds: number, width: number): number[] {
  const most = Math.max(1, Math.floor(width / LABEL_WIDTH))
  const step = STEPS.find((one) => seconds / one <= most) ?? 600
  return Array.from({ length: Math.ceil(seconds / step) }, (_, at) => at * step).filter(
    // The last one needs space for its words.
    (one) => one === 0 || (seconds - one) * width >= (LABEL_WIDTH / 2) * seconds,
  )
}
