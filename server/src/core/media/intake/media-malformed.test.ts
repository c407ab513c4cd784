import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { uploadMedia, type Media } from '@plinth/contract/media/media.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../../test/app.ts'
import type { MalformedFile } from '../../../../test/corpus/malformed/file.ts'
import { IS_WHOLE, malformedFiles } from '../../../../test/corpus/malformed/corpus.ts'
import { countMedia, namesAtWork } from '../../../../test/media/media.ts'
import { startServerProcess, type ServerProcess } from '../../../../test/server-process.ts'
import { forEachConcurrently } from '../processing/concurrency.ts'

const MB = 1024 ** 2
const MINUTE = 60_000
/** How many unused uploads each person may have. */
const PEOPLE = 6
const AT_ONCE = 6
/** All of it takes some seconds on an idle machine. */
const SETTLED = { timeout: 4 * MINUTE, interval: 200 }
const MAX_GROWTH = 200 * MB
/** Lower bounds: how many files there are, are refused by decoders, and pass them. */
const LEAST = IS_WHOLE
  ? { all: 500, refused: 150, taken: 50 }
  : { all: 200, refused: 50, taken: 20 }

interface Outcome {
  file: MalformedFile
  status: number
  body: Media & { code?: string; message?: string }
}

const site = testApp({ JOBS: 'off' })
let server: ServerProcess
let people: Person[]
const outcomes: Outcome[] = []
let before = { now: 0, most: 0 }
let after = { now: 0, most: 0 }

async function send(file: MalformedFile, as: Person): Promise<Outcome> {
  const url = endpointUrl(uploadMedia, { query: { fileName: file.name } })
  const answer = await fetch(server.origin + url, {
    method: 'POST',
    body: new Uint8Array(file.bytes),
    headers: { cookie: as.cookie, origin: PUBLIC_URL },
  })
  return { file, status: answer.status, body: (await answer.json()) as Outcome['body'] }
}

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: PEOPLE }, () => site.person('Mallory')))
  server = await startServerProcess(site)
  const files = await malformedFiles()
  before = server.memory()
  let next = 0
  await forEachConcurrently(files, AT_ONCE, async (file) => {
    const as = people[(next += 1) % PEOPLE]
    if (as !== undefined) outcomes.push(await send(file, as))
  })
  after = server.memory()
}, 3 * MINUTE)
afterAll(async () => {
  await server.stop()
})

const named = (list: Outcome[]) => list.map(({ file, status }) => `${file.name}: ${status}`)
const isTaken = ({ status }: Outcome) => status === 201

test('accepts or refuses each of hundreds of files without a server error', () => {
  const counts = Map.groupBy(outcomes, ({ status }) => status)
  const summary = [...counts].map(([status, list]) => `${list.length} × ${status}`).join(', ')
  expect(outcomes.length).toBeGreaterThan(LEAST.all)
  const odd = outcomes.filter(({ status }) => ![201, 400, 415, 422].includes(status))
  expect(named(odd), summary).toEqual([])
  const refused = outcomes.filter(({ status }) => status !== 201)
  const wordless = refused.filter(({ body }) => !/^[A-Z].*\.$/s.test(body.message ?? ''))
  expect(named(wordless)).toEqual([])
  // Otherwise they would never reach the decoders.
  expect(counts.get(201)?.length, summary).toBeGreaterThan(LEAST.taken)
  expect(counts.get(422)?.length, summary).toBeGreaterThan(LEAST.refused)
})

test('refuses other file types by their content', () => {
  const foreign = outcomes.filter(({ file }) => file.isForeign)
  expect(named(foreign.filter(({ status }) => status !== 415))).toEqual([])
})

test(
  'what is taken becomes ready, or fails with a sentence: nothing stays at work',
  async () => {
    const names = () => namesAtWork(site.deps.db)
    await expect.poll(names, SETTLED).toEqual([])
  },
  5 * MINUTE,
)

test('keeps answering and uses no more memory than before', async () => {
  expect(server.child).toMatchObject({ exitCode: null, signalCode: null })
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  const growth = (bytes: number) => Math.round((bytes - before.now) / MB)
  const summary = `from ${Math.round(before.now / MB)} MB by ${growth(after.now)} MB, at most by ${growth(after.most)} MB`
  expect(after.most - before.now, summary).toBeLessThan(MAX_GROWTH)
})

test('leaves no temporary file, no row without an object and no object without a row', async () => {
  const { db, storage } = site.deps
  await expect.poll(() => readdir(path.join(site.dataDir, 'tmp')), SETTLED).toEqual([])
  const taken = outcomes.filter(isTaken).map(({ body }) => body.id)
  const originals: string[] = []
  for await (const key of storage.list('originals/')) originals.push(key)
  const ids = originals.map((key) => path.basename(key).replace(/\..*/, ''))
  expect(ids.toSorted()).toEqual(taken.toSorted())
  for await (const key of storage.list('renditions/')) expect(taken).toContain(key.split('/')[1])
  expect(await countMedia(db)).toEqual({ rows: taken.length, removals: 0 })
})

test('serves each accepted file only as the type it was accepted as', async () => {
  for (const { body } of outcomes.filter(isTaken)) {
    const answer = await fetch(server.origin + body.url)
    const { headers } = answer
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(body.bytes)
    expect(headers.get('content-type')).toBe(body.contentType)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    )
    const isOpened = ['image', 'video', 'audio'].includes(body.kind)
    expect(headers.get('content-disposition')).toMatch(isOpened ? /^inline/ : /^attachment/)
  }
})
