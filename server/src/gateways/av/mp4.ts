import { appendFile, open, type FileHandle } from 'node:fs/promises'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import { rightsPacket } from '../image/metadata/packet.ts'
import type { Rights } from '../image/metadata/rights.ts'

const HEAD_BYTES = 16
/** A fragmented video has some thousands. */
const MAX_BOXES = 100_000
/** The index of the longest video that we take is smaller. */
const MAX_INDEX_BYTES = 16 * 1024 * 1024

interface Box {
  name: string
  at: number
  bytes: number
}

/** Yields the top-level boxes of an MP4 or MOV, and null where the bytes are no box. */
async function* boxesOf(handle: FileHandle): AsyncGenerator<Box | null> {
  const { size: end } = await handle.stat()
  const head = Buffer.alloc(HEAD_BYTES)
  let at = 0
  for (let count = 0; at < end && count < MAX_BOXES; count += 1) {
    head.fill(0)
    await handle.read(head, 0, HEAD_BYTES, at)
    const name = head.toString('latin1', 4, 8)
    const bytes = sizeOf(head, end - at)
    if (bytes < 8 || bytes > end - at || !/^[\w ©]{4}$/.test(name)) {
      yield null
      return
    }
    yield { name, at, bytes }
    at += bytes
  }
}

/** A size of 1 means that the next eight bytes hold it, 0 means the rest of the file. */
function sizeOf(head: Buffer, rest: number): number {
  const size = head.readUInt32BE(0)
  if (size === 1) return Number(head.readBigUInt64BE(8))
  return size === 0 ? rest : size
}

const XMP_ID = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** FFmpeg reports what this box holds. */
async function isXmp(handle: FileHandle, { at }: Box): Promise<boolean> {
  const { buffer } = await handle.read(Buffer.alloc(XMP_ID.length), 0, XMP_ID.length, at + 8)
  return buffer.equals(XMP_ID)
}

/** Adds all of it to the end of an MP4, MOV or M4A, whose tags only have names for author and copyright. */
export async function appendRights(file: string, rights: Rights): Promise<void> {
  const packet = rightsPacket(rights)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(head.length + XMP_ID.length + packet.length)
  head.write('uuid', 4, 'latin1')
  await appendFile(file, Buffer.concat([head, XMP_ID, packet]))
}

/** Finds metadata in an MP4 or MOV that FFmpeg does not report: private boxes, and bytes after the last box. */
export async function metadataInBoxes(file: string): Promise<TakenOut[]> {
  await using handle = await open(file)
  const found = new Set<TakenOut>()
  for await (const box of boxesOf(handle)) {
    if (box === null) found.add('rest')
    else if (box.name === 'uuid' && !(await isXmp(handle, box))) found.add('history')
  }
  return [...found]
}

/** Whether an MP4 or MOV has audio tracks but no video track, whatever its brands say. */
export async function isSoundAlone(file: string): Promise<boolean> {
  await using handle = await open(file)
  for await (const box of boxesOf(handle)) {
    if (box?.name !== 'moov' || box.bytes > MAX_INDEX_BYTES) continue
    const index = Buffer.alloc(box.bytes)
    await handle.read(index, 0, box.bytes, box.at)
    const kinds: string[] = index.toString('latin1').match(/(?<=hdlr[^]{8})(soun|vide)/g) ?? []
    return kinds.length > 0 && !kinds.includes('vide')
  }
  return false
}
