import crypto from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import S3rver, { type FileStore } from 's3rver'
import type { S3Settings } from '../../src/env.ts'

const BUCKET = 'plinth-test'

/** How a failing store answers a request. */
export type Failure =
  /** Answers with this status. */
  | { status: number }
  /** Closes the connection. */
  | 'reset'
  /** Never answers. */
  | 'hang'
  /** Closes the connection after the first bytes of the body. */
  | 'cut'
  /** Stops after the first bytes, and leaves the connection open. */
  | 'stall'

export interface TestBucket {
  settings: S3Settings
  /** The same settings as environment variables. */
  env: Record<string, string>
  /** Requests since the last call, as `GET /bucket/key`. */
  requests: () => string[]
  /** Makes the next requests (with a method) fail like this. Call it with 0 to stop. */
  fail: (count: number, kind?: Failure, method?: string) => void
  /** Multipart uploads that were neither finished nor aborted. */
  unfinished: () => Promise<string[]>
  /** The file in which the store keeps an object. */
  fileOf: (key: string) => string
  close: () => Promise<void>
}

type MakeCipher<T> = (name: string, key: Buffer, iv: Buffer, options?: object) => T

/**
 * The store encrypts its page tokens with DES, which OpenSSL has dropped. Triple DES with the same key three times is
 * equal.
 */
function withDes<T>(make: MakeCipher<T>): MakeCipher<T> {
  return (name, key, iv, options) =>
    name === 'des'
      ? make('des-ede3-cbc', Buffer.concat([key, key, key]), iv)
      : make(name, key, iv, options)
}
Object.assign(crypto, {
  createCipheriv: withDes(crypto.createCipheriv as MakeCipher<crypto.Cipheriv>),
  createDecipheriv: withDes(crypto.createDecipheriv as MakeCipher<crypto.Decipheriv>),
})

/** Starts a store that speaks S3, with an empty bucket and on its own port. It can be told to fail. */
export async function startBucket(prefix = ''): Promise<TestBucket> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'plinth-s3-'))
  const store = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: BUCKET }],
  })
  const { port } = await store.run()
  answerOnceKept(store.store)
  const { httpServer } = store
  const [serve] = httpServer.listeners('request') as [RequestListener]
  let received: string[] = []
  let remaining = 0
  let kind: Failure = 'reset'
  let method: string | undefined
  const uploads = path.join(directory, BUCKET, '._S3rver_uploads')
  httpServer.removeAllListeners('request')
  httpServer.on('request', (request, response) => {
    received.push(`${request.method} ${request.url?.split('?')[0]}`)
    const isHit = remaining > 0 && (method ?? request.method) === request.method
    if (!isHit) {
      const upload = uploadCalledOff(request)
      if (upload === null) return serve(request, response)
      return void rm(path.join(uploads, upload), { recursive: true }).then(() =>
        response.writeHead(204).end(),
      )
    }
    remaining -= 1
    if (kind === 'hang') return
    if (kind === 'reset') return request.socket.destroy()
    if (kind === 'cut' || kind === 'stall') {
      shorten(response, kind)
      return serve(request, response)
    }
    request.resume()
    response.writeHead(kind.status).end()
  })
  const endpoint = `http://127.0.0.1:${port}`
  return {
    settings: {
      bucket: BUCKET,
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      pathStyle: true,
      prefix,
    },
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: prefix,
    },
    requests: () => received.splice(0),
    fail: (count, how = 'reset', of) => {
      remaining = count
      kind = how
      method = of
    },
    unfinished: () => readdir(uploads).catch(() => []),
    fileOf: (key) => path.join(directory, BUCKET, `${prefix}${key}._S3rver_object`),
    close: async () => {
      httpServer.closeAllConnections()
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The store answers before its files are completely written, so a reader might find half of one. */
function answerOnceKept(files: FileStore): void {
  const putObject = files.putObject.bind(files)
  const putPart = files.putPart.bind(files)
  files.putObject = async (object) => {
    const stored = await putObject(object)
    await written(files.getResourcePath(object.bucket, object.key, 'object'), stored.size)
    return stored
  }
  files.putPart = async (bucket, upload, part, body) => {
    const stored = await putPart(bucket, upload, part, body)
    const folder = files.getResourcePath(bucket, undefined, 'uploads')
    await written(path.join(folder, upload, String(part)), stored.size)
    return stored
  }
}

async function written(file: string, bytes: number): Promise<void> {
  const size = () =>
    stat(file).then(
      (found) => found.size,
      () => -1,
    )
  const deadline = Date.now() + 10_000
  while ((await size()) < bytes) {
    if (Date.now() > deadline) throw new Error(`${file} was not written`)
    await delay(1)
  }
}

/** The store does not implement aborting an upload, the only such call that we use. */
function uploadCalledOff({ method, url = '' }: IncomingMessage): string | null {
  return method === 'DELETE' ? new URL(url, 'http://store').searchParams.get('uploadId') : null
}

const FIRST_BYTES = 1_000

/** Lets only the headers and the first bytes of a response through. */
function shorten(response: ServerResponse, kind: 'cut' | 'stall'): void {
  const write = response.write.bind(response) as (chunk: Uint8Array) => boolean
  const stop = () => (kind === 'cut' ? response.socket?.destroy() : undefined)
  let isStopped = false
  response.write = (chunk: Uint8Array) => {
    if (!isStopped) write(chunk.subarray(0, FIRST_BYTES))
    isStopped = true
    setImmediate(stop)
    return true
  }
  response.end = () => response
}
