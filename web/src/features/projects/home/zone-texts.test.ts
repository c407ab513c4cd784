import { expect, it } from 'vitest'
import { greeting, inPlace, nowIn, theirTime, wordsIn } from './zone-texts.ts'

const now = new Date('2026-11-22T08:40:00Z')

it('greets by the hour of the viewer’s zone', () => {
  expect(greeting('Europe/Oslo', now)).toBe('Good morning')
  expect(greeting('Asia/Tokyo', now)).toBe('Good afternoon')
  expect(greeting('Pacific/Auckland', now)).toBe('Good evening')
  expect(greeting('America/Los_Angeles', now)).toBe('Good evening')
})

it('writes moments in the viewer’s zone, and agreed days as they are', () => {
  const words = wordsIn('Pacific/Auckland', now, true)
  expect(words.moment('2026-11-28T17:00:00.000Z')).toBe('Sunday 29 November, 06:00')
  expect(words.day('2026-11-29')).toBe('Sunday 29 November')
  expect(wordsIn('Europe/Oslo', now, false).moment('2027-01-03T12:00:00.000Z')).toBe(
    'Sunday 3 January 2027',
  )
})

it('writes days of this week as weekdays, and knows which have passed', () => {
  const { short, isPast } = wordsIn('Europe/Oslo', now, true)
  expect([short('2026-11-27'), short('2026-12-18'), short('2026-11-20')]).toEqual([
    'Friday',
    '18 December',
    '20 November',
  ])
  expect([isPast('2026-11-21'), isPast('2026-11-22')]).toEqual([true, false])
})

it('says what time it is, here and for somebody else', () => {
  expect(nowIn('Europe/Oslo', now, 'Bergen, Norway')).toBe('Sunday 22 November, 09:40 in Bergen')
  const ben = { firstName: 'Ben', location: 'Porto, Portugal' }
  expect(theirTime('Europe/Lisbon', now, ben)).toBe('It is 08:40 for Ben in Porto.')
  expect([inPlace(null), inPlace(''), inPlace('Cusco')]).toEqual(['', '', ' in Cusco'])
})
