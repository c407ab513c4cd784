import { expect, it } from 'vitest'
import { correctionLine, foundNothing, marked, tabCount } from './result-rules.ts'

it('names the misspelt word and the one in its place', () => {
  const corrections = [{ typed: 'cermaics', taken: 'ceramics' }]
  expect(correctionLine('cermaics', { corrections, taken: 'ceramics' })).toEqual(corrections[0])
  expect(correctionLine('blue cermaics', { corrections, taken: 'blue ceramics' })).toEqual(
    corrections[0],
  )
  expect(correctionLine('ceramics', { corrections: [], taken: 'ceramics' })).toBeNull()
})

it('names all words when several are misspelt', () => {
  const corrections = [
    { typed: 'bleu', taken: 'blue' },
    { typed: 'cermaics', taken: 'ceramics' },
  ]
  expect(correctionLine('bleu cermaics', { corrections, taken: 'blue ceramics' })).toEqual({
    typed: 'bleu cermaics',
    taken: 'blue ceramics',
  })
})

it('counts each part and all of them, and says where it stopped counting', () => {
  const counts = { workCount: 12, personCount: 2, postCount: 3 }
  expect(tabCount(counts, undefined)).toBe('17')
  expect(tabCount(counts, 'people')).toBe('2')
  expect(tabCount({ ...counts, workCount: 200 }, 'works')).toBe('200+')
  expect(tabCount({ ...counts, workCount: 200 }, undefined)).toBe('205+')
  expect(foundNothing(counts)).toBe(false)
  expect(foundNothing({ workCount: 0, personCount: 0, postCount: 0 })).toBe(true)
})

it('marks the beginnings of words that were searched for', () => {
  expect(marked('Marit Solheim', 'mar')).toEqual([
    { text: 'Mar', isMatch: true },
    { text: 'it', isMatch: false },
    { text: ' ', isMatch: false },
    { text: 'Solheim', isMatch: false },
  ])
  const text = (parts: ReturnType<typeof marked>) => parts.map((part) => part.text).join('')
  expect(text(marked('textiles and ceramics.', 'ceramics'))).toBe('textiles and ceramics.')
  expect(marked('Blåbær', 'blåb')[0]).toEqual({ text: 'Blåb', isMatch: true })
  expect(marked('Suminagashi', 'mar').some(({ isMatch }) => isMatch)).toBe(false)
})
