import { endpointUrl } from '@plinth/contract/http/endpoint.ts'
import {
  deleteMedia,
  getMedia,
  getReceipt,
  uploadMedia,
  type Media,
  type Receipt,
} from '@plinth/contract/media/media.ts'
import type { BenchEnv } from '../env.ts'

/** What a person does with files, over HTTP. */
export interface MediaClient {
  upload: (bytes: Uint8Array<ArrayBuffer>, fileName: string) => Promise<Media>
  read: (id: string) => Promise<Media>
  receipt: (id: string) => Promise<Receipt>
  /** Reads again and again until this is so. */
  until: (id: string, isSo: (media: Media) => boolean) => Promise<Media>
  fetch: (path: string) => Promise<Buffer>
  /** Bytes of a file, without sending them. */
  size: (path: string) => Promise<number>
  remove: (id: string) => Promise<void>
}

const EVERY_MS = 50

export function createMediaClient(env: BenchEnv, cookie: string): MediaClient {
  const call = async (method: string, path: string, body?: Uint8Array<ArrayBuffer>) => {
    const response = await fetch(env.url + path, {
      method,
      headers: { cookie, origin: env.publicUrl },
      ...(body === undefined ? {} : { body }),
    }).catch((error: Error) => {
      // What went wrong on the line stands in its cause alone.
      const { message } = (error.cause ?? error) as Error
      throw new Error(`${method} ${path} got no answer: ${message}`, { cause: error })
    })
    if (!response.ok) {
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    }
    return response
  }
  const json = async <T>(method: string, path: string, body?: Uint8Array<ArrayBuffer>) =>
    (await (await call(method, path, body)).json()) as T
  const read = (id: string) => json<Media>('GET', endpointUrl(getMedia, { params: { id } }))

  return {
    upload: (bytes, fileName) =>
      json('POST', endpointUrl(uploadMedia, { query: { fileName } }), bytes),
    read,
    receipt: (id) => json('GET', endpointUrl(getReceipt, { params: { id } })),
    until: async (id, isSo) => {
      for (;;) {
        const media = await read(id)
        if (isSo(media)) return media
        if (media.state === 'failed') throw new Error(`${media.fileName} failed: ${media.failure}`)
        await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
      }
    },
    fetch: async (path) => Buffer.from(await (await call('GET', path)).arrayBuffer()),
    size: async (path) => Number((await call('HEAD', path)).headers.get('content-length')),
    remove: async (id) => {
      await call('DELETE', endpointUrl(deleteMedia, { params: { id } }))
    },
  }
}

/** Does the work for each of a list, so many at a time. */
export async function eachAtOnce<T>(
  list: readonly T[],
  count: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < list.length) {
      const index = next
      next += 1
      await work(list[index] as T, index)
    }
  }
  await Promise.all(Array.from({ length: count }, worker))
}
