import { collectParts } from '../image/metadata/bytes.ts'
import { Refusal } from '../process/tasks.ts'
import { vorbisComments, type SoundTags, type StrippedSound } from './tags.ts'

const SEVERAL_STREAMS = 'This file contains several recordings. Save it as one and upload that one.'
/** Far more than the largest codec setup. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024

/** Keeps the track that the file begins with. Its mandatory comment packet gets these tags. */
export function stripOgg(file: Buffer, tags: SoundTags): StrippedSound {
  const first = oggPageAt(file, 0)
  if (first === null) throw new RangeError('no OGG')
  const { packets, at: start } = readHeader(file, first, tags)
  const parts = collectParts()
  let number = 0
  for (const group of [packets.slice(0, 1), packets.slice(1)]) {
    for (const page of headerPages(group, first.serial, number)) {
      parts.keep(page)
      number += 1
    }
  }
  let at = start
  for (let page = oggPageAt(file, at); page !== null; page = oggPageAt(file, at)) {
    if (page.isFirst) throw new Refusal(SEVERAL_STREAMS)
    at += page.bytes.length
    if (page.serial !== first.serial) continue
    numberPage(page.bytes, number)
    parts.keep(page.bytes)
    number += 1
  }
  return { parts: parts.all, found: at < file.length ? ['rest'] : [] }
}

/** Reads the header packets, in the form in which we keep them, and the offset of the first page of sound. */
function readHeader(
  file: Buffer,
  first: OggPage,
  tags: SoundTags,
): { packets: Buffer[]; at: number } {
  const read: Buffer[] = []
  let open: Buffer[] = []
  let at = 0
  let bytes = 0
  for (;;) {
    const page = oggPageAt(file, at)
    if (page === null) throw new RangeError('no header')
    at += page.bytes.length
    if (page.serial !== first.serial) continue
    bytes += page.bytes.length
    if (bytes > MAX_HEADER_BYTES || page.isContinued !== open.length > 0) {
      throw new RangeError('no order in the header')
    }
    for (const [index, part] of page.parts.entries()) {
      open.push(part)
      if (index === page.parts.length - 1 && !page.isWhole) continue
      read.push(Buffer.concat(open))
      open = []
    }
    const packets = keptPackets(read, tags)
    if (packets !== null) return { packets, at }
  }
}

/** Behind the comments of Vorbis: a bit that says they are whole. */
const END_OF_COMMENTS = Buffer.from([1])
/** A comment block that is marked as the header's last. */
const LAST_COMMENTS = 0x84
const FLAC_LAST = 0x80
const VORBIS_HEAD_BYTES = 7
/** In the first packet of FLAC in Ogg: the number of header packets that follow. */
const FLAC_COUNT_AT = 7

/**
 * Returns the packets to keep of a header, or null while it is incomplete. Throws RangeError when it runs into the
 * sound.
 */
function keptPackets(read: readonly Buffer[], tags: SoundTags): Buffer[] | null {
  const [head, comments, setup] = read
  const last = read.at(-1)
  if (head === undefined || comments === undefined || last === undefined) return null
  const written = vorbisComments(tags)
  const starts = (packet: Buffer | undefined, word: string) =>
    packet?.toString('latin1', 0, word.length) === word
  const exactly = (count: number, packets: Buffer[]) => {
    if (read.length < count) return null
    if (read.length > count) throw new RangeError('sound in the header')
    return packets
  }
  if (starts(head, 'OpusHead') && starts(comments, 'OpusTags'))
    return exactly(2, [head, Buffer.concat([Buffer.from('OpusTags'), written])])
  if (starts(head, '\x01vorbis') && starts(comments, '\x03vorbis')) {
    if (setup !== undefined && !starts(setup, '\x05vorbis')) throw new RangeError('no setup')
    const packet = Buffer.concat([
      comments.subarray(0, VORBIS_HEAD_BYTES),
      written,
      END_OF_COMMENTS,
    ])
    return exactly(3, [head, packet, setup ?? comments])
  }
  if (!starts(head, '\x7fFLAC')) throw new RangeError('no header')
  const count = read.findIndex((packet, index) => index > 0 && packet.readUInt8(0) >= FLAC_LAST) + 1
  if (count === 0) return null
  head.writeUInt16BE(1, FLAC_COUNT_AT)
  const blockHead = Buffer.alloc(4)
  blockHead.writeUInt8(LAST_COMMENTS)
  blockHead.writeUIntBE(written.length, 1, 3)
  return exactly(count, [head, Buffer.concat([blockHead, written])])
}

