import { expect, it } from 'vitest'
import {
  bytes,
  clock,
  count,
  counted,
  date,
  dateAndTime,
  fromPrice,
  fullName,
  price,
  ratingWords,
} from './format.ts'

it('writes prices without needless cents', () => {
  expect(price(450)).toBe('$450')
  expect(price(450.5)).toBe('$450.50')
  expect(price(5.99)).toBe('$5.99')
  expect(price(1_200)).toBe('$1,200')
  expect(price(0)).toBe('$0')
  expect(fromPrice(450)).toBe('From $450')
  expect(fromPrice(null)).toBe('On inquiry')
})

it('writes counts in full below ten thousand and short above', () => {
  expect([0, 964, 1_204, 9_999].map(count)).toEqual(['0', '964', '1,204', '9,999'])
  expect([10_000, 11_240, 22_499, 999_949].map(count)).toEqual(['10k', '11.2k', '22.5k', '999.9k'])
  expect([999_950, 3_400_000].map(count)).toEqual(['1M', '3.4M'])
  expect(counted(1, 'work')).toBe('1 work')
  expect(counted(1_284, 'work')).toBe('1,284 works')
  expect(counted(2, 'inquiry', 'inquiries')).toBe('2 inquiries')
})

it('writes names, dates and sizes', () => {
  expect(fullName({ firstName: 'Eliška', lastName: 'Dvořák' })).toBe('Eliška Dvořák')
  expect(fullName({ firstName: 'Cher', lastName: '' })).toBe('Cher')
  expect(date('2026-01-12T12:00:00Z')).toBe('12 Jan 2026')
  expect(dateAndTime(new Date(2026, 0, 12, 14, 5))).toBe('12 Jan 2026, 14:05')
  expect([200, 860_000, 3_355_443, 52_428_800].map(bytes)).toEqual([
    '1 KB',
    '840 KB',
    '3.2 MB',
    '50 MB',
  ])
})

it('writes durations like a clock', () => {
  expect(clock(9.8)).toBe('0:09')
  expect(clock(270)).toBe('4:30')
  expect(clock(3_725)).toBe('1:02:05')
})

it('writes the average to one decimal and the number of reviews', () => {
  expect(ratingWords({ average: 5, count: 1 })).toBe('5.0 from 1 review')
  expect(ratingWords({ average: 4.3, count: 1_204 })).toBe('4.3 from 1,204 reviews')
})
