import { createReadStream } from 'node:fs'
import { Readable, Transform, pipeline } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
  type GetObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import * as media from '@plinth/contract/media/file-types.ts'
import type { Env } from '../../env.ts'
import { AppError } from '../../http/errors.ts'
import { isTracing, traced } from '../../tracing/tracing.ts'
import { checkKey, type ListedObject, type StorageGateway } from './storage.ts'
import { writeNewFile } from '../files.ts'

/** How long we wait for the store. All but `retries` and `page` are in milliseconds. */
export interface S3Limits {
  /** For the beginning of one response. */
  answer: number
  /** For the beginning of a response, retries included. */
  answers: number
  /** For uploading one part. */
  part: number
  /** For uploading an object, retries included. */
  object: number
  /** For the next bytes of an object that is being read. */
  silence: number
  retries: number
  /** Keys per page of a listing. */
  page: number
}

const LIMITS: S3Limits = {
  answer: 5_000,
  answers: 12_000,
  part: 30_000,
  object: 120_000,
  silence: 30_000,
  retries: 3,
  page: 1_000,
}
/** The smallest part that S3 accepts. Two of them are in memory for each upload. */
const PART_BYTES = 5 * 1024 ** 2
const PARTS_AT_ONCE = 2
/** Readers with a slow connection keep a connection to the store for as long as they read. */
const MAX_CONNECTIONS = 1_000
/** Only captions ever change under their key, and those are only read through us. */
const IMMUTABLE = 'private, max-age=31536000, immutable'

/** Stores objects in a bucket of any service that speaks S3. Throws `unavailable` when the service fails. */
export function createS3Storage(
  settings: NonNullable<Env['s3']>,
  limits: S3Limits = LIMITS,
): StorageGateway {
  const client = connect(settings, limits)
  const objectOf = (key: string) => ({
    Bucket: settings.bucket,
    Key: settings.prefix + checkKey(key),
  })
  const survey = (prefix: string) => listObjects(client, settings, limits, prefix)

  const put: StorageGateway['put'] = async (key, source) => {
    const upload = new Upload({
      client,
      params: {
        ...objectOf(key),
        Body: source,
        ContentType: contentTypeOf(key),
        CacheControl: IMMUTABLE,
      },
      partSize: PART_BYTES,
      queueSize: PARTS_AT_ONCE,
    })
    const timer = setTimeout(() => void upload.abort(), limits.object)
    try {
      await upload.done()
    } catch (error) {
      throw (source instanceof Readable ? source.errored : null) ?? toAppError(error)
    } finally {
      clearTimeout(timer)
      if (source instanceof Readable) source.destroy()
    }
  }
  const open: StorageGateway['open'] = async (key, range) => {
    const where = { ...objectOf(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }
    const answer = await ask(limits, (options) => client.send(new GetObjectCommand(where), options))
    if (answer === null) return null
    return { size: sizeOf(answer), stream: withIdleTimeout(answer, limits.silence) }
  }

  return {
    put,
    putFile: (key, file) => put(key, createReadStream(file)),
    open,
    fetch: async (key, file) => {
      const object = await open(key)
      if (object === null) return false
      await writeNewFile(file, object.stream)
      return true
    },
    size: async (key) => {
      const where = objectOf(key)
      const answer = await ask(limits, (options) =>
        client.send(new HeadObjectCommand(where), options),
      )
      return answer?.ContentLength ?? null
    },
    remove: async (key) => {
      const where = objectOf(key)
      await ask(limits, (options) => client.send(new DeleteObjectCommand(where), options))
    },
    list: async function* (prefix) {
      for await (const { key } of survey(prefix)) yield key
    },
    survey,
  }
}

function connect(settings: NonNullable<Env['s3']>, limits: S3Limits): S3Client {
  const { endpoint, region, credentials, pathStyle } = settings
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    ...(endpoint === null ? {} : { endpoint }),
    // Without configured keys the SDK finds those of its machine.
    ...(credentials === null ? {} : { credentials }),
    // Some services that resemble S3 do not support checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    retryMode: 'standard',
    maxAttempts: limits.retries + 1,
    // It would cost a connection for every part.
    expectContinueHeader: false,
    requestHandler: {
      connectionTimeout: limits.answer,
      requestTimeout: limits.part,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: MAX_CONNECTIONS },
      httpsAgent: { maxSockets: MAX_CONNECTIONS },
    },
  })
  if (isTracing()) traceCommands(client)
  return client
}

