import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { expect, it } from 'vitest'
import { mergeStudies, withSide, type Merged } from './merge-rules.ts'
import type { Study } from './study-rules.ts'

const quote = (id: string, text = id): Block => ({ id, type: 'quote', text, cite: '' })
const study = (blocks: Block[], head: Partial<Study> = {}): Study => ({
  title: 'Jars',
  description: '',
  coverId: 'cover',
  blocks,
  ...head,
})
const base = study(['a', 'b', 'c'].map((id) => quote(id)))
const words = ({ study: { blocks } }: Pick<Merged, 'study'>) =>
  blocks.map((block) => block.type === 'quote' && block.text)

it('keeps what only one side changed', () => {
  const mine = study([quote('a', 'mine'), quote('b'), quote('c')], { title: 'Six jars' })
  const theirs = study([quote('a'), quote('b'), quote('c', 'theirs')], { coverId: 'other' })
  const merged = mergeStudies(base, mine, theirs)
  expect(merged.clashes).toEqual([])
  expect(words(merged)).toEqual(['mine', 'b', 'theirs'])
  expect(merged.study).toMatchObject({ title: 'Six jars', coverId: 'other' })
})

it('keeps what either side added, where it was added', () => {
  const mine = study([quote('a'), quote('m'), quote('b'), quote('c')])
  const theirs = study([quote('t'), quote('a'), quote('b'), quote('c'), quote('u')])
  expect(words(mergeStudies(base, mine, theirs))).toEqual(['t', 'a', 'm', 'b', 'c', 'u'])
})

it('leaves out what one side deleted and the other did not touch', () => {
  const merged = mergeStudies(
    base,
    study([quote('a'), quote('c')]),
    study([quote('b'), quote('c')]),
  )
  expect(words(merged)).toEqual(['c'])
  expect(merged.clashes).toEqual([])
})

it('takes the order of whoever moved blocks', () => {
  const moved = study([quote('c'), quote('a'), quote('b')])
  const typed = study([quote('a', 'typed'), quote('b'), quote('n'), quote('c')])
  expect(words(mergeStudies(base, moved, typed))).toEqual(['c', 'typed', 'b', 'n'])
  expect(words(mergeStudies(base, typed, moved))).toEqual(['c', 'typed', 'b', 'n'])
})

it('offers what both changed, and loses neither version', () => {
  const mine = study([quote('a', 'mine'), quote('b'), quote('c')], { title: 'Mine' })
  const theirs = study([quote('a', 'theirs'), quote('b'), quote('c')], { title: 'Theirs' })
  const merged = mergeStudies(base, mine, theirs)
  expect(merged.clashes).toEqual([
    { kind: 'head', id: 'title', mine: 'Mine', theirs: 'Theirs' },
    { kind: 'block', id: 'a', mine: quote('a', 'mine'), theirs: quote('a', 'theirs') },
  ])
  expect(words(merged)).toEqual(['mine', 'b', 'c'])
  const taken = merged.clashes.reduce((now, one) => withSide(now, one, 'theirs'), merged.study)
  expect(taken).toEqual(theirs)
  expect(merged.clashes.reduce((now, one) => withSide(now, one, 'mine'), taken)).toEqual(mine)
})

it('has no clash where both made the same change', () => {
  const both = study([quote('a', 'same'), quote('b'), quote('c')])
  expect(mergeStudies(base, both, structuredClone(both)).clashes).toEqual([])
})

it('offers what one side deleted and the other changed', () => {
  const shorter = study([quote('b'), quote('c')])
  const typed = study([quote('a', 'typed'), quote('b'), quote('c')])
  for (const [mine, theirs, gone] of [
    [shorter, typed, 'mine'],
    [typed, shorter, 'theirs'],
  ] as const) {
    const { study: merged, clashes } = mergeStudies(base, mine, theirs)
    expect(words({ study: merged })).toEqual(['typed', 'b', 'c'])
    expect(clashes).toHaveLength(1)
    const [clash] = clashes
    if (clash === undefined) throw new Error('it offers nothing')
    expect(words({ study: withSide(merged, clash, gone) })).toEqual(['b', 'c'])
  }
})
