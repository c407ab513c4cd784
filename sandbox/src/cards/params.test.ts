import { expect, test } from 'vitest'
import {
  decodeForm,
  integer,
  listOf,
  metadata,
  readParams,
  required,
  shape,
  text,
} from './params.ts'
import { periodEnd } from './billing/subscriptions.ts'

test('reads brackets as nesting, and numbered or empty ones as lists', () => {
  expect(decodeForm('a=1&b[c][d]=x&e[0][f]=y&e[1][f]=z&g[]=p&g[]=q')).toEqual({
    a: '1',
    b: { c: { d: 'x' } },
    e: [{ f: 'y' }, { f: 'z' }],
    g: ['p', 'q'],
  })
  expect(decodeForm('')).toEqual({})
  expect(decodeForm('metadata[__proto__]=x')).not.toHaveProperty('polluted')
  for (const wrong of ['a[b=1', '[a]=1', 'a=1&a[b]=2', `a${'[x]'.repeat(20)}=1`])
    expect(() => decodeForm(wrong)).toThrow()
})

test('reads parameters by their type and names a wrong one', () => {
  const spec = {
    count: required(integer),
    lines: listOf(shape({ name: required(text) })),
    metadata,
  }
  expect(readParams(spec, decodeForm('count=3&lines[0][name]=a&metadata[k]=v'))).toEqual({
    count: 3,
    lines: [{ name: 'a' }],
    metadata: { k: 'v' },
  })
  for (const [form, param] of [
    ['', 'count'],
    ['count=', 'count'],
    ['count=1e99', 'count'],
    ['count=1&other=2', 'other'],
    ['count=1&lines[0][nam]=a', 'lines[0][nam]'],
    ['count=1&lines[0]=a', 'lines[0]'],
    [`count=1&metadata[${'k'.repeat(41)}]=v`, `metadata[${'k'.repeat(41)}]`],
  ] as const)
    expect(() => readParams(spec, decodeForm(form))).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ param }) }),
    )
})

test('ends a month on the same day, or on the last day of a shorter month', () => {
  const month = { interval: 'month', interval_count: 1 } as const
  const at = (iso: string) => Date.parse(iso) / 1_000
  const anchor = at('2027-01-31T10:20:30Z')
  expect([1, 2, 3, 13].map((count) => periodEnd(anchor, month, count))).toEqual(
    [
      '2027-02-28T10:20:30Z',
      '2027-03-31T10:20:30Z',
      '2027-04-30T10:20:30Z',
      '2028-02-29T10:20:30Z',
    ].map(at),
  )
  expect(periodEnd(anchor, { interval: 'year', interval_count: 1 }, 1)).toBe(
    at('2028-01-31T10:20:30Z'),
  )
  expect(periodEnd(anchor, { interval: 'week', interval_count: 2 }, 1) - anchor).toBe(14 * 86_400)
})
