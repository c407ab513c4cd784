import type { TakenOut } from '@plinth/contract/media/media.ts'
import {
  afterId3,
  beforeEndTags,
  vorbisComments,
  type SoundTags,
  type StrippedSound,
} from './tags.ts'
import { collectParts } from '../image/metadata/bytes.ts'

const SIGNATURE_BYTES = 4
const BLOCK_HEAD_BYTES = 4
const LAST = 0x80
const STREAM_INFO = 0
const APPLICATION = 2
const SEEK_TABLE = 3
const COMMENTS = 4
const CUE_SHEET = 5
/** Metadata blocks that FFmpeg does not report. */
const UNREPORTED: Record<number, TakenOut> = { [APPLICATION]: 'history', [CUE_SHEET]: 'comment' }

/** Keeps the format, the seek table and the samples, with these tags. */
export function stripFlac(file: Buffer, tags: SoundTags): StrippedSound {
  const start = afterId3(file, 0)
  if (file.toString('latin1', start, start + SIGNATURE_BYTES) !== 'fLaC')
    throw new RangeError('no FLAC')
  const blocks: Buffer[] = []
  const found: TakenOut[] = []
  let at = start + SIGNATURE_BYTES
  for (let isLast = false; !isLast;) {
    const head = file.readUInt8(at)
    const end = at + BLOCK_HEAD_BYTES + file.readUIntBE(at + 1, 3)
    if (end > file.length) throw new RangeError('block leaves the file')
    const type = head & ~LAST
    const meaning = UNREPORTED[type]
    if (type === STREAM_INFO || type === SEEK_TABLE) blocks.push(file.subarray(at, end))
    else if (meaning !== undefined) found.push(meaning)
    isLast = (head & LAST) !== 0
    at = end
  }
  if ((blocks[0]?.readUInt8(0) ?? LAST) % LAST !== STREAM_INFO) throw new RangeError('no format')
  if (Object.keys(tags).length > 0) blocks.push(commentBlock(tags))
  const parts = collectParts()
  parts.keep(file.subarray(start, start + SIGNATURE_BYTES))
  for (const [index, block] of blocks.entries()) {
    const isLast = index === blocks.length - 1
    block.writeUInt8((block.readUInt8(0) % LAST) + (isLast ? LAST : 0), 0)
    parts.keep(block)
  }
  // Every frame begins with the same two bytes.
  if (file.readUInt8(at) !== 0xff || (file.readUInt8(at + 1) & 0xfe) !== 0xf8) {
    throw new RangeError('no frames')
  }
  parts.keep(file.subarray(at, Math.max(at, beforeEndTags(file))))
  return { parts: parts.all, found }
}

function commentBlock(tags: SoundTags): Buffer {
  const comments = vorbisComments(tags)
  const head = Buffer.alloc(BLOCK_HEAD_BYTES)
  head.writeUInt8(COMMENTS)
  head.writeUIntBE(comments.length, 1, 3)
  return Buffer.concat([head, comments])
}
