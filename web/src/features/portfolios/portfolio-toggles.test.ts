import type { PortfolioItem } from '@plinth/contract/portfolios.ts'
import { expect, it } from 'vitest'
import { withLike, withSave } from './portfolio-toggles.ts'

const work = (state: Partial<PortfolioItem>) =>
  ({
    isLiked: false,
    isSaved: false,
    likeCount: 4,
    likes: 4,
    saveCount: 0,
    ...state,
  }) as PortfolioItem

it('moves both names of the like count with the wish', () => {
  expect(withLike(work({}), true)).toEqual({ isLiked: true, likeCount: 5, likes: 5 })
  expect(withLike(work({ isLiked: true }), false)).toEqual({
    isLiked: false,
    likeCount: 3,
    likes: 3,
  })
})

it('counts nothing twice and never below nought', () => {
  expect(withLike(work({ isLiked: true }), true)).toEqual({})
  expect(withSave(work({}), false)).toEqual({})
  expect(withSave(work({ isSaved: true, saveCount: 0 }), false)).toEqual({
    isSaved: false,
    saveCount: 0,
  })
})
