import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/**
 * Writes the chunks of a body to a file, from `start` on. A hundred pictures fill hundreds of megabytes of buffers, and
 * the garbage collector would walk the whole heap several times a second. So each chunk's memory is released as soon as
 * it is written, if the body comes from the network and nothing else can hold the chunk.
 */
export async function writeChunks(
  file: FileHandle,
  chunks: AsyncIterable<Buffer>,
  { body, start = 0 }: { body: Readable; start?: number },
): Promise<void> {
  const isFromNetwork = body instanceof IncomingMessage && body.socket instanceof Socket
  let position = start
  for await (const chunk of chunks) {
    position += await writeWhole(file, chunk, position)
    if (isFromNetwork) releaseMemory(chunk)
  }
}

async function writeWhole(file: FileHandle, chunk: Buffer, position: number): Promise<number> {
  let written = 0
  while (written < chunk.length) {
    const rest = chunk.length - written
    written += (await file.write(chunk, written, rest, position + written)).bytesWritten
  }
  return written
}

/** Leaves a chunk alone that shares its memory with others. */
function releaseMemory({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

export interface BodyLimit {
  maxBytes: number
  /** The size that the sender announced; 0 when it did not. */
  announcedBytes: number
  refuse: () => Error
}

/** The bytes of a body up to the limit, beyond which it throws. The rest of a refused body stays unread. */
export async function* upToLimit(
  body: Readable,
  { maxBytes, announcedBytes, refuse }: BodyLimit,
): AsyncGenerator<Buffer> {
  if (announcedBytes > maxBytes) throw refuse()
  let bytes = 0
  // The body stays open when we stop: destroying it would close the connection before the response is read.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw refuse()
    yield chunk
  }
}

/** Limits intake to 40 MB a second, which is more than can be cleaned in that time. */
const PAUSE_MS = 1

/** Bodies that wait to write a chunk, by the order in which they began. */
const waiting = new Map<number, () => void>()
let isTaken = false
let count = 0

/**
 * Yields the same chunks, each when its turn comes. While one is written to disk, the chunks of all other bodies wait,
 * and the body that began first is next. Without this, a hundred uploads that arrive together would fill every turn of
 * the event loop and block everyone else. A chunk queues only after it has fully arrived, so a slow client never blocks
 * the others.
 */
export async function* inTurns(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  count += 1
  const order = count
  for await (const chunk of chunks) {
    await turn(order)
    try {
      yield chunk
    } finally {
      // Leaves half of the time to other requests.
      setTimeout(passOn, PAUSE_MS)
    }
  }
}

async function turn(order: number): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.set(order, resolve))
  isTaken = true
}

function passOn(): void {
  const first = Math.min(...waiting.keys())
  const next = waiting.get(first)
  waiting.delete(first)
  if (next === undefined) isTaken = false
  else next()
}
