import type { Readable } from 'node:stream'
import { AppError } from '../../http/errors.ts'
import type { UploadKey } from './upload-queries.ts'

/** Where pieces of unfinished uploads are in the bucket. */
export const PIECES = 'uploads/'

/** What nothing was written to for this long, and belongs to no upload, is left over. */
export const LEFTOVER_MS = 3_600_000

/** Bytes whose upload has ended. */
export interface Leftover {
  /** As a report names it. */
  name: string
  remove: () => Promise<void>
}

/** Keeps the bytes of unfinished uploads. */
export interface Staging {
  open: () => Promise<void>
  /** How many bytes have arrived. They survive a crash of this process. */
  received: (id: string) => Promise<number>
  /** Adds bytes and returns the new offset, once all of them are safe. */
  append: (key: UploadKey, source: Readable, options: AppendOptions) => Promise<number>
  /** Runs `work` with the path of a file that holds the whole upload and is read-only for it. */
  withFile: <T>(
    upload: { id: string; bytes: number },
    work: (file: string) => Promise<T>,
  ) => Promise<T>
  remove: (id: string) => Promise<void>
  leftovers: () => AsyncIterable<Leftover>
}

interface AppendOptions {
  offset: number
  /** Called for each chunk that arrives. */
  onBytes: () => void
}

/** Yields what arrives. The source stays open for whoever reads from it next. */
export async function* arriving(source: Readable, onBytes: () => void): AsyncGenerator<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    onBytes()
    yield chunk
  }
}

export const storageFull = (): AppError =>
  new AppError(
    'storage.full',
    'The server’s storage is full. We keep what has arrived. Try again later.',
  )

export const incomplete = ({ received, bytes }: { received: number; bytes: number }): AppError =>
  new AppError(
    'conflict',
    `This upload isn’t complete: ${bytes - received} of ${bytes} bytes are missing.`,
  )
