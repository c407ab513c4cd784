import { expect, it } from 'vitest'
import { soundScale, soundTime } from './scale.ts'

it('says minutes, seconds and tenths', () => {
  expect([0, 99, 100, 5_234, 59_999, 60_000, 754_321].map(soundTime)).toEqual([
    '0:00.0',
    '0:00.0',
    '0:00.1',
    '0:05.2',
    '0:59.9',
    '1:00.0',
    '12:34.3',
  ])
})

it('finds each millisecond of its line again', () => {
  const scale = soundScale(61_337)
  const wrong = Array.from({ length: 61_338 }, (_, at) => at).filter(
    (at) => scale.placeAt(scale.shareOf(at)) !== at,
  )
  expect(wrong).toEqual([])
  expect(scale.long(5_200)).toBe('0:05.2 of 1:01.3')
})
