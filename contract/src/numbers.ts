const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  minimumFractionDigits: 2,
})

/** `$450`, `$450.50`, `$1,200`. */
export const price = (sum: number): string =>
  Number.isInteger(sum) ? `$${whole.format(sum)}` : dollars.format(sum)

/** `1,204` in full below ten thousand, then `11.2k`, `3.4M`. */
export function count(value: number): string {
  if (value < 10_000) return whole.format(value)
  return value < 999_950 ? `${oneDecimal(value / 1_000)}k` : `${oneDecimal(value / 1_000_000)}M`
}

/** One decimal at most: `3.2`, but `3`. */
export const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10)
