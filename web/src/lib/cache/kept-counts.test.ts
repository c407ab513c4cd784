import { expect, it } from 'vitest'
import { withLike, withSave } from './kept-counts.ts'

const entity = { isLiked: false, isSaved: false, likeCount: 4, likes: 4, saveCount: 0 }

it('moves both names of the like count with the wish', () => {
  expect(withLike(entity, true)).toEqual({ isLiked: true, likeCount: 5, likes: 5 })
  expect(withLike({ ...entity, isLiked: true }, false)).toEqual({
    isLiked: false,
    likeCount: 3,
    likes: 3,
  })
})

it('counts nothing twice and never below nought', () => {
  expect(withLike({ ...entity, isLiked: true }, true)).toEqual({})
  expect(withSave(entity, false)).toEqual({})
  expect(withSave({ ...entity, isSaved: true, saveCount: 0 }, false)).toEqual({
    isSaved: false,
    saveCount: 0,
  })
})
