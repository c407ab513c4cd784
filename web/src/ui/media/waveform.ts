/** Silence still draws a thin line. */
const LOWEST = 0.03

/**
 * The heights of `count` bars, 0 to 1. A bar shows the loudest of its peaks. Without peaks, it is an even line.
 */
export function barsOf(peaks: readonly number[] | null, count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    if (peaks === null || peaks.length === 0) return LOWEST
    const from = Math.floor((index * peaks.length) / count)
    const to = Math.max(from + 1, Math.floor(((index + 1) * peaks.length) / count))
    return Math.max(LOWEST, ...peaks.slice(from, to))
  })
}

const SVG = { width: 960, height: 100, bar: 0.6 } as const

/** The bars as an image URL for a CSS mask. */
export function waveMask(peaks: readonly number[] | null, count: number): string {
  const step = SVG.width / count
  const bars = barsOf(peaks, count)
    .map((share, index) => {
      const high = share * SVG.height
      const left = index * step + (step * (1 - SVG.bar)) / 2
      return `M${left.toFixed(1)} ${((SVG.height - high) / 2).toFixed(1)}h${(step * SVG.bar).toFixed(1)}v${high.toFixed(1)}h-${(step * SVG.bar).toFixed(1)}z`
    })
    .join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SVG.width} ${SVG.height}" preserveAspectRatio="none"><path d="${bars}"/></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
