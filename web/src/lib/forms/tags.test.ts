import { MAX_TAGS, MAX_TAG_LENGTH } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { addTags } from './tags.ts'

it('trims, splits at commas and ignores duplicates and blanks', () => {
  expect(addTags(['clay'], ' #stoneware, Clay ,, home ')).toEqual(['clay', 'stoneware', 'home'])
  expect(addTags(['clay'], '  # ')).toEqual(['clay'])
})

it('stops at the limits', () => {
  const full = Array.from({ length: MAX_TAGS }, (_, index) => `tag ${index}`)
  expect(addTags(full, 'one more')).toEqual(full)
  expect(addTags([], 'x'.repeat(80))[0]).toHaveLength(MAX_TAG_LENGTH)
})
