import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { beforeAll, expect, it } from 'vitest'
import { testApp, PUBLIC_URL, type Person } from '../../../test/app.ts'
import { countMedia } from '../../../test/media/media.ts'

const BOUNDARY = 'between-parts'
const CHUNK = Buffer.alloc(256 * 1024)

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let port: number
beforeAll(async () => {
  marit = await plinth.person('Marit')
  await plinth.app.listen({ port: 0, host: '127.0.0.1' })
  port = (plinth.app.server.address() as AddressInfo).port
})

/** A form under way: its title is sent, and its file has begun. */
function begin(): ClientRequest {
  const sending = request({
    port,
    method: 'POST',
    path: '/api/posts',
    headers: {
      cookie: marit.cookie,
      origin: PUBLIC_URL,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  })
  const head = (rest: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${rest}\r\n\r\n`
  sending.write(`${head('name="title"')}Film\r\n${head('name="media_0"; filename="big film.mov"')}`)
  return sending
}

async function sendBytes(sending: ClientRequest, bytes: number): Promise<void> {
  for (let sent = 0; sent < bytes && !sending.destroyed; sent += CHUNK.length) {
    if (!sending.write(CHUNK)) await once(sending, 'drain')
  }
}

const leftovers = () => readdir(path.join(plinth.dataDir, 'tmp'))

it('a file over 50 MB is refused by name, and the sender receives the error', async () => {
  const sending = begin()
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>
  await sendBytes(sending, MAX_MEDIA_BYTES + 4 * CHUNK.length)
  sending.end(`\r\n--${BOUNDARY}--\r\n`)
  const [answer] = await answered
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { code: string; message: string }
  expect(answer.statusCode).toBe(413)
  expect(body).toMatchObject({
    code: 'media.too_large',
    message: 'big film.mov exceeds 50MB limit.',
  })
  expect(await leftovers()).toEqual([])
  expect((await countMedia(plinth.deps.db)).rows).toBe(0)
})

it('a sender who goes away leaves nothing behind', async () => {
  const sending = begin()
  sending.on('error', () => undefined)
  await sendBytes(sending, 4 * CHUNK.length)
  await expect.poll(leftovers).toHaveLength(1)
  sending.destroy()
  await expect.poll(leftovers).toEqual([])
  expect((await countMedia(plinth.deps.db)).rows).toBe(0)
})
