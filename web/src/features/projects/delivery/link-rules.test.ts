import { expect, it } from 'vitest'
import { isExpiredAt } from './link-rules.ts'

it('recognises an expired link', () => {
  const url = '/media/deliveries/1/original?expires=1000&signature=a'
  expect(isExpiredAt(url, 900_000)).toBe(false)
  expect(isExpiredAt(url, 995_000)).toBe(true)
  expect(isExpiredAt('/media/deliveries/1/original', 0)).toBe(true)
})
