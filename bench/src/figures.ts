/** One measurement. Times in milliseconds. */
export interface Figures {
  perSecond: number
  p50: number
  p99: number
}

/** Nearest rank: the smallest value that at least `percent` of all values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

export const figuresOf = (times: readonly number[], seconds: number): Figures => ({
  perSecond: times.length / seconds,
  p50: percentile(times, 50),
  p99: percentile(times, 99),
})

/** The median of each figure. */
export const medianOf = (rounds: readonly Figures[]): Figures => ({
  perSecond: percentile(
    rounds.map((round) => round.perSecond),
    50,
  ),
  p50: percentile(
    rounds.map((round) => round.p50),
    50,
  ),
  p99: percentile(
    rounds.map((round) => round.p99),
    50,
  ),
})

/** Pads each column to its widest cell: the first column is text, the others are numbers aligned right. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  )
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd()
  return rows.map(line).join('\n')
}

export const perSecondText = (value: number): string => Math.round(value).toLocaleString('en-US')
export const millisecondsText = (value: number): string => value.toFixed(value < 10 ? 1 : 0)
export const ratioText = (value: number): string => `${value.toFixed(2)} x`
export const secondsText = (value: number): string => value.toFixed(value < 10 ? 2 : 0)

const MB = 1024 ** 2
export const bytesText = (value: number): string =>
  value < MB ? `${Math.round(value / 1_024)} kB` : `${(value / MB).toFixed(1)} MB`

export const median = (values: readonly number[]): number => percentile(values, 50)
