/** Distance between grid lines: 1, 2 or 5 times a power of ten, and at least 1. */
export function stepOf(most: number, lines: number): number {
  const least = Math.max(1, most / lines)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((one) => one * power >= least) ?? 10) * power
}

/** Grid lines above zero, up to the first that is not below the highest value. */
export function linesOf(most: number, lines = 4): number[] {
  const step = stepOf(most, lines)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count }, (_, at) => (at + 1) * step)
}

/** SVG path through the values, in a box of 100 by 100 with zero at the bottom. */
export const pathOf = (values: readonly number[], top: number): string =>
  values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${round(xOf(at, values.length))} ${round(100 - (value / top) * 100)}`,
    )
    .join('')

export const xOf = (at: number, count: number): number =>
  count === 1 ? 100 : (at / (count - 1)) * 100
const round = (value: number) => Math.round(value * 100) / 100

/** Indexes of the labelled points: `names` of them, evenly spaced, with the first and the last. */
export const namedPoints = (count: number, names: number): number[] => [
  ...new Set(
    Array.from({ length: names }, (_, at) => Math.round((at * (count - 1)) / (names - 1))),
  ),
]
