import { expect, it } from 'vitest'
import { makeHandover } from './handover.ts'

const file = (name: string) => new File(['x'], name)

it('keeps files until somebody takes them, and gives each once', () => {
  const handover = makeHandover()
  const taken: string[][] = []
  const receive = () => handover.receive((files) => taken.push(files.map(({ name }) => name)))
  handover.give([file('one.png')])
  handover.give([file('two.png')])
  const end = receive()
  expect(taken).toEqual([['one.png', 'two.png']])
  handover.give([file('three.png')])
  end()
  handover.give([file('four.png')])
  receive()
  expect(taken).toEqual([['one.png', 'two.png'], ['three.png'], ['four.png']])
})
