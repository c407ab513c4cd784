import { beforeAll, expect, it } from 'vitest'
import { duringTests } from '../../../test/lifetime.ts'
import { startImaging } from '../../../test/media/gateways.ts'
import { makePicture, TURNED_HEIC } from '../../../test/media/pictures.ts'
import { childrenRunning } from '../../../test/processes.ts'
import { createImaging } from '../image/imaging.ts'
import type { ImagingTasks } from '../image/imaging-tasks.ts'
import { createWorker, type Asker } from './worker.ts'

const harness = duringTests(startImaging)
let png: string
let avif: string
beforeAll(async () => {
  png = await harness.fileOf(await makePicture('image/png'))
  avif = await harness.fileOf(await makePicture('image/avif'))
})

const clean = (file: string, asker: Asker, imaging = harness.imaging) =>
  imaging.clean(file, harness.newFile(), { keepsName: false, ...asker })

/** Holds every imaging process that runs now until the function that it returns is called. */
function hold(): () => void {
  const held = childrenRunning('imaging-child')
  held.forEach((pid) => process.kill(pid, 'SIGSTOP'))
  // One that was ended meanwhile is not there any more.
  const alive = () => held.filter((pid) => childrenRunning('imaging-child').includes(pid))
  return () => alive().forEach((pid) => process.kill(pid, 'SIGCONT'))
}

it.each([
  ['quick', () => png],
  ['slow', () => avif],
])('looks at one %s picture of each person in turn', async (_, fileOf) => {
  await clean(fileOf(), { person: 'Cleo' })
  const goOn = hold()
  const order: string[] = []
  const look = async (person: string) => {
    await clean(fileOf(), { person })
    order.push(person)
  }
  const all = [...Array.from({ length: 8 }, () => look('Ann')), look('Ben'), look('Cleo')]
  goOn()
  await Promise.all(all)
  // Files are recognised before they wait, so who comes first is open. Nobody comes twice before everybody came once.
  expect(order.slice(0, 3).toSorted()).toEqual(['Ann', 'Ben', 'Cleo'])
})

it('looks at a quick picture while slow ones wait', async () => {
  const imaging = createImaging()
  try {
    await clean(TURNED_HEIC, { person: 'Ann' }, imaging)
    // Its process for quick pictures is not there yet, so it is not held.
    const goOn = hold()
    const slow = Array.from({ length: 3 }, () => clean(TURNED_HEIC, { person: 'Ann' }, imaging))
    expect(await clean(png, { person: 'Ben' }, imaging)).toMatchObject({ type: 'image/png' })
    goOn()
    await Promise.all(slow)
  } finally {
    await imaging.close()
  }
})

it('moves a picture that takes long to the slow ones', async () => {
  const imaging = createImaging({ quickCpuMs: 60 })
  try {
    const large = await harness.fileOf(await makePicture('image/png', 4_000, 3_000))
    const before = childrenRunning('imaging-child')
    expect(await clean(large, { person: 'Ann' }, imaging)).toMatchObject({ width: 4_000 })
    const after = childrenRunning('imaging-child').filter((pid) => !before.includes(pid))
    expect(after).toHaveLength(1)
  } finally {
    await imaging.close()
  }
})

it('drops what nobody waits for, waiting or running', async () => {
  const worker = createWorker<ImagingTasks>({
    child: new URL('../image/imaging-child.ts', import.meta.url),
    subject: 'picture',
    niceness: 5,
  })
  const inspect = (asker: Asker) =>
    worker.run('inspect', { file: png, type: 'image/png' }, { cpuMs: 10_000, ...asker })
  try {
    await inspect({ person: 'Ann' })
    const goOn = hold()
    const left = new AbortController()
    const reason = new Error('left')
    const { signal } = left
    const dropped = Promise.allSettled([
      inspect({ person: 'Ann', signal }),
      inspect({ person: 'Ann', signal }),
    ])
    const next = inspect({ person: 'Ben' })
    left.abort(reason)
    const rejected = { status: 'rejected', reason }
    expect(await dropped).toEqual([rejected, rejected])
    await expect(inspect({ person: 'Ann', signal })).rejects.toBe(reason)
    // The process that is held was ended, and another one has begun.
    expect(await next).toMatchObject({ width: 64 })
    goOn()
  } finally {
    worker.close()
  }
})
