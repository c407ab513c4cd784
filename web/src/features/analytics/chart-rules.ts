/** What the lines of a chart are apart: 1, 2 or 5 times a power of ten, of counts never less than one. */
export function stepOf(most: number, lines: number): number {
  const least = Math.max(1, most / lines)
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5, 10].find((one) => one * power >= least) ?? 10) * power
}

/** Lines from the lowest above the ground to the first that nothing rises above. */
export function linesOf(most: number, lines = 4): number[] {
  const step = stepOf(most, lines)
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count }, (_, at) => (at + 1) * step)
}

/** The line through values, in a box of 100 by 100 whose ground is below. */
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

/** Days that are named under a chart: so many, evenly apart, the first and the last among them. */
export const namedDays = (days: number, names: number): number[] => [
  ...new Set(Array.from({ length: names }, (_, at) => Math.round((at * (days - 1)) / (names - 1)))),
]
