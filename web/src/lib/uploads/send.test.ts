import type { HttpRequest, UploadOptions } from 'tus-js-client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError, unreachable } from '../api/errors.ts'
import { exampleMedia } from '../media/media.example.ts'
import { failureOf } from './media-api.ts'
import { makeUploadMemory, fileFingerprint } from './unfinished.ts'
import type { UploadEvent } from './upload-state.ts'
import { sendResumably } from './send.ts'

const file = new File([new Uint8Array(1_000)], 'jar.png')
const answer = (status: number) => new ApiError(status, `answer ${status}`)

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://plinth.example/'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** What a request does before its response; by default, everything that was asked. */
interface Step {
  takes?: number
  /** Status of the response; 0: no response; `never`: nothing ever happens. */
  status?: number | 'never'
}

/** An upload server for tus-js-client. Each PATCH, POST or HEAD takes the next step. */
function makeServer(
  steps: { POST?: Step[]; HEAD?: Step[]; PATCH?: Step[]; finish?: (Error | 'looking' | null)[] },
  {
    refusesForGood = false,
    onEventSent,
  }: { refusesForGood?: boolean; onEventSent?: (event: UploadEvent) => void } = {},
) {
  const had = new Map<string, number>()
  const asked: string[] = []
  const answeredAt: number[] = []
  const waits: number[] = []
  const events: UploadEvent[] = []
  const kept = new Map<string, string>()
  const memory = makeUploadMemory('alice', {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  })
  let made = 0
  const next = (method: 'POST' | 'HEAD' | 'PATCH') => steps[method]?.shift() ?? {}

  function makeRequest(method: 'POST' | 'HEAD' | 'PATCH', url: string): HttpRequest {
    let onSent: (bytes: number) => void = () => undefined
    const headers = new Map<string, string>()
    const respond = (status: number, answered: Record<string, string> = {}) => {
      answeredAt.push(Date.now())
      return Promise.resolve({
        getStatus: () => status,
        getHeader: (name: string) => answered[name],
        getBody: () => '',
        getUnderlyingObject: () => null,
      })
    }
    return {
      getMethod: () => method,
      getURL: () => url,
      setHeader: (name, value) => void headers.set(name, value),
      getHeader: (name) => headers.get(name),
      setProgressHandler: (handler) => {
        onSent = handler
      },
      abort: () => Promise.resolve(),
      getUnderlyingObject: () => null,
      send: async () => {
        const { pathname } = new URL(url)
        const last = answeredAt.at(-1)
        if (last !== undefined && last < Date.now()) waits.push(Date.now() - last)
        asked.push(`${method} ${pathname}`)
        const { takes = file.size, status } = next(method)
        if (status === 'never') return new Promise(() => undefined)
        if (method === 'PATCH') {
          const before = had.get(pathname) ?? 0
          const after = Math.min(before + (status === undefined ? takes : 0), file.size)
          // Bytes in transit when the connection broke have arrived nevertheless.
          had.set(
            pathname,
            status === 0 ? Math.min(before + (takes % file.size), file.size) : after,
          )
          onSent((had.get(pathname) ?? 0) - before)
        }
        if (status === 0) {
          answeredAt.push(Date.now())
          throw new Error('no answer')
        }
        if (status !== undefined) return respond(status)
        if (method === 'POST') {
          made += 1
          had.set(`/api/uploads/u${made}`, 0)
          return respond(201, { Location: `/api/uploads/u${made}` })
        }
        const offset = String(had.get(pathname) ?? 0)
        return respond(method === 'HEAD' ? 200 : 204, {
          'Upload-Offset': offset,
          'Upload-Length': String(file.size),
        })
      },
    }
  }
  const transport: Pick<UploadOptions, 'httpStack' | 'fileReader'> = {
    httpStack: {
      createRequest: (method, url) => makeRequest(method as 'POST' | 'HEAD' | 'PATCH', url),
      getName: () => 'scripted',
    },
    fileReader: {
      openFile: (one: File) =>
        Promise.resolve({
          size: one.size,
          slice: (start, end) => {
            const value = one.slice(start, end)
            return Promise.resolve({
              value: Object.assign(value, { length: value.size }),
              done: end >= one.size,
            })
          },
          close: () => undefined,
        }),
    },
  }
  const start = (signal = new AbortController().signal) =>
    sendResumably(file, {
      place: 'work',
      fingerprint: fileFingerprint(file),
      refusesForGood,
      memory,
      signal,
      transport,
      onEvent: (event) => {
        events.push(event)
        onEventSent?.(event)
      },
      finish: (id) => {
        const step = steps.finish?.shift() ?? null
        if (step instanceof Error) return Promise.reject(step)
        return Promise.resolve(step === 'looking' ? null : exampleMedia(id))
      },
      wait: (ms) => {
        waits.push(ms)
        return Promise.resolve()
      },
    })
  return {
    asked,
    waits,
    events,
    memory,
    had,
    start,
    send: async (signal?: AbortSignal) => {
      const sent = start(signal)
      const settled = sent.then(
        () => undefined,
        () => undefined,
      )
      // Retries wait for the clock, which is frozen otherwise.
      await Promise.race([settled, vi.advanceTimersByTimeAsync(300_000)])
      return sent
    },
  }
}
const types = (events: readonly UploadEvent[]) => events.map(({ type }) => type).join(' ')
const lost: Step = { status: 0, takes: 0 }

