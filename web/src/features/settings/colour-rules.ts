import type { OwnUser } from '@plinth/contract/people/users.ts'
import { contrast } from '../../lib/colours/contrast.ts'
import { NEEDED, readable } from '../../lib/colours/profile.ts'
import { texts } from './settings-texts.ts'

export interface ContrastRow {
  name: string
  /** The shown colours: the background, and the text on it. */
  ground: string
  top: string
  ratio: string
  isAdjusted: boolean
  /** The ratio that is needed, or why another colour is shown. */
  line: string
}

/** Rounded down, so that no ratio is shown that is not reached. */
const shown = (ratio: number): string => (Math.floor(ratio * 10) / 10).toFixed(1)
const nameOf = (colour: string): string =>
  contrast(colour, '#FFFFFF') > contrast(colour, '#000000')
    ? texts.colours.black
    : texts.colours.white

export interface Adjustment {
  colour: 'text' | 'accent'
  own: string
  /** `white (#FFFFFF)`. */
  shown: string
}

/** The colours that Plinth replaces because they would be hard to read. */
export function adjustmentsOf(colours: OwnUser['profileColors']): Adjustment[] {
  const seen = readable(colours)
  return (['text', 'accent'] as const)
    .filter((colour) => seen[colour].toUpperCase() !== colours[colour].toUpperCase())
    .map((colour) => ({
      colour,
      own: colours[colour],
      shown: `${nameOf(seen[colour])} (${seen[colour]})`,
    }))
}

/** The contrast of each pair of a person's colours, and what Plinth shows instead. */
export function contrastRows(colours: OwnUser['profileColors']): ContrastRow[] {
  const { colours: words } = texts
  const { background, text, accent } = colours
  const seen = readable(colours)
  const rowOf = (
    pair: keyof typeof NEEDED,
    [top, ground]: [string, string],
    [ownTop, ownGround]: [string, string],
  ): ContrastRow => {
    const own = contrast(ownTop, ownGround)
    const isAdjusted = own < NEEDED[pair]
    return {
      name: words[pair],
      ground,
      top,
      ratio: shown(contrast(top, ground)),
      isAdjusted,
      line: isAdjusted ? words.why[pair](shown(own), nameOf(top)) : words.needed(NEEDED[pair]),
    }
  }
  return [
    rowOf('text', [seen.text, background], [text, background]),
    rowOf('accent', [seen.accent, background], [accent, background]),
    // Labels are black or white, whichever is readable; a person would expect their text colour there.
    rowOf('ink', [seen.ink, seen.accent], [text, seen.accent]),
  ]
}
