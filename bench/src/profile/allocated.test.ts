import { expect, it } from 'vitest'
import { allocated } from './allocated.ts'

const callFrame = (functionName: string, url: string, lineNumber: number) => ({
  functionName,
  url,
  lineNumber,
})

it('adds up what each function took, wherever it was called, for each answer', () => {
  const join = { callFrame: callFrame('join', '', -1), selfSize: 20_480, children: [] }
  const list = {
    callFrame: callFrame('listOf', 'file:///srv/server/src/http/cards.ts', 9),
    selfSize: 61_440,
    children: [join],
  }
  const head = { callFrame: callFrame('', '', -1), selfSize: 0, children: [list, join] }
  expect(allocated({ head }, 10).split('\n')).toEqual([
    'Memory taken: 10.0 kB for each answer',
    '     6.0 kB  listOf server/src/http/cards.ts:10',
    '     4.0 kB  join',
    '     0.0 kB  (anonymous)',
  ])
})
