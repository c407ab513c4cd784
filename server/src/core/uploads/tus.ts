import type { IncomingMessage } from 'node:http'
import { PassThrough, Readable, finished } from 'node:stream'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { ERRORS, Server, type Locker } from '@tus/server'
import { newId } from '../../db/id.ts'
import type { Env } from '../../env.ts'
import { AppError, notFound, invalidField } from '../../http/errors.ts'
import { isDiskFull } from '../../gateways/process/machine.ts'
import { emptyFile } from '../media/media-rules.ts'
import { locked } from './locks.ts'
import { fileNameOf, metadataOf, targetOf } from './purpose.ts'
import { storageFull } from './staging.ts'
import { UploadStore, type StoreDeps } from './store.ts'

export const TUS_VERSION = '1.0.0'
const BYTES = 'application/offset+octet-stream'

interface TusInput {
  raw: IncomingMessage
  /** Id of an upload; null to create one. */
  id: string | null
  /** Empty when it does not matter who asks. */
  ownerId: string
}

/** Handles one tus request for one person. Refusals by tus are thrown as our own errors. */
export async function answerTus(
  deps: StoreDeps,
  { raw, id, ownerId }: TusInput,
): Promise<Response> {
  if (raw.method !== 'OPTIONS') checkVersion(raw)
  if (raw.method === 'POST') checkCreation(raw)
  const store = new UploadStore(deps, ownerId)
  // Deleting an upload does not wait for its bytes.
  const locker = deps.locks.locker({ ownerId, isUrgent: raw.method === 'DELETE' })
  const tus = createTus(deps.env, store, locker)
  const body = hasBytes(raw) ? bodyOf(raw) : null
  try {
    const response = await tus.handleWeb(webRequest(raw, id, body))
    if (!response.ok) throw refused(response.status, await response.text())
    if (body !== null && store.createdId !== null && !raw.readableEnded) throw locked()
    return response
  } catch (error) {
    // The client has not read its location and could never continue it.
    if (store.createdId !== null) await store.remove(store.createdId)
    throw error
  } finally {
    if (body !== null) raw.unpipe(body)
    body?.destroy()
  }
}

const createTus = ({ publicUrl }: Env, datastore: UploadStore, locker: Locker): Server =>
  new Server({
    path: UPLOADS_PATH,
    datastore,
    locker,
    // The holder of the lock writes what it has received before it stops.
    lockDrainTimeout: 1,
    // Correct behind every proxy.
    relativeLocation: true,
    // Reported to clients that ask. The limit for an existing upload is checked by its purpose.
    maxSize: (_request, id) => (id === null ? MAX_MEDIA_BYTES : Infinity),
    allowedOrigins: [new URL(publicUrl).origin],
    namingFunction: newId,
    onUploadCreate: async (_request, { metadata }) => ({
      metadata: metadataOf({ fileName: fileNameOf(metadata), ...targetOf(metadata) }),
    }),
    onResponseError: (_request, error) => {
      throw toOurs(error)
    },
  })

const hasBytes = ({ method, headers }: IncomingMessage): boolean =>
  method === 'PATCH' || (method === 'POST' && headers['content-type'] === BYTES)

/**
 * The body for tus to read. It ends when the sender disconnects, so that the bytes received are kept. It is not the
 * request itself, which tus would close before its response could be read.
 */
function bodyOf(raw: IncomingMessage): PassThrough {
  const body = new PassThrough()
  finished(raw, () => body.end())
  return raw.pipe(body)
}

/** Passes on only the protocol's headers, as tus would also trust a proxy's. */
function webRequest(raw: IncomingMessage, id: string | null, body: PassThrough | null): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw.headers)) {
    if (/^(upload-|tus-|content-(type|length)$|origin$)/.test(name))
      headers.set(name, String(value))
  }
  return new Request(new URL(`${UPLOADS_PATH}/${id ?? ''}`, 'http://localhost'), {
    method: raw.method ?? '',
    headers,
    ...(body === null ? {} : { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
  })
}

function checkVersion({ headers }: IncomingMessage): void {
  if (headers['tus-resumable'] === TUS_VERSION) return
  throw new AppError('input.invalid', `Send the header Tus-Resumable: ${TUS_VERSION}.`, {
    status: 412,
    headers: { 'tus-version': TUS_VERSION },
  })
}

function checkCreation({ headers }: IncomingMessage): void {
  const length = String(headers['upload-length'] ?? '')
  if (!/^\d{1,15}$/.test(length)) {
    throw invalidField('upload-length', 'Upload-Length must say how many bytes the file has.')
  }
  if (Number(length) === 0) throw emptyFile()
}

/** tus throws plain objects; anything that is an Error comes from our own code. */
function toOurs(error: Error | { status_code: number; body: string }): Error {
  if (!('status_code' in error)) {
    return isDiskFull(error) ? storageFull() : error
  }
  if (error === ERRORS.ABORTED) return locked()
  return refused(error.status_code, error.body)
}

function refused(status: number, text: string): AppError {
  if (status === 404 || status === 410) return notFound()
  if (status === 409) {
    return new AppError(
      'conflict',
      'Upload-Offset doesn’t match this upload. Ask for the offset with HEAD and continue from there.',
    )
  }
  if (status === 413) {
    return new AppError('media.too_large', 'This file is larger than its Upload-Length says.')
  }
  return new AppError('input.invalid', `We couldn’t read this upload: ${text.trim()}.`)
}
