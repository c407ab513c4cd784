import type { FileHandle } from 'node:fs/promises'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'

/**
 * Writes the pieces of a body one after the other, from a position on. Whoever sends a hundred pictures fills hundreds of
 * megabytes of buffers, for which all of the heap would be gone through several times a second: so the memory of each is
 * given back as soon as it is written, where the body is from the network and nobody else can hold it.
 */
export async function writePieces(
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
