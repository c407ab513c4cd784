import { endpointUrl, LATER_STATUS } from '@plinth/contract/http/endpoint.ts'
import {
  deleteMedia,
  getMedia,
  getReceipt,
  uploadMedia,
  type Media,
  type Receipt,
} from '@plinth/contract/media/media.ts'
import type { BenchEnv } from '../env.ts'

/** Uploads and reads media over HTTP, as one person. */
export interface MediaClient {
  upload: (bytes: Uint8Array<ArrayBuffer>, fileName: string) => Promise<Media>
  read: (id: string) => Promise<Media>
  receipt: (id: string) => Promise<Receipt>
  /** Polls until the condition holds. */
  until: (id: string, isDone: (media: Media) => boolean) => Promise<Media>
  fetch: (path: string) => Promise<Buffer>
  /** Size of a file in bytes, from a HEAD request. */
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
      // Only the cause says what went wrong with the connection.
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
    upload: async (bytes, fileName) => {
      let answer = await call('POST', endpointUrl(uploadMedia, { query: { fileName } }), bytes)
      // The server is still looking at it, and says where to ask.
      while (answer.status === LATER_STATUS)
        answer = await call('POST', answer.headers.get('location') ?? '')
      return (await answer.json()) as Media
    },
    read,
    receipt: (id) => json('GET', endpointUrl(getReceipt, { params: { id } })),
    until: async (id, isDone) => {
      for (;;) {
        const media = await read(id)
        if (isDone(media)) return media
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
