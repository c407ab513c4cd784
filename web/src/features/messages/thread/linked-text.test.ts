import { expect, it } from 'vitest'
import { linkedParts } from './linked-text.tsx'

const links = (text: string) =>
  linkedParts(text).flatMap(({ text: shown, href }) => (href === undefined ? [] : [shown]))
const hrefs = (text: string) => linkedParts(text).flatMap(({ href }) => href ?? [])

it('links web addresses and shows them as they were typed', () => {
  expect(linkedParts('See https://Example.org/A%20b?x=1#y now')).toEqual([
    { text: 'See ' },
    { text: 'https://Example.org/A%20b?x=1#y', href: 'https://example.org/A%20b?x=1#y' },
    { text: ' now' },
  ])
  expect(links('http://a.example and HTTPS://b.example/ü')).toEqual([
    'http://a.example',
    'HTTPS://b.example/ü',
  ])
})

it('leaves other text alone', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<script>',
    'ftp://files.example/a',
    'file:///etc/passwd',
    'www.example.org',
    'mail@example.org',
    'https://',
    'xhttps://example.org',
    'https://name:secret@example.org/',
    'https://bank.example@evil.example/',
  ]) {
    expect(hrefs(text), text).toEqual([])
  }
})

it('leaves the punctuation after an address to the sentence', () => {
  expect(links('Is it https://a.example/x?')).toEqual(['https://a.example/x'])
  expect(links('(see https://a.example/x).')).toEqual(['https://a.example/x'])
  expect(links('https://a.example/Jar_(moon), said she')).toEqual(['https://a.example/Jar_(moon)'])
  expect(links('“https://a.example/x”')).toEqual(['https://a.example/x'])
  expect(links('<https://a.example/x>')).toEqual(['https://a.example/x'])
  expect(links('**https://a.example/x**')).toEqual(['https://a.example/x'])
})

it('never loses a character', () => {
  const alphabet = [
    'https://',
    'a.example',
    '/',
    '(',
    ')',
    '.',
    ' ',
    '\n',
    '@',
    '💡',
    '”',
    '[',
    ']',
  ]
  let seed = 7
  const next = () => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31)
  for (let round = 0; round < 2_000; round += 1) {
    const text = Array.from({ length: 12 }, () => alphabet[next() % alphabet.length]).join('')
    const parts = linkedParts(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    for (const { href } of parts) if (href !== undefined) expect(href).toMatch(/^https?:\/\//)
  }
})

it('handles a long text of brackets and dots quickly', () => {
  const hostile = `https://a.example/${'(.'.repeat(5_000)}${')!'.repeat(5_000)}`
  const before = performance.now()
  expect(
    linkedParts(hostile)
      .map(({ text }) => text)
      .join(''),
  ).toBe(hostile)
  expect(performance.now() - before).toBeLessThan(1_000)
})
