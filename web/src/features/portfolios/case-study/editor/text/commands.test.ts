import type { TextPart } from '@plinth/contract/portfolios/studies.ts'
import { EditorState, TextSelection, type Command } from 'prosemirror-state'
import { expect, it } from 'vitest'
import { docOf, partsOf } from '../document/text-rules.ts'
import { keys, kindOf, linkAt, setKind, setLink, toggleKind } from './commands.ts'
import { linesOf, schema } from './schema.ts'

const line = (text: string): TextPart => ({
  kind: 'paragraph',
  spans: text === '' ? [] : [{ text }],
})
const list = (...items: string[]): TextPart => ({
  kind: 'list',
  items: items.map((text) => (text === '' ? [] : [{ text }])),
})

/** A text with the selection in these lines, so many letters in. */
function edited(parts: TextPart[], [from, to = from]: [number, number?], offset = 0) {
  const doc = schema.nodeFromJSON(docOf(parts))
  const lines = linesOf(doc)
  const at = (place: number) => (lines[place]?.from ?? 0) + offset
  return EditorState.create({
    schema,
    doc,
    selection: TextSelection.create(doc, at(from), at(to)),
    plugins: keys(() => undefined),
  })
}
function after(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (tr) => (next = state.apply(tr)))
  return next
}
const parts = ({ doc }: EditorState) => partsOf(doc.toJSON())

it('makes selected lines one list, and paragraphs again', () => {
  const state = edited([line('a'), line('b'), line('c')], [0, 1])
  const listed = after(state, toggleKind('item'))
  expect(parts(listed)).toEqual([list('a', 'b'), line('c')])
  expect(kindOf(listed)).toBe('item')
  expect(parts(after(listed, toggleKind('item')))).toEqual([line('a'), line('b'), line('c')])
})

it('divides a list around an item that becomes a heading, and keeps the cursor in it', () => {
  const state = after(edited([list('one', 'two', 'three')], [1], 2), setKind('heading'))
  expect(parts(state)).toEqual([
    list('one'),
    { kind: 'heading', spans: [{ text: 'two' }] },
    list('three'),
  ])
  expect(state.selection.$from.parent.textContent).toBe('two')
  expect(state.selection.$from.parentOffset).toBe(2)
})

it('changes nothing that is of that kind already', () => {
  expect(setKind('paragraph')(edited([line('a')], [0]))).toBe(false)
})

it('links what is selected, changes the link around the cursor and removes it', () => {
  const whole = edited([line('the kitchen')], [0])
  const selected = whole.apply(whole.tr.setSelection(TextSelection.create(whole.doc, 5, 12)))
  const linked = after(selected, setLink('https://a.example'))
  expect(parts(linked)).toEqual([
    {
      kind: 'paragraph',
      spans: [{ text: 'the ' }, { text: 'kitchen', href: 'https://a.example' }],
    },
  ])
  const inside = linked.apply(linked.tr.setSelection(TextSelection.create(linked.doc, 8)))
  expect(linkAt(inside)).toBe('https://a.example')
  const changed = after(inside, setLink('https://b.example'))
  expect(JSON.stringify(parts(changed))).not.toContain('a.example')
  expect(parts(after(changed, setLink(null)))).toEqual([line('the kitchen')])
})

it('inserts the address where nothing is selected', () => {
  const state = after(edited([line('')], [0]), setLink('mailto:me@plinth.example'))
  expect(parts(state)).toEqual([
    { kind: 'paragraph', spans: [{ text: 'me@plinth.example', href: 'mailto:me@plinth.example' }] },
  ])
  expect(linkAt(edited([line('a')], [0]))).toBeNull()
})
