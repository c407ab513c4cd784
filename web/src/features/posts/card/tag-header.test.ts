import { expect, it } from 'vitest'
import { tagLine } from './tag-header.tsx'

const view = (workCount: number, postCount: number, creatorCount: number | null) =>
  tagLine({ tag: 'colour', workCount, postCount, creatorCount, related: [] })

it('counts works, posts and creators', () => {
  expect(view(9, 4, 6)).toBe('9 works and 4 posts by 6 creators')
  expect(view(1, 1, 1)).toBe('1 work and 1 post by 1 creator')
})

it('leaves out counts of zero', () => {
  expect(view(0, 4, 2)).toBe('4 posts by 2 creators')
  expect(view(3, 0, 3)).toBe('3 works by 3 creators')
  expect(view(0, 0, 0)).toBe('')
})

it('shows a capped count, and then no number of creators', () => {
  expect(view(1_000, 12, null)).toBe('1,000+ works and 12 posts')
})
