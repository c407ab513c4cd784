import { expect, it } from 'vitest'
import { withFullStop, pixelSentence } from './viewer-texts.ts'

it('describes how image and screen pixels relate', () => {
  const image = { width: 1_600, height: 1_600 }
  expect(pixelSentence(image, 1)).toBe('1,600 by 1,600 px, one image pixel on one screen pixel')
  expect(pixelSentence(image, 1.5)).toBe(
    '1,600 by 1,600 px, one image pixel on 1.5 screen pixels each way',
  )
  expect(pixelSentence(image, 0.424)).toBe('1,600 by 1,600 px, shown at 42% of its size')
})

it('ends a phrase with a full stop and leaves a sentence alone', () => {
  expect(withFullStop('A carp')).toBe('A carp.')
  expect(withFullStop('A carp. ')).toBe('A carp.')
  expect(withFullStop('Is it a carp?')).toBe('Is it a carp?')
})
