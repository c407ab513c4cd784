import { existsSync } from 'node:fs'
import os from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startImaging, type ImagingHarness } from '../../../test/media/gateways.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { childrenRunning, groupNiceness, sessionOf } from '../../../test/processes.ts'

let harness: ImagingHarness
let children: number[]

beforeAll(async () => {
  harness = await startImaging()
  const file = await harness.fileOf(await makePicture('image/png'))
  await harness.imaging.inspect(file)
  await harness.render(file, { width: 16, format: 'webp', isTop: false, isAnimated: false })
  children = childrenRunning('imaging-child')
})
afterAll(() => harness.close())

test('what looks at pictures gives way, and what makes their sizes gives way to that', () => {
  expect(children.map((pid) => os.getPriority(pid))).toEqual(expect.arrayContaining([10, 19]))
  expect(children).toHaveLength(2)
})

test('each is a session to itself, and gives way to those of other sessions as well', async () => {
  expect(children.map(sessionOf)).toEqual(children)
  // Where Linux knows no groups of processes, priorities count everywhere.
  if (!existsSync('/proc/self/autogroup')) return
  await expect.poll(() => children.map(groupNiceness)).toEqual([10, 10])
})
