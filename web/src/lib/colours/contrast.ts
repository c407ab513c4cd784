/** Colours as `#rrggbb`. */
type Channels = readonly [red: number, green: number, blue: number]

const BLACK = '#000000'
const WHITE = '#FFFFFF'

const channelsOf = (colour: string): Channels => {
  const bits = Number.parseInt(colour.slice(1), 16)
  return [(bits >> 16) & 0xff, (bits >> 8) & 0xff, bits & 0xff]
}

/** Mixes `share` of `top` into `ground`: 0 is the ground, 1 the top. */
export function mix(ground: string, top: string, share: number): string {
  const [red, green, blue] = channelsOf(ground)
  const [topRed, topGreen, topBlue] = channelsOf(top)
  const byte = (from: number, to: number) =>
    Math.round(from + (to - from) * share)
      .toString(16)
      .padStart(2, '0')
  return `#${byte(red, topRed)}${byte(green, topGreen)}${byte(blue, topBlue)}`
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(colour: string): number {
  const linear = (value: number) => {
    const share = value / 255
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }
  const [red, green, blue] = channelsOf(colour)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

/** 1 for the same colour, 21 for black on white. */
export function contrast(one: string, other: string): number {
  const a = luminance(one)
  const b = luminance(other)
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Black or white, whichever has more contrast on this background. */
export const blackOrWhite = (ground: string): string =>
  contrast(BLACK, ground) > contrast(WHITE, ground) ? BLACK : WHITE
