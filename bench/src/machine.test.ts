import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { watchMachine } from './machine.ts'

/** A tenth of a second of processor time takes longer beside other tests. */
const TIMEOUT_MS = 30_000

const spin = (milliseconds: number) => {
  const { user, system } = process.cpuUsage()
  const used = () => {
    const now = process.cpuUsage()
    return (now.user + now.system - user - system) / 1_000
  }
  while (used() < milliseconds);
}

it(
  'counts what a process used itself, and what a child used that has ended',
  () => {
    const begin = performance.now()
    const usage = watchMachine([process.pid])
    spin(150)
    spawnSync(process.execPath, [
      '-e',
      'const end = process.cpuUsage().user + 15e4; while (process.cpuUsage().user < end);',
    ])
    const { own, others } = usage()
    const seconds = (performance.now() - begin) / 1_000
    expect(own * seconds).toBeGreaterThan(0.25)
    expect(others).toBeGreaterThanOrEqual(0)
  },
  TIMEOUT_MS,
)

it(
  'counts what it does not measure as others',
  () => {
    const begin = performance.now()
    const usage = watchMachine([])
    spin(150)
    const { own, others } = usage()
    const seconds = (performance.now() - begin) / 1_000
    expect(own).toBe(0)
    expect(others * seconds).toBeGreaterThan(0.1)
  },
  TIMEOUT_MS,
)
