import type { OwnUser } from '@plinth/contract/people/users.ts'
import { contrast } from '../../lib/colours/contrast.ts'
import { NEEDED, readable } from '../../lib/colours/profile.ts'
import { texts } from './settings-texts.ts'

export interface ContrastRow {
  name: string
  /** As it is shown: ground and what stands on it. */
  ground: string
  top: string
  ratio: string
  isAdjusted: boolean
  /** What is needed, or why something else is shown. */
  line: string
}

/** Rounded down: a number that is shown is never more than what is there. */
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

/** Which of a person's colours Plinth shows another one for, because theirs could not be read. */
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

/** How a person's colours measure where they are shown, and what Plinth shows in their place. */
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
    // Labels are as dark as they can be; a person's text colour is what they would expect there.
    rowOf('ink', [seen.ink, seen.accent], [text, seen.accent]),
  ]
}
