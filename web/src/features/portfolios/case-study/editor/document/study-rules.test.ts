import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { expect, it } from 'vitest'
import {
  duplicateOf,
  fileIdsOf,
  firstWords,
  hasContent,
  isSame,
  newBlock,
  plainText,
  withInserted,
  withoutAlt,
  wordCount,
  type Files,
  type Study,
} from './study-rules.ts'

const shot = (mediaId: string) => ({ mediaId, caption: '' })
const grid: Block = {
  id: 'grid',
  type: 'grid',
  rowHeight: 'middle',
  hasCaptions: true,
  shots: [shot('one'), shot('two')],
}
const compare: Block = {
  id: 'compare',
  type: 'compare',
  before: shot('two'),
  after: shot('three'),
  title: '',
  text: '',
}
const study = (...blocks: Block[]): Study => ({ title: '', description: '', coverId: '', blocks })
const ids = ({ blocks }: Study) => blocks.map(({ id }) => id)

it('lists the files of all blocks once each', () => {
  expect(fileIdsOf(study(grid, compare, newBlock('media')))).toEqual(['one', 'two', 'three'])
})

it('counts files without alternative text, and none that cannot be shown', () => {
  const files = {
    one: { picture: { alt: 'A jar' } },
    two: { picture: { alt: ' ' } },
  } as unknown as Files
  expect(withoutAlt(['one', 'two', 'three'], files)).toBe(1)
})

it('reads a text without its links and says how it begins', () => {
  const parts = [
    { kind: 'paragraph' as const, spans: [] },
    {
      kind: 'heading' as const,
      spans: [{ text: 'The worst ' }, { text: 'scene', href: 'https://a.b' }],
    },
    { kind: 'list' as const, items: [[{ text: 'one bulb' }], [{ text: 'rain' }]] },
  ]
  expect(firstWords(parts)).toBe('The worst scene')
  expect(plainText(parts)).toBe('The worst scene one bulb rain')
  expect(wordCount(plainText(parts))).toBe(6)
  expect(wordCount('')).toBe(0)
})

it('inserts at the front, behind another block, and at the end if that is gone', () => {
  const added = newBlock('quote')
  const two = study(grid, compare)
  expect(ids(withInserted(two, null, added))).toEqual([added.id, 'grid', 'compare'])
  expect(ids(withInserted(two, 'grid', added))).toEqual(['grid', added.id, 'compare'])
  expect(ids(withInserted(two, 'gone', added))).toEqual(['grid', 'compare', added.id])
})

it('gives a copy ids of its own, also its credits', () => {
  const credits: Block = {
    id: 'credits',
    type: 'credits',
    people: [{ id: 'line', name: 'Rosa', role: 'Film' }],
  }
  const copy = duplicateOf(credits)
  expect(copy).toMatchObject({ type: 'credits', people: [{ name: 'Rosa', role: 'Film' }] })
  expect(copy.id).not.toBe('credits')
  expect(JSON.stringify(copy)).not.toContain('line')
})

it('compares content whatever the order of its fields', () => {
  expect(isSame({ a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 })).toBe(true)
  expect(isSame({ a: [1, 2] }, { a: [2, 1] })).toBe(false)
})

it('shows visitors no block that is empty', () => {
  for (const type of ['text', 'media', 'grid', 'compare', 'quote', 'facts', 'credits'] as const)
    expect(hasContent(newBlock(type)), type).toBe(false)
  expect([grid, compare].map(hasContent)).toEqual([true, true])
  const spans = [{ text: ' ' }]
  expect(hasContent({ id: 'a', type: 'text', parts: [{ kind: 'paragraph', spans }] })).toBe(false)
})
