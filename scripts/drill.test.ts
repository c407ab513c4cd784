import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const DRILL = path.resolve(import.meta.dirname, 'drill.mjs')
const drill = (...words: string[]) =>
  spawnSync(process.execPath, [DRILL, ...words], { encoding: 'utf8', timeout: 60_000 })

const NAMES = [
  'kill',
  'power',
  'disk',
  'database',
  'partners',
  'webhooks',
  'clock',
  'clients',
  'pictures',
  'streams',
  'crossed',
  'hour',
  'fuzz',
]

it('prints the list without a name', () => {
  const { stdout, status } = drill()
  expect(status).toBe(0)
  const named = stdout.split('\n').filter((line) => /^\w/.test(line))
  expect(named.map((line) => line.split(' ')[0])).toEqual(NAMES)
})

it.each([
  [['fly'], `There is no drill fly. Use ${NAMES.join(', ')}.`],
  [['kill', '--rounds', '0'], '--rounds must be a number from 1 to 1000, not "0".'],
  [['kill', '--rounds'], '--rounds must be a number from 1 to 1000, not "".'],
  [['streams', '--people', '1'], '--people must be a number from 2 to 10000, not "1".'],
  [['hour', '--rounds', '3'], 'There is no --rounds here. Use --full, --minutes.'],
])('starts nothing for %j and says what it takes', (words, sentence) => {
  const { status, stderr, stdout } = drill(...words)
  expect([stderr.trim(), stdout, status]).toEqual([sentence, '', 1])
})
