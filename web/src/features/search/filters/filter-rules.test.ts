import { expect, it } from 'vitest'
import {
  filterWords,
  priceEnds,
  pricesAt,
  priceWords,
  wayOutOf,
  wayOutSentence,
} from './filter-rules.ts'

it('says what is filtered in one line', () => {
  expect(filterWords({})).toBe('')
  expect(filterWords({ category: 'crafting' })).toBe('')
  expect(filterWords({ origin: 'hand', min: 75, max: 600, place: 'Bergen' })).toBe(
    'made by hand, $75 to $600, in Bergen',
  )
  expect(filterWords({ origin: 'ai_assisted' })).toBe('AI-assisted')
  expect(filterWords({ origin: 'computer' })).toBe('3D or vector')
})

it('says a range of prices', () => {
  expect(priceWords({})).toBeUndefined()
  expect(priceWords({ min: 75 })).toBe('from $75')
  expect(priceWords({ max: 1_200 })).toBe('up to $1,200')
})

it('ends the slider at whole steps, and not at a single very high price', () => {
  expect(priceEnds({ lowest: 80.5, highest: 2_390 })).toEqual({ low: 75, high: 2_400 })
  expect(priceEnds({ lowest: 0, highest: 900_000 })).toEqual({ low: 0, high: 5_000 })
  expect(priceEnds({ lowest: 50, highest: 50 })).toEqual({ low: 50, high: 75 })
})

it('sets no limit where a handle is at its end', () => {
  const ends = { low: 75, high: 2_400 }
  expect(pricesAt([75, 2_400], ends)).toEqual({ min: undefined, max: undefined })
  expect(pricesAt([100, 2_400], ends)).toEqual({ min: 100, max: undefined })
  expect(pricesAt([75, 600], ends)).toEqual({ min: undefined, max: 600 })
})

it('offers to drop the filter that hides the most', () => {
  const wayOut = wayOutOf(
    [
      { filter: 'place', workCount: 22 },
      { filter: 'price', workCount: 3 },
    ],
    { place: 'Bergen', max: 100 },
  )
  expect(wayOut).toEqual({ what: 'Bergen', workCount: 22, change: { place: undefined } })
  expect(wayOut && wayOutSentence(wayOut)).toBe('Without Bergen there are 22.')
  const price = wayOutOf([{ filter: 'price', workCount: 1 }], { max: 100 })
  expect(price && wayOutSentence(price)).toBe('Without the price limit there is 1.')
})

it('offers nothing when dropping one filter alone shows no work', () => {
  expect(wayOutOf([{ filter: 'origin', workCount: 0 }], { origin: 'hand' })).toBeUndefined()
  expect(wayOutOf([], {})).toBeUndefined()
})
