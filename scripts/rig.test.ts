import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { expect, it } from 'vitest'

const RIG = path.resolve(import.meta.dirname, 'rig.mjs')

it.each([
  [['--kill'], 'Say what to kill: primary, direct, server, worker, redis, pooler, cache, or all.'],
  [
    ['--kill', 'nobody'],
    'Say what to kill: primary, direct, server, worker, redis, pooler, cache, or all.',
  ],
  [['--kill', 'primary', '0'], 'How often must be a number from 1 to 100, not "0".'],
  [['--rolling', 'often'], 'How often must be a number from 1 to 100, not "often".'],
  [
    ['--fly'],
    'There is no --fly. Use --journeys, --kill, --rolling, --events, --own-writes, --throughput.',
  ],
])('starts nothing for %j and says what it takes', (words, sentence) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [RIG, ...words], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  expect(stderr.trim()).toBe(sentence)
  expect(stdout).toBe('')
  expect(status).toBe(1)
})