/** Ogg pages hold the packets of a track, cut into segments of at most 255 bytes. */

const HEAD_BYTES = 27
const MAX_SEGMENT = 255
const MAX_SEGMENTS = 255
const CONTINUED = 1
const FIRST = 2
/** Ogg's checksum: CRC-32 with the highest bit first and nothing inverted. */
const POLYNOMIAL = 0x04_c1_1d_b7
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 24
  for (let bit = 0; bit < 8; bit += 1)
    crc = crc & 0x80_00_00_00 ? (crc << 1) ^ POLYNOMIAL : crc << 1
  return crc >>> 0
})

interface OggPage {
  /** All bytes of the page. */
  bytes: Buffer
  serial: number
  isFirst: boolean
  /** Whether it begins inside a packet of the previous page. */
  isContinued: boolean
  /** Parts of packets. `isWhole` tells whether the last packet ends on this page. */
  parts: Buffer[]
  isWhole: boolean
}

/** Returns the page that starts at this offset, or null. Throws RangeError when it is damaged. */
function oggPageAt(file: Buffer, at: number): OggPage | null {
  if (file.toString('latin1', at, at + 4) !== 'OggS') return null
  const body = at + HEAD_BYTES + file.readUInt8(at + HEAD_BYTES - 1)
  const lengths = file.subarray(at + HEAD_BYTES, body)
  const end = body + lengths.reduce((sum, length) => sum + length, 0)
  if (end > file.length) throw new RangeError('page leaves the file')
  const bytes = file.subarray(at, end)
  if (bytes.readUInt32LE(22) !== checksum(bytes)) throw new RangeError('damaged page')
  const flags = bytes.readUInt8(5)
  return {
    bytes,
    serial: bytes.readUInt32LE(14),
    isFirst: (flags & FIRST) !== 0,
    isContinued: (flags & CONTINUED) !== 0,
    parts: partsOf(bytes, lengths),
    isWhole: lengths.at(-1) !== MAX_SEGMENT,
  }
}

function partsOf(page: Buffer, lengths: Buffer): Buffer[] {
  const parts = []
  let start = HEAD_BYTES + lengths.length
  let end = start
  for (const [index, length] of lengths.entries()) {
    end += length
    if (length === MAX_SEGMENT && index < lengths.length - 1) continue
    parts.push(page.subarray(start, end))
    start = end
  }
  return parts
}

/** Writes a page's number within its track. */
function numberPage(page: Buffer, number: number): void {
  if (page.readUInt32LE(18) === number) return
  page.writeUInt32LE(number, 18)
  page.writeUInt32LE(checksum(page), 22)
}

/** Builds the pages for header packets, numbered from `number`. */
function headerPages(packets: readonly Buffer[], serial: number, number: number): Buffer[] {
  const lengths = packets.flatMap(({ length }) => [
    ...Array<number>(Math.floor(length / MAX_SEGMENT)).fill(MAX_SEGMENT),
    length % MAX_SEGMENT,
  ])
  const body = Buffer.concat(packets)
  const pages: Buffer[] = []
  let at = 0
  for (let from = 0; from < lengths.length; from += MAX_SEGMENTS) {
    const table = lengths.slice(from, from + MAX_SEGMENTS)
    const end = at + table.reduce((sum, length) => sum + length, 0)
    const head = Buffer.alloc(HEAD_BYTES)
    head.write('OggS', 'latin1')
    const isContinued = from > 0 && lengths[from - 1] === MAX_SEGMENT
    head.writeUInt8(number + pages.length === 0 ? FIRST : isContinued ? CONTINUED : 0, 5)
    // A page on which no packet ends has the position -1.
    const isEndless = table.every((length) => length === MAX_SEGMENT)
    head.writeBigInt64LE(isEndless ? -1n : 0n, 6)
    head.writeUInt32LE(serial, 14)
    head.writeUInt32LE(number + pages.length, 18)
    head.writeUInt8(table.length, HEAD_BYTES - 1)
    const page = Buffer.concat([head, Buffer.from(table), body.subarray(at, end)])
    page.writeUInt32LE(checksum(page), 22)
    pages.push(page)
    at = end
  }
  return pages
}

/** The checksum field itself counts as 0. */
function checksum(page: Buffer): number {
  let crc = 0
  for (const [index, byte] of page.entries()) {
    const value = index >= 22 && index < 26 ? 0 : byte
    crc = ((crc << 8) ^ (CRC_TABLE[((crc >>> 24) ^ value) & 0xff] ?? 0)) >>> 0
  }
  return crc
}
