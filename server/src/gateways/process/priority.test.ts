import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import os from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { startImaging } from '../../../test/media/gateways.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { lowerPriority } from './priority.ts'
import { childrenRunning, groupNiceness, isIdle, sessionOf } from '../../../test/processes.ts'

const harness = duringTests(startImaging)
let children: number[]

const prioritiesOf = (pids: number[]) =>
  pids.map((pid) => os.getPriority(pid)).toSorted((a, b) => a - b)

beforeAll(async () => {
  const file = await harness.fileOf(await makePicture('image/png'))
  await harness.imaging.inspect(file)
  await harness.render(file, { width: 16, format: 'webp', isTop: false, isAnimated: false })
  children = childrenRunning('imaging-child')
})

test('gives processor time to what people wait for, and idle time to the rest', async () => {
  const own = Math.max(5, os.getPriority())
  expect(prioritiesOf(children)).toEqual([own, own])
  expect(children.map(isIdle)).toEqual([false, false])
  const file = await harness.fileOf(await makePicture('image/png', 2_000, 20))
  await harness.render(file, { width: 1_920, format: 'webp', isTop: false, isAnimated: false })
  const [large, ...others] = childrenRunning('imaging-child').filter(
    (pid) => !children.includes(pid),
  )
  expect([large && os.getPriority(large), others]).toEqual([19, []])
  // Part of util-linux, which every Linux has.
  if (existsSync('/usr/bin/chrt')) expect(isIdle(large ?? 0)).toBe(true)
})

test('runs each worker process in a session of its own with a low priority', async () => {
  expect(children.map(sessionOf)).toEqual(children)
  // Without autogroup, priorities count across sessions anyway.
  if (!existsSync('/proc/self/autogroup')) return
  await expect.poll(() => children.map(groupNiceness).toSorted((a, b) => a - b)).toEqual([5, 5])
})

test('leaves a process as low as it is, which without root cannot be raised', async () => {
  const sleeper = spawn('sleep', ['60'], { stdio: 'ignore' })
  const pid = sleeper.pid ?? 0
  try {
    os.setPriority(pid, 15)
    lowerPriority(pid, 5)
    expect(os.getPriority(pid)).toBe(15)
    lowerPriority(pid, 18)
    expect(os.getPriority(pid)).toBe(18)
  } finally {
    sleeper.kill()
    await once(sleeper, 'exit')
  }
})