/** Makes each command a span, with its retries. */
function traceCommands(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = 'S3' }) =>
      (input) =>
        traced(
          commandName.replace(/Command$/, ''),
          { 'rpc.system.name': 'aws-api', 'peer.service': 's3' },
          async (span) => {
            const answer = await next(input)
            const { httpStatusCode, attempts } = answer.output.$metadata
            span?.tell({
              'http.response.status_code': httpStatusCode ?? 0,
              'plinth.attempts': attempts ?? 1,
            })
            return answer
          },
        ),
    { step: 'initialize', name: 'tracing' },
  )
}

/** Sends a command. Returns null if there is no such object. */
async function ask<T>(
  limits: S3Limits,
  send: (options: { requestTimeout: number; abortSignal: AbortSignal }) => Promise<T>,
): Promise<T | null> {
  // `AbortSignal.timeout` would also cut off a body that takes longer to read.
  const deadline = new AbortController()
  const timer = setTimeout(() => deadline.abort(), limits.answers)
  try {
    return await send({ requestTimeout: limits.answer, abortSignal: deadline.signal })
  } catch (error) {
    // A missing bucket is a 404 as well, but with another name, except for HEAD.
    if (error instanceof S3ServiceException && /^(NotFound|NoSuchKey)$/.test(error.name))
      return null
    throw toAppError(error)
  } finally {
    clearTimeout(timer)
  }
}

async function* listObjects(
  client: S3Client,
  { bucket, prefix: top }: NonNullable<Env['s3']>,
  limits: S3Limits,
  prefix: string,
): AsyncGenerator<ListedObject> {
  let next: string | undefined
  do {
    const command = new ListObjectsV2Command({
      Bucket: bucket,
      Prefix: top + prefix,
      MaxKeys: limits.page,
      ContinuationToken: next,
    })
    const page = await ask(limits, (options) => client.send(command, options))
    for (const { Key = '', Size = 0, LastModified } of page?.Contents ?? []) {
      yield { key: Key.slice(top.length), bytes: Size, changedAt: LastModified ?? new Date() }
    }
    next = page?.NextContinuationToken
  } while (next !== undefined)
}

/** Size of the whole object, of which this may be a range. */
function sizeOf({ ContentRange, ContentLength }: GetObjectCommandOutput): number {
  const [, whole] = /\/(\d+)$/.exec(ContentRange ?? '') ?? []
  return Number(whole ?? ContentLength)
}

/** Breaks the stream off when the connection breaks, or the store sends nothing although the reader is waiting. The reader may take any time. */
function withIdleTimeout({ Body }: GetObjectCommandOutput, silence: number): Readable {
  if (!(Body instanceof Readable)) throw toAppError(new Error('an answer without a body'))
  const output = new Transform({
    transform: (chunk, _encoding, done) => {
      timer.refresh()
      done(null, chunk)
    },
    // Also called with the error of a broken connection.
    destroy: (cause, done) => done(cause === null ? null : toAppError(cause)),
  })
  const timer = setTimeout(() => {
    if (output.readableLength > 0) timer.refresh()
    else output.destroy(new Error('The file store stopped in the middle of a file.'))
  }, silence)
  return pipeline(Body, output, () => clearTimeout(timer))
}

const TYPES = [
  media.IMAGE_TYPES,
  media.VIDEO_TYPES,
  media.AUDIO_TYPES,
  media.PDF_TYPES,
  media.DOCUMENT_TYPES,
  { 'text/vtt': { extension: 'vtt' } },
].flatMap((types) => Object.entries(types))

const contentTypeOf = (key: string): string =>
  TYPES.find(([, { extension }]) => key.endsWith(`.${extension}`))?.[0] ??
  'application/octet-stream'

/** The message for people. The cause goes to the log. */
function toAppError(cause: unknown): AppError {
  const isFull = cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 507
  const error = isFull
    ? new AppError('storage.full', 'The file store is full. Nothing was saved.')
    : new AppError('unavailable', 'The file store isn’t answering. Try again in a moment.', {
        headers: { 'retry-after': '5' },
      })
  return Object.assign(error, { cause })
}
