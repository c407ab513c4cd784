import { MAX_GRID_FILES } from '@plinth/contract/limits.ts'
import { expect, it } from 'vitest'
import { newBlock, shotsOf, type BlockOf } from './study-rules.ts'
import { freeIn, kindsFor, withFile } from './upload-rules.ts'

const grid = (many: number): BlockOf<'grid'> => ({
  ...(newBlock('grid') as BlockOf<'grid'>),
  shots: Array.from({ length: many }, (_, at) => ({ mediaId: `file ${at}`, caption: '' })),
})
const ids = (block: Parameters<typeof shotsOf>[0]) => shotsOf(block).map(({ mediaId }) => mediaId)

it('keeps the order in which files were chosen, whichever arrives first', () => {
  const block = withFile(grid(1), 'grid', 'second')
  expect(ids(withFile(block, 'grid', 'first', 'second'))).toEqual(['file 0', 'first', 'second'])
  expect(ids(withFile(block, 'grid', 'other', 'gone'))).toEqual(['file 0', 'second', 'other'])
})

it('replaces a file and keeps its caption', () => {
  const media = {
    ...(newBlock('media') as BlockOf<'media'>),
    shot: { mediaId: 'old', caption: 'At dusk' },
  }
  expect(withFile(media, 'shot', 'new')).toMatchObject({
    shot: { mediaId: 'new', caption: 'At dusk' },
  })
  const compare = withFile(newBlock('compare'), 'after', 'new')
  expect(compare).toMatchObject({ before: null, after: { mediaId: 'new', caption: '' } })
})

it('has no place for more than a grid holds, nor in another kind of block', () => {
  const full = grid(MAX_GRID_FILES)
  expect(freeIn(full, 'grid')).toBe(0)
  expect(withFile(full, 'grid', 'new')).toBe(full)
  const quote = newBlock('quote')
  expect(withFile(quote, 'grid', 'new')).toBe(quote)
})

it('takes pictures only, except for a single file', () => {
  expect(kindsFor('grid')).toEqual(['image'])
  expect(kindsFor('shot')).toContain('audio')
  expect(kindsFor('shot', ['video'])).toEqual(['video'])
})
