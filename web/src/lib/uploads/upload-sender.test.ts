import { expect, it } from 'vitest'
import { ApiError, unreachable } from '../api/api-error.ts'
import { exampleMedia } from '../media/media.example.ts'
import { failureOf } from './media-uploads.ts'
import { makeUploadMemory, markOf } from './upload-memory.ts'
import { sendResumably, type Attempt } from './upload-sender.ts'
import type { UploadEvent } from './upload-state.ts'

const file = new File([new Uint8Array(1_000)], 'jar.png')
const answer = (status: number) => new ApiError(status, `answer ${status}`)

/** A server of uploads that takes as many bytes as each step says, then fails as it says. */
function makeServer(
  steps: { takes?: number; fails?: Error; finish?: Error }[],
  { refusesForGood = false } = {},
) {
  const had = new Map<string, number>()
  const asked: (string | null)[] = []
  const rests: number[] = []
  const told: UploadEvent[] = []
  const kept = new Map<string, string>()
  const memory = makeUploadMemory('alice', {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  })
  let made = 0
  let step = -1
  const attempt: Attempt = async (_, { path, onPath, onFound, onProgress, onTaken }) => {
    asked.push(path)
    step += 1
    const { takes = file.size, fails } = steps[step] ?? {}
    if (fails && takes === 0) throw fails
    const here = path ?? `/api/uploads/u${++made}`
    onPath(here)
    const before = had.get(here) ?? 0
    onFound(before)
    had.set(here, Math.min(before + takes, file.size))
    if (takes > 0) onTaken()
    onProgress(had.get(here) ?? 0)
    if (fails) throw fails
    return Promise.resolve(here)
  }
  return {
    asked,
    rests,
    told,
    memory,
    had,
    send: (signal = new AbortController().signal) =>
      sendResumably(
        file,
        {
          attempt,
          finish: (id) => {
            const { finish } = steps[step] ?? {}
            return finish ? Promise.reject(finish) : Promise.resolve(exampleMedia(id))
          },
          rest: (ms) => {
            rests.push(ms)
            return Promise.resolve()
          },
          memory,
          refusesForGood,
          now: () => 0,
        },
        { place: 'work', signal, tell: (event) => told.push(event) },
      ),
  }
}
const types = (told: readonly UploadEvent[]) => told.map(({ type }) => type).join(' ')

it('sends, has it checked, and remembers nothing afterwards', async () => {
  const server = makeServer([{}])
  expect((await server.send()).id).toBe('u1')
  expect(types(server.told)).toBe('found progress check')
  expect(server.memory.all()).toEqual([])
})

it('goes on with the same upload after a lost connection, later and later while nothing is taken', async () => {
  const lost = { takes: 0, fails: unreachable() }
  const server = makeServer([{ takes: 300, fails: unreachable() }, lost, lost, lost, {}])
  expect((await server.send()).id).toBe('u1')
  expect(server.asked).toEqual([null, ...Array<string>(4).fill('/api/uploads/u1')])
  expect(server.rests).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(server.told).toContainEqual({ type: 'found', loaded: 300, at: 0 })
  expect(server.told).toContainEqual({ type: 'stall', reason: 'line' })
})

it('waits briefly again once something was taken, and never longer than half a minute', async () => {
  const lost = { takes: 0, fails: unreachable() }
  const server = makeServer([
    ...Array.from({ length: 7 }, () => lost),
    { takes: 9, fails: unreachable() },
    {},
  ])
  await server.send()
  expect(server.rests).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 1_000])
})

it('goes on in a later visit where the first one stopped', async () => {
  const server = makeServer([{ takes: 730, fails: answer(507) }, {}])
  await expect(server.send()).rejects.toMatchObject({ status: 507 })
  expect(server.memory.find(markOf(file))).toMatchObject({
    path: '/api/uploads/u1',
    name: 'jar.png',
  })
  await server.send()
  expect(server.asked).toEqual([null, '/api/uploads/u1'])
  expect(server.told).toContainEqual({ type: 'found', loaded: 730, at: 0 })
})

it('what is turned away before it began is not waited for where nothing is in its way', async () => {
  const turnedAway = { takes: 0, fails: answer(409) }
  const waiting = makeServer([turnedAway, {}])
  expect((await waiting.send()).id).toBe('u1')
  const refused = makeServer([turnedAway, {}], { refusesForGood: true })
  await expect(refused.send()).rejects.toMatchObject({ status: 409 })
  expect(refused.rests).toEqual([])
  // Once it has begun, another request of the same upload may be at it.
  const busy = makeServer([{ takes: 10, fails: answer(409) }, {}], { refusesForGood: true })
  expect((await busy.send()).id).toBe('u1')
})

it('begins anew when the server has forgotten it, but not for ever', async () => {
  const server = makeServer([
    { takes: 10, fails: answer(507) },
    { takes: 0, fails: answer(404) },
    {},
  ])
  await expect(server.send()).rejects.toMatchObject({ status: 507 })
  expect((await server.send()).id).toBe('u2')
  const lost = makeServer(Array.from({ length: 9 }, () => ({ finish: answer(410) })))
  await expect(lost.send()).rejects.toMatchObject({ status: 410 })
  expect(lost.asked).toHaveLength(4)
})

it('asks again to finish when that answer was lost', async () => {
  const server = makeServer([{ finish: unreachable() }, {}])
  expect((await server.send()).id).toBe('u1')
  expect(types(server.told)).toBe('found progress check stall found progress check')
})

it('forgets what was refused, and keeps what a person can do something about', async () => {
  for (const status of [413, 415, 422]) {
    const server = makeServer([{ finish: answer(status) }])
    const error = await server.send().catch((reason: unknown) => reason)
    expect(failureOf(error, 'jar.png'), String(status)).toMatchObject({ type: 'refuse' })
    expect(server.memory.all()).toEqual([])
  }
  for (const status of [401, 429, 500, 507]) {
    const server = makeServer([{ takes: 500, fails: answer(status) }])
    const error = await server.send().catch((reason: unknown) => reason)
    expect(failureOf(error, 'jar.png'), String(status)).toMatchObject({ type: 'break' })
    expect(server.memory.all()).toHaveLength(1)
  }
})

it('waits for a busy server for a while, then asks the person', async () => {
  const busy = { takes: 0, fails: answer(503) }
  const server = makeServer(Array.from({ length: 9 }, () => busy))
  await expect(server.send()).rejects.toMatchObject({ status: 503 })
  expect(server.rests).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(server.told).toContainEqual({ type: 'stall', reason: 'busy' })
})

it('stops where it is when it is told to', async () => {
  const stop = new AbortController()
  const server = makeServer([{ takes: 400, fails: unreachable() }])
  stop.abort()
  await expect(server.send(stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(server.rests).toEqual([])
  expect(server.memory.all()).toHaveLength(1)
})
