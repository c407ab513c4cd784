import { expect, it } from 'vitest'
import { originWords } from './work-facts.tsx'

const saidAt = '2026-11-22T12:00:00.000Z'

it.each([
  [null, 'Not said yet'],
  [{ kind: 'hand', parts: null, saidAt }, 'Made by hand'],
  [{ kind: 'ai_assisted', parts: 'the sky', saidAt }, 'AI-assisted: the sky'],
] as const)('says how a work was made: %o', (origin, words) => {
  expect(originWords({ origin })).toBe(words)
})