it('sends a file, finishes it and remembers nothing afterwards', async () => {
  const server = makeServer({})
  expect((await server.send()).id).toBe('u1')
  expect(types(server.events)).toBe('resume progress progress check')
  expect(server.asked).toEqual(['POST /api/uploads', 'PATCH /api/uploads/u1'])
  expect(server.memory.all()).toEqual([])
})

it('resumes after a lost connection, with growing delays while nothing arrives', async () => {
  const server = makeServer({ PATCH: [{ takes: 300, status: 0 }], HEAD: [lost, lost, lost] })
  expect((await server.send()).id).toBe('u1')
  expect(server.asked).toEqual([
    'POST /api/uploads',
    'PATCH /api/uploads/u1',
    ...Array<string>(4).fill('HEAD /api/uploads/u1'),
    'PATCH /api/uploads/u1',
  ])
  expect(server.waits).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(server.events).toContainEqual(expect.objectContaining({ type: 'resume', loaded: 300 }))
  expect(server.events).toContainEqual({ type: 'stall', reason: 'offline' })
})

it('resets the delay once bytes arrive, and never waits over half a minute', async () => {
  const server = makeServer({
    PATCH: [lost, { takes: 9, status: 0 }, lost],
    HEAD: [...Array.from({ length: 6 }, () => lost), {}, {}],
  })
  await server.send()
  expect(server.waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 1_000])
})

it('resumes in a later visit where the first one stopped', async () => {
  const server = makeServer({ PATCH: [{ takes: 730, status: 0 }], HEAD: [{ status: 507 }] })
  await expect(server.send()).rejects.toMatchObject({ status: 507 })
  expect(server.memory.find(fileFingerprint(file))).toMatchObject({
    path: '/api/uploads/u1',
    name: 'jar.png',
  })
  server.asked.length = 0
  await server.send()
  expect(server.asked).toEqual(['HEAD /api/uploads/u1', 'PATCH /api/uploads/u1'])
  expect(server.events).toContainEqual(expect.objectContaining({ type: 'resume', loaded: 730 }))
})

it('never starts again because an offset could not be read', async () => {
  const server = makeServer({
    PATCH: [{ takes: 400, status: 0 }],
    HEAD: [{ status: 503 }, { status: 502 }],
  })
  expect((await server.send()).id).toBe('u1')
  expect(server.asked.filter((one) => one.startsWith('POST'))).toHaveLength(1)
})

it('does not retry a creation that was refused for good', async () => {
  const turnedAway = { POST: [{ status: 409 }] }
  const waiting = makeServer({ ...turnedAway, POST: [{ status: 409 }] })
  expect((await waiting.send()).id).toBe('u1')
  const refused = makeServer(turnedAway, { refusesForGood: true })
  await expect(refused.send()).rejects.toMatchObject({ status: 409 })
  expect(refused.waits).toEqual([])
  // Once created, another request may be working on the upload.
  const busy = makeServer({ PATCH: [{ status: 409 }] }, { refusesForGood: true })
  expect((await busy.send()).id).toBe('u1')
})

