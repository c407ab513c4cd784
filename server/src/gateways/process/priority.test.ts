import { existsSync } from 'node:fs'
import os from 'node:os'
import { beforeAll, expect, test } from 'vitest'
import { startImaging } from '../../../test/media/gateways.ts'
import { duringTests } from '../../../test/lifetime.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { childrenRunning, groupNiceness, sessionOf } from '../../../test/processes.ts'

const harness = duringTests(startImaging)
let children: number[]

beforeAll(async () => {
  const file = await harness.fileOf(await makePicture('image/png'))
  await harness.imaging.inspect(file)
  await harness.render(file, { width: 16, format: 'webp', isTop: false, isAnimated: false })
  children = childrenRunning('imaging-child')
})

test('gives inspection a low priority, and rendering the lowest', () => {
  expect(children.map((pid) => os.getPriority(pid))).toEqual(expect.arrayContaining([10, 19]))
  expect(children).toHaveLength(2)
})

test('runs each worker process in a session of its own with a low priority', async () => {
  expect(children.map(sessionOf)).toEqual(children)
  // Without autogroup, priorities count across sessions anyway.
  if (!existsSync('/proc/self/autogroup')) return
  await expect.poll(() => children.map(groupNiceness)).toEqual([10, 10])
})
