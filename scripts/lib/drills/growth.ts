const MINUTES = 60
/** Fewer minutes say nothing about an hour. */
const FEWEST = 10

/** How much a figure that was read every minute grows in an hour: the slope of the line through it. Null if there are too few. */
export function growthOf(figures: readonly number[]): number | null {
  if (figures.length < FEWEST) return null
  const middle = (figures.length - 1) / 2
  const mean = figures.reduce((sum, one) => sum + one, 0) / figures.length
  let [both, squares] = [0, 0]
  for (const [minute, figure] of figures.entries()) {
    both += (minute - middle) * (figure - mean)
    squares += (minute - middle) ** 2
  }
  return (both / squares) * MINUTES
}
