import { DEFAULT_PROFILE_COLORS } from '@plinth/contract/people/users.ts'
import { describe, expect, it } from 'vitest'
import { blackOrWhite, contrast, mix } from './contrast.ts'
import { isLight, NEEDED, profileTokens, readable } from './profile.ts'

const FOREST = { background: '#12231E', text: '#F6EBD9', accent: '#F2A65A' }
const PAPER = { background: '#F3EBDC', text: '#1D2B4A', accent: '#A3243B' }

describe('contrast', () => {
  it('measures as WCAG does', () => {
    expect(contrast('#000000', '#FFFFFF')).toBe(21)
    expect(contrast('#777777', '#777777')).toBe(1)
    expect(contrast(FOREST.text, FOREST.background)).toBeCloseTo(13.9, 1)
    expect(contrast(PAPER.accent, PAPER.background)).toBeCloseTo(6.2, 1)
  })

  it('mixes channel by channel', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080')
    expect(mix('#12231E', '#F6EBD9', 0)).toBe('#12231e')
    expect(mix('#12231E', '#F6EBD9', 1)).toBe('#f6ebd9')
  })
})

describe('readable', () => {
  it('leaves readable colours alone', () => {
    expect(readable(FOREST)).toEqual({ ...FOREST, ink: '#0A0A10' })
    expect(readable(PAPER)).toEqual({ ...PAPER, ink: '#FFFFFF' })
  })

  it('replaces only the text by black or white if only the text fails', () => {
    expect(readable({ ...FOREST, text: '#8A8A8A' })).toMatchObject({
      text: '#FFFFFF',
      accent: FOREST.accent,
    })
    expect(readable({ ...PAPER, text: '#B0A890' }).text).toBe('#000000')
  })

  it('replaces an invisible accent by black or white, with a label colour for it', () => {
    expect(readable({ ...FOREST, accent: '#1A3A30' })).toMatchObject({
      accent: '#FFFFFF',
      ink: '#0A0A10',
    })
    expect(readable({ ...PAPER, accent: '#F0E0C0' })).toMatchObject({
      accent: '#000000',
      ink: '#FFFFFF',
    })
  })

  it('gives every background a label colour that reaches its ratio, or the better of black and white', () => {
    for (let red = 0; red < 256; red += 51) {
      for (let green = 0; green < 256; green += 51) {
        for (let blue = 0; blue < 256; blue += 51) {
          const colour = `#${[red, green, blue].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
          const shown = readable({ background: colour, text: '#7F7F7F', accent: colour })
          expect(contrast(shown.accent, colour)).toBeGreaterThanOrEqual(NEEDED.accent)
          expect(contrast(shown.ink, shown.accent)).toBeGreaterThanOrEqual(NEEDED.ink)
          const reached = contrast(shown.text, colour)
          if (reached < NEEDED.text) expect(shown.text).toBe(blackOrWhite(colour))
        }
      }
    }
  })
})

describe('profileTokens', () => {
  it('overrides nothing for the product’s own colours, however they are written', () => {
    expect(profileTokens(DEFAULT_PROFILE_COLORS)).toEqual({})
    expect(profileTokens({ background: '#0f0f17', text: '#ffffff', accent: '#a855f7' })).toEqual({})
  })

  it.each([FOREST, PAPER])('keeps the softer text colours readable: $background', (colours) => {
    const tokens = profileTokens(colours)
    const of = (name: `--${string}`) => tokens[name] ?? ''
    expect(contrast(of('--text-2'), of('--wall'))).toBeGreaterThanOrEqual(7)
    expect(contrast(of('--text-3'), of('--surface-2'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(of('--accent-text'), of('--accent-wash'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(of('--line-strong'), of('--wall'))).toBeGreaterThanOrEqual(3)
    for (const fill of ['--accent', '--accent-hover', '--accent-press'] as const) {
      expect(contrast(of('--on-accent'), of(fill))).toBeGreaterThanOrEqual(NEEDED.ink)
    }
  })

  it('draws the ledge in the text colour only on a light background', () => {
    expect(isLight(PAPER.background)).toBe(true)
    expect(profileTokens(PAPER)['--ledge']).toContain(PAPER.text)
    expect(profileTokens(PAPER)['--lamp']).toBe('#2A2010')
    expect(isLight(FOREST.background)).toBe(false)
    expect(profileTokens(FOREST)).not.toHaveProperty('--ledge')
  })
})