it('starts again when the server has no such upload, but not forever', async () => {
  const server = makeServer({ PATCH: [{ status: 507 }], HEAD: [{ status: 404 }] })
  await expect(server.send()).rejects.toMatchObject({ status: 507 })
  expect((await server.send()).id).toBe('u2')
  const gone = makeServer({ finish: Array.from({ length: 9 }, () => answer(410)) })
  await expect(gone.send()).rejects.toMatchObject({ status: 410 })
  expect(gone.asked.filter((one) => one.startsWith('POST'))).toHaveLength(4)
  expect(gone.memory.all()).toEqual([])
})

it('finishes again when the response was lost', async () => {
  const server = makeServer({ finish: [unreachable(), answer(503)] })
  expect((await server.send()).id).toBe('u1')
  expect(types(server.events)).toBe('resume progress progress check stall check stall check')
  expect(server.waits).toEqual([1_000, 2_000])
})

it('asks again while the server is still looking at the file, and says so', async () => {
  const server = makeServer({ finish: ['looking', unreachable(), 'looking'] })
  expect((await server.send()).id).toBe('u1')
  expect(server.waits).toEqual([2_000, 1_000, 2_000])
  expect(server.events.flatMap((event) => (event.type === 'check' ? [event.isLong] : []))).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ])
  expect(server.memory.all()).toEqual([])
})

it('forgets refused files and keeps those a person can retry', async () => {
  for (const status of [413, 415, 422]) {
    const server = makeServer({ finish: [answer(status)] })
    const error = await server.send().catch((reason: unknown) => reason)
    expect(failureOf(error, 'jar.png'), String(status)).toMatchObject({ type: 'refuse' })
    expect(server.memory.all()).toEqual([])
  }
  for (const status of [401, 429, 500, 507]) {
    const server = makeServer({ PATCH: [{ status }] })
    const error = await server.send().catch((reason: unknown) => reason)
    expect(failureOf(error, 'jar.png'), String(status)).toMatchObject({ type: 'break' })
    expect(server.memory.all()).toHaveLength(1)
  }
})

it('keeps the bytes of a misnamed file until the person has decided', async () => {
  const body = { code: 'media.misnamed', message: 'This is named as a picture, but holds text.' }
  const server = makeServer({ finish: [new ApiError(415, JSON.stringify(body))] })
  const error = await server.send().catch((reason: unknown) => reason)
  const refused = { type: 'refuse', fileName: 'jar.png', sentence: body.message }
  expect(failureOf(error, 'jar.png', { takesDocuments: true })).toEqual({
    ...refused,
    canBeDocument: true,
  })
  expect(failureOf(error, 'jar.png')).toEqual({ ...refused, canBeDocument: false })
  expect(server.memory.all()).toHaveLength(1)
  // The second time there is nothing left to send.
  const before = server.asked.length
  expect((await server.send()).id).toBe('u1')
  expect(server.asked.slice(before)).toEqual(['HEAD /api/uploads/u1'])
})

it('waits for a busy server for a while, then asks the person', async () => {
  const server = makeServer({ POST: Array.from({ length: 9 }, () => ({ status: 503 })) })
  await expect(server.send()).rejects.toMatchObject({ status: 503 })
  expect(server.waits).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(server.events).toContainEqual({ type: 'stall', reason: 'busy' })
})

it('treats a connection without progress for a minute as lost', async () => {
  const server = makeServer({ PATCH: [{ status: 'never' }] })
  expect((await server.send()).id).toBe('u1')
  expect(server.waits).toEqual([61_000])
  expect(server.events).toContainEqual({ type: 'stall', reason: 'offline' })
})

it('resumes right away when the browser is back online', async () => {
  const online = new EventTarget()
  vi.stubGlobal('addEventListener', online.addEventListener.bind(online))
  const server = makeServer({ HEAD: Array.from({ length: 6 }, () => lost), PATCH: [lost] })
  const sent = server.start()
  await vi.advanceTimersByTimeAsync(40_000)
  const before = server.asked.length
  online.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(server.asked).toHaveLength(before + 1)
  await vi.advanceTimersByTimeAsync(300_000)
  expect((await sent).id).toBe('u1')
})

it('stops when it is aborted', async () => {
  const stop = new AbortController()
  const server = makeServer(
    { PATCH: [{ takes: 400, status: 0 }] },
    {
      onEventSent: ({ type }) => {
        if (type === 'stall') stop.abort()
      },
    },
  )
  await expect(server.send(stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.asked).toEqual(['POST /api/uploads', 'PATCH /api/uploads/u1'])
  expect(server.waits).toEqual([])
  expect(server.memory.all()).toHaveLength(1)
})
