import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/**
 * Writes the pieces of a body one after the other, from a position on. Whoever sends a hundred pictures fills hundreds of
 * megabytes of buffers, for which all of the heap would be gone through several times a second: so the memory of each is
 * given back as soon as it is written, where the body is from the network and nobody else can hold it.
 */
export async function writeChunks(
  file: FileHandle,
  pieces: AsyncIterable<Buffer>,
  { body, start = 0 }: { body: Readable; start?: number },
): Promise<void> {
  const isFromNetwork = body instanceof IncomingMessage && body.socket instanceof Socket
  let position = start
  for await (const piece of pieces) {
    position += await writeWhole(file, piece, position)
    if (isFromNetwork) giveBack(piece)
  }
}

async function writeWhole(file: FileHandle, piece: Buffer, position: number): Promise<number> {
  let written = 0
  while (written < piece.length) {
    const rest = piece.length - written
    written += (await file.write(piece, written, rest, position + written)).bytesWritten
  }
  return written
}

/** One that shares its memory with others keeps it. */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

export interface BodyLimit {
  maxBytes: number
  /** What the sender says that it has; 0 when it does not say. */
  announcedBytes: number
  refuse: () => Error
}

/** The bytes of a body, at most as many as are taken. A body that is refused stays unread. */
export async function* upToLimit(
  body: Readable,
  { maxBytes, announcedBytes, refuse }: BodyLimit,
): AsyncGenerator<Buffer> {
  if (announcedBytes > maxBytes) throw refuse()
  let bytes = 0
  // Left open where we stop: destroying it would close the connection before the answer is read.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw refuse()
    yield chunk
  }
}

/** So that 40 MB a second are taken in at most: more than are cleaned meanwhile. */
const REST_MS = 1

/** Whoever waits to write a piece of a body, by the order in which the bodies began. */
const waiting = new Map<number, () => void>()
let isTaken = false
let begun = 0

/**
 * The same pieces, each of which is handed on when its turn has come: while one is written to disk, those of all other
 * bodies wait, and of these the one that began first is next. A hundred uploads that arrive at once would else fill
 * every turn of the event loop, and end all at once; who only looks would wait behind all of them. Nobody's line is
 * waited for: a piece that waits has come.
 */
export async function* inTurns(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  begun += 1
  const place = begun
  for await (const piece of pieces) {
    await turn(place)
    try {
      yield piece
    } finally {
      // Half of the time is for whoever asks for something else.
      setTimeout(passOn, REST_MS)
    }
  }
}

async function turn(place: number): Promise<void> {
  if (isTaken) return new Promise((resolve) => waiting.set(place, resolve))
  isTaken = true
}

function passOn(): void {
  const first = Math.min(...waiting.keys())
  const next = waiting.get(first)
  waiting.delete(first)
  if (next === undefined) isTaken = false
  else next()
}
