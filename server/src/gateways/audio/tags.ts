import type { TakenOut } from '@plinth/contract/media/media.ts'

/** Tags that programs write before and after the sound. */

const ID3_HEAD_BYTES = 10
const ID3V1_BYTES = 128
/** The extended form of an ID3v1 tag comes before it. */
const ID3V1_PLUS_BYTES = 227
const APE_FOOT_BYTES = 32
const HAS_FOOTER = 0x10

/** Returns the offset after the ID3 tags that start here, or `at` if there are none. */
export function afterId3(file: Buffer, at: number): number {
  let end = at
  while (file.toString('latin1', end, end + 3) === 'ID3' && end + ID3_HEAD_BYTES <= file.length) {
    const size = [...file.subarray(end + 6, end + 10)].reduce((sum, byte) => sum * 128 + byte, 0)
    const hasFooter = (file.readUInt8(end + 5) & HAS_FOOTER) !== 0
    end += ID3_HEAD_BYTES + size + (hasFooter ? ID3_HEAD_BYTES : 0)
  }
  return end
}

/** Returns the offset at which the trailing tags begin, or the file's length if there are none. */
export function beforeEndTags(file: Buffer): number {
  let end = file.length
  for (;;) {
    const start = lastTag(file, end)
    if (start === null) return end
    end = start
  }
}

function lastTag(file: Buffer, end: number): number | null {
  const isAt = (at: number, word: string) =>
    at >= 0 && file.toString('latin1', at, at + word.length) === word
  if (isAt(end - ID3V1_BYTES, 'TAG')) {
    const longer = end - ID3V1_BYTES - ID3V1_PLUS_BYTES
    return isAt(longer, 'TAG+') ? longer : end - ID3V1_BYTES
  }
  if (isAt(end - APE_FOOT_BYTES, 'APETAGEX')) {
    const size = file.readUInt32LE(end - APE_FOOT_BYTES + 12)
    const head = end - size - APE_FOOT_BYTES
    const start = isAt(head, 'APETAGEX') ? head : end - size
    return size >= APE_FOOT_BYTES && start >= 0 ? start : null
  }
  if (isAt(end - 9, 'LYRICS200')) {
    const size = Number(file.toString('latin1', end - 15, end - 9))
    const start = end - 15 - size
    return isAt(start, 'LYRICSBEGIN') ? start : null
  }
  return null
}

/** Metadata to write, by FFmpeg's names; none if it is empty. */
export type SoundTags = Readonly<Record<string, string>>

/** ID3's frames for what has one. The others are texts with a name. */
const ID3_FRAMES: Record<string, string> = { artist: 'TPE1', copyright: 'TCOP' }
const UTF_8 = 3

/** An ID3 tag, version 2.4; nothing for no tags. */
export function id3Of(tags: SoundTags): Buffer[] {
  const frames = Object.entries(tags).map(([name, value]) => {
    const frame = ID3_FRAMES[name]
    const text = frame === undefined ? `${name.toUpperCase()}\0${value}` : value
    const data = Buffer.concat([Buffer.from([UTF_8]), Buffer.from(text)])
    return Buffer.concat([
      Buffer.from(frame ?? 'TXXX'),
      sevenBits(data.length),
      Buffer.alloc(2),
      data,
    ])
  })
  if (frames.length === 0) return []
  const body = Buffer.concat(frames)
  return [Buffer.from('ID3\x04\0\0', 'latin1'), sevenBits(body.length), body]
}

/** ID3 uses seven bits of each byte of a length. */
const sevenBits = (length: number): Buffer =>
  Buffer.from([21, 14, 7, 0].map((shift) => (length >> shift) & 0x7f))

/** Comments as FLAC and the codecs in Ogg have them: who wrote them, which is nobody, how many there are, and each. */
export function vorbisComments(tags: SoundTags): Buffer {
  const number = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    return bytes
  }
  const comments = Object.entries(tags).map(([name, value]) =>
    Buffer.from(`${name.toUpperCase()}=${value}`),
  )
  return Buffer.concat([
    number(0),
    number(comments.length),
    ...comments.flatMap((comment) => [number(comment.length), comment]),
  ])
}

/** An audio file without its metadata. */
export interface StrippedSound {
  parts: readonly Buffer[]
  /** Kinds of removed metadata that FFmpeg does not report. */
  found: TakenOut[]
}
