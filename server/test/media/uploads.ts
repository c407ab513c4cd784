import { stat } from 'node:fs/promises'
import { request as httpRequest, type ClientRequest } from 'node:http'
import path from 'node:path'
import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import { finishUpload } from '@plinth/contract/media/media.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { expect } from 'vitest'
import { PIECES } from '../../src/core/uploads/staging.ts'
import { PUBLIC_URL, type Answer, type Person, type TestApp } from '../app.ts'

export const TUS = { 'tus-resumable': '1.0.0' }
export const CHUNK_HEADERS = { ...TUS, 'content-type': 'application/offset+octet-stream' }

export const nameHeader = (fileName: string) =>
  `filename ${Buffer.from(fileName).toString('base64')}`

/** What a client of resumable uploads does, call by call. */
export function createUploader(site: TestApp) {
  const request = (
    method: 'POST' | 'PATCH' | 'DELETE',
    url: string,
    as: Person | undefined,
    rest: { headers?: Record<string, string>; payload?: Buffer } = {},
  ): Promise<Answer> => site.request({ method, url, ...(as ? { as } : {}), ...rest })

  const begin = (
    as: Person | undefined,
    bytes: number | string,
    { fileName = 'a.jpg', ...headers }: Record<string, string> = {},
  ) =>
    request('POST', UPLOADS_PATH, as, {
      headers: {
        ...TUS,
        'upload-length': String(bytes),
        'upload-metadata': nameHeader(fileName),
        ...headers,
      },
    })
  /** A HEAD response never has a body, whatever its headers claim. */
  const head = async (as: Person | undefined, id: string) => {
    const { statusCode: status, headers } = await site.app.inject({
      method: 'HEAD',
      url: `${UPLOADS_PATH}/${id}`,
      headers: { ...TUS, ...(as ? { cookie: as.cookie } : {}) },
    })
    return { status, headers }
  }
  const send = (as: Person | undefined, id: string, offset: number, payload: Buffer) =>
    request('PATCH', `${UPLOADS_PATH}/${id}`, as, {
      headers: { ...CHUNK_HEADERS, 'upload-offset': String(offset) },
      payload,
    })
  return {
    begin,
    head,
    send,
    remove: (as: Person | undefined, id: string) =>
      request('DELETE', `${UPLOADS_PATH}/${id}`, as, { headers: TUS }),
    finish: (as: Person | undefined, id: string) => site.call(finishUpload, { as, params: { id } }),
    begun: async (as: Person, bytes: number, fileName = 'a.jpg'): Promise<string> => {
      const answer = await begin(as, bytes, { fileName })
      expect(answer.status).toBe(201)
      return String(answer.headers.location).slice(UPLOADS_PATH.length + 1)
    },
    offset: async (as: Person, id: string): Promise<number> => {
      const answer = await head(as, id)
      expect(answer.status).toBe(200)
      return Number(answer.headers['upload-offset'])
    },
  }
}

/** The same calls to a server in its own process. */
export function createUploaderAt(origin: string) {
  const ask = async (
    method: string,
    url: string,
    as: Person,
    rest: { headers?: Record<string, string>; body?: Uint8Array<ArrayBuffer> } = {},
  ) => {
    const answer = await fetch(origin + url, {
      ...rest,
      method,
      headers: { ...rest.headers, cookie: as.cookie, origin: PUBLIC_URL },
    })
    await answer.arrayBuffer()
    return answer
  }
  const urlOf = (id: string) => `${UPLOADS_PATH}/${id}`
  return {
    send: (as: Person, id: string, offset: number, payload: Buffer) =>
      ask('PATCH', urlOf(id), as, {
        headers: { ...CHUNK_HEADERS, 'upload-offset': String(offset) },
        body: new Uint8Array(payload),
      }),
    remove: (as: Person, id: string) => ask('DELETE', urlOf(id), as, { headers: TUS }),
    finish: (as: Person, id: string) =>
      ask('POST', endpointUrl(finishUpload, { params: { id } }), as),
    offset: async (as: Person, id: string): Promise<number> => {
      const answer = await ask('HEAD', urlOf(id), as, { headers: TUS })
      expect(answer.status).toBe(200)
      return Number(answer.headers.get('upload-offset'))
    },
  }
}

/** Starts a request over a real connection. It announces the full length, and the test decides how much it sends. */
function startCall(
  port: number,
  call: { as: Person; method: string; path: string; length: number; headers: object },
): ClientRequest {
  const { as, method, path: to, length, headers } = call
  const request = httpRequest({
    port,
    method,
    path: to,
    headers: {
      ...CHUNK_HEADERS,
      ...headers,
      cookie: as.cookie,
      origin: PUBLIC_URL,
      'content-length': length,
    },
  })
  // These tests cut connections.
  request.on('error', () => undefined)
  return request
}

export const startChunk = (
  port: number,
  { as, id, offset, length }: { as: Person; id: string; offset: number; length: number },
): ClientRequest =>
  startCall(port, {
    as,
    method: 'PATCH',
    path: `${UPLOADS_PATH}/${id}`,
    length,
    headers: { 'upload-offset': offset },
  })

/** Starts an upload whose creation request carries the bytes. */
export const startUploadWithBody = (
  port: number,
  { as, length }: { as: Person; length: number },
): ClientRequest =>
  startCall(port, {
    as,
    method: 'POST',
    path: UPLOADS_PATH,
    length,
    headers: { 'upload-length': length, 'upload-metadata': nameHeader('a.jpg') },
  })

export const stagedPath = (site: TestApp, id: string) => path.join(site.dataDir, 'uploads', id)

/** Bytes of an upload that are on disk. */
export const onDisk = async (site: TestApp, id: string): Promise<number> =>
  (await stat(stagedPath(site, id)).catch(() => null))?.size ?? 0

/** Keys of an upload's pieces in the bucket; of all uploads without an id. */
export async function piecesOf({ deps }: TestApp, id = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const key of deps.storage.list(`${PIECES}${id}`)) keys.push(key)
  return keys
}

/** Makes this person's files look as if they had this many bytes in total. */
export async function setStoredBytes(
  { deps }: TestApp,
  ownerId: string,
  bytes: number,
): Promise<void> {
  await deps.db
    .updateTable('media')
    .set({ bytes: BigInt(bytes) })
    .where('owner_id', '=', ownerId)
    .execute()
}

/** Makes an upload look as if it had been started, and last continued, this long ago. */
export async function ageUpload(
  { deps }: TestApp,
  id: string,
  { begunHours, touchedHours = begunHours }: { begunHours: number; touchedHours?: number },
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await deps.db
    .updateTable('uploads')
    .set({ created_at: hoursAgo(begunHours), touched_at: hoursAgo(touchedHours) })
    .where('id', '=', id)
    .execute()
}

export const openUploads = async ({ deps }: TestApp): Promise<string[]> =>
  (await deps.db.selectFrom('uploads').select('id').execute()).map(({ id }) => id)
