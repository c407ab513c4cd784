import { MAX_TEXT_PARTS, MAX_TEXT_PART_LENGTH } from '@plinth/contract/limits.ts'
import { TextPart } from '@plinth/contract/portfolios/studies.ts'
import { Check } from 'typebox/schema'
import { expect, it } from 'vitest'
import { docOf, fits, hrefOf, isHref, partsOf } from './text-rules.ts'

const parts: TextPart[] = [
  { kind: 'heading', spans: [{ text: 'I started with the worst scene' }] },
  {
    kind: 'paragraph',
    spans: [
      { text: 'Leila sent me ' },
      { text: 'the kitchen', href: 'https://plinth.example/kitchen' },
      { text: ' first.' },
    ],
  },
  { kind: 'paragraph', spans: [] },
  { kind: 'list', items: [[{ text: 'one window' }], [], [{ text: 'rain', href: 'mailto:a@b.c' }]] },
]

it('comes back from the editor as it went there', () => {
  expect(partsOf(docOf(parts))).toEqual(parts)
  expect(partsOf(docOf([]))).toEqual([])
})

it('joins what looks alike and drops what the contract has not', () => {
  const doc = {
    type: 'doc',
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b', marks: [{ type: 'strong' }] },
          { type: 'text', text: 'c', marks: [{ type: 'link', attrs: { href: 'javascript:x' } }] },
        ],
      },
    ],
  }
  expect(partsOf(doc)).toEqual([{ kind: 'paragraph', spans: [{ text: 'abc' }] }])
})

it('divides what is longer than one span', () => {
  const long = 'x'.repeat(MAX_TEXT_PART_LENGTH + 7)
  const [part] = partsOf(docOf([{ kind: 'paragraph', spans: [{ text: long }] }]))
  expect(part?.kind === 'paragraph' && part.spans.map(({ text }) => text.length)).toEqual([
    MAX_TEXT_PART_LENGTH,
    7,
  ])
  expect(Check(TextPart, part)).toBe(true)
  if (part !== undefined) expect(partsOf(docOf([part]))).toEqual([part])
})

it('says what one block can hold', () => {
  const paragraph: TextPart = { kind: 'paragraph', spans: [] }
  expect(fits(Array.from({ length: MAX_TEXT_PARTS }, () => paragraph))).toBe(true)
  expect(fits(Array.from({ length: MAX_TEXT_PARTS + 1 }, () => paragraph))).toBe(false)
  expect(fits([{ kind: 'list', items: Array.from({ length: 51 }, () => []) }])).toBe(false)
})

it('reads an address as somebody types it', () => {
  expect(hrefOf(' plinth.example/a?b=c ')).toBe('https://plinth.example/a?b=c')
  expect(hrefOf('http://plinth.example')).toBe('http://plinth.example')
  expect(hrefOf('me@plinth.example')).toBe('mailto:me@plinth.example')
  for (const typed of ['', 'word', 'two words.com', 'javascript:alert(1)', 'ftp://a.b', '/path'])
    expect(hrefOf(typed), typed).toBeNull()
  expect(isHref('https://a b')).toBe(false)
})
