import { DEFAULT_PROFILE_COLORS, type Profile } from '@plinth/contract/people/users.ts'
import { blackOrWhite, contrast, mix } from './contrast.ts'

type ProfileColours = Profile['profileColors']

/** The contrast that each pair needs; below it, black or white is used instead. */
export const NEEDED = { text: 7, accent: 3, ink: 4.5 } as const
/** How much of the text colour is mixed into the background for the three surfaces. */
const SURFACES = [0.06, 0.1, 0.15] as const
const INK = '#0A0A10'
const DANGER = '#FF8079'
const LAMP = '#FFE7BF'
const ON_LAMP = '#2A2010'

export interface ReadableColours extends ProfileColours {
  /** The label of a button filled with the accent. */
  ink: string
}

/** A person's colours, with black or white in place of colours that could not be read. */
export function readable({ background, text, accent }: ProfileColours): ReadableColours {
  const shown = contrast(accent, background) < NEEDED.accent ? blackOrWhite(background) : accent
  return {
    background,
    text: contrast(text, background) < NEEDED.text ? blackOrWhite(background) : text,
    accent: shown,
    ink: contrast(INK, shown) < NEEDED.ink ? blackOrWhite(shown) : INK,
  }
}

export const isLight = (background: string): boolean => blackOrWhite(background) === '#000000'

/** Mixes as little of `towards` into `colour` as reaches this contrast on every background. */
function reaching(colour: string, towards: string, grounds: readonly string[], ratio: number) {
  const reaches = (tried: string) => grounds.every((ground) => contrast(tried, ground) >= ratio)
  for (let share = 0; share < 1; share += 0.04) {
    const tried = mix(colour, towards, share)
    if (reaches(tried)) return tried
  }
  return towards
}

/**
 * The CSS properties that a profile's container overrides. None for the default colours, which are tuned by hand.
 */
export function profileTokens(colours: ProfileColours): Record<`--${string}`, string> {
  if (isDefault(colours)) return {}
  const { background, text, accent, ink } = readable(colours)
  const [first, second, third] = SURFACES.map((share) => mix(background, text, share))
  const grounds = [background, first, second].filter((ground) => ground !== undefined)
  const wash = mix(background, accent, 0.16)
  // Away from the label's colour, so that its contrast only grows.
  const press = (share: number) => mix(accent, blackOrWhite(ink), share)
  const accentText = reaching(accent, text, [...grounds, wash], 4.5)
  return {
    '--wall': background,
    '--surface-1': first ?? background,
    '--surface-2': second ?? background,
    '--surface-3': third ?? background,
    '--line': mix(background, text, 0.2),
    '--line-strong': reaching(mix(background, text, 0.45), text, grounds, 3),
    '--text': text,
    '--text-2': reaching(mix(background, text, 0.88), text, [background], 7),
    '--text-3': reaching(mix(background, text, 0.81), text, grounds, 4.5),
    '--accent': accent,
    '--accent-hover': press(0.12),
    '--accent-press': press(0.2),
    '--accent-text': accentText,
    '--accent-wash': wash,
    '--on-accent': ink,
    '--focus': accentText,
    '--danger': reaching(DANGER, text, grounds, 4.5),
    ...(isLight(background) ? byDay(background, text) : {}),
  }
}

/** On a light background the ledge is a line with a shadow, and every work has an edge. */
const byDay = (background: string, text: string): Record<`--${string}`, string> => ({
  '--lamp': ON_LAMP,
  '--on-lamp': LAMP,
  '--ledge': `linear-gradient(90deg, transparent, ${text} 6%, ${text} 94%, transparent)`,
  '--ledge-fall': `linear-gradient(180deg, ${text}26, ${text}00)`,
  '--shadow-work': `0 0 0 1px ${mix(background, text, 0.2)}`,
})

const isDefault = ({ background, text, accent }: ProfileColours) =>
  same(background, DEFAULT_PROFILE_COLORS.background) &&
  same(text, DEFAULT_PROFILE_COLORS.text) &&
  same(accent, DEFAULT_PROFILE_COLORS.accent)
const same = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()
