import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnTo } from './session-rules.ts'

const HOME = 'http://localhost:3000'

test.each([
  ['/', '/'],
  ['/messages', '/messages'],
  ['/?category=crafting&sort=popular#wall', '/?category=crafting&sort=popular#wall'],
  ['/explore/tag/ünï', '/explore/tag/%C3%BCn%C3%AF'],
  ['/?search=a%2Fb%5Cc', '/?search=a%2Fb%5Cc'],
  ['/a/../messages', '/messages'],
  ['/apiary', '/apiary'],
])('accepts %j', (value, expected) => {
  expect(safeReturnTo(value, HOME)).toBe(expected)
})

test.each([
  undefined,
  '',
  'messages',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/a\\..\\evil',
  'https://evil.example/',
  'http://localhost:3000/messages',
  'http://localhost:3000.evil.example/',
  '@evil.example',
  'javascript:alert(1)',
  'data:text/html,hi',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\nSet-Cookie: a=b',
  '/\0',
  ' //evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  '/%2F%2Fevil.example',
  '/%5Cevil.example',
  '/%252f%252fevil.example',
  '/%25255cevil.example',
  '/%09/evil.example',
  '/%0d%0aSet-Cookie:%20a=b',
  '/%E0%A4%A',
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/x/../api/login',
  '/api',
])('answers %j with the home page', (value) => {
  expect(safeReturnTo(value, HOME)).toBe('/')
})

const parts = fc.oneof(
  fc.constantFrom(
    '/',
    '\\',
    '..',
    '.',
    '%2f',
    '%5c',
    '%252F',
    '@',
    ':',
    '?',
    '#',
    '\t',
    '\0',
    'evil',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)

test('answers a path of this origin to any input', () => {
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 8 }), (pieces) => {
      const result = safeReturnTo(`/${pieces.join('')}`, HOME)
      expect(result).toMatch(/^\/(?![/\\])/)
      expect(new URL(result, HOME).origin).toBe(HOME)
      expect(new URL(result, HOME).pathname).not.toMatch(/^\/\//)
      // A safe path stays the same.
      expect(safeReturnTo(result, HOME)).toBe(result)
    }),
    { numRuns: 2_000 },
  )
})
