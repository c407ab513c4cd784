import { expect, it } from 'vitest'
import { peaksOf } from './peaks.ts'

it('reads the loudness along a sound file', () => {
  expect(peaksOf({ peaks: btoa('\u0000\u00ff\u0033') })).toEqual([0, 1, 0.2])
  expect(peaksOf({ peaks: null })).toBeNull()
})
