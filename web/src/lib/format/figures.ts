const integers = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const cents = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** `24,895`: figures are never shortened. */
export const whole = (value: number): string => integers.format(value)

const exact = (value: number): string => cents.format(value)

/** `$9,480`, `$460.50`, `−$12`. */
export const money = (dollars: number): string =>
  signed(dollars, Number.isInteger(dollars) ? whole : exact)

/** `$210.67`, `$0.00`. */
export const exactMoney = (dollars: number): string => signed(dollars, exact)

const signed = (dollars: number, format: (value: number) => string): string =>
  `${dollars < 0 ? '−' : ''}$${format(Math.abs(dollars))}`

/** `1 like`, `1,204 likes`. */
export const many = (value: number, one: string): string =>
  `${whole(value)} ${one}${value === 1 ? '' : 's'}`
