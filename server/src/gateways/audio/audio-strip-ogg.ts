import { headerPages, numberPage, oggPageAt, type OggPage } from './audio-ogg-page.ts'
import type { StrippedSound } from './audio-stripped.ts'
import { collectPieces } from '../image/metadata/byte-pieces.ts'
import { Refusal } from '../process/tasks.ts'

const SEVERAL =
  'This file holds several pieces of sound one after the other. Save it as one piece and send that.'
/** Far more than the longest setup of a decoder. */
const MAX_HEADER_BYTES = 16 * 1024 * 1024

/** Keeps the one track that the file begins with, and empties the packet of words that it has to have. */
export function stripOgg(file: Buffer): StrippedSound {
  const first = oggPageAt(file, 0)
  if (first === null) throw new RangeError('no OGG')
  const { packets, at: start } = readHeader(file, first)
  const pieces = collectPieces()
  let number = 0
  for (const group of [packets.slice(0, 1), packets.slice(1)]) {
    for (const page of headerPages(group, first.serial, number)) {
      pieces.keep(page)
      number += 1
    }
  }
  let at = start
  for (let page = oggPageAt(file, at); page !== null; page = oggPageAt(file, at)) {
    if (page.isFirst) throw new Refusal(SEVERAL)
    at += page.bytes.length
    if (page.serial !== first.serial) continue
    numberPage(page.bytes, number)
    pieces.keep(page.bytes)
    number += 1
  }
  return { pieces: pieces.all, found: at < file.length ? ['rest'] : [] }
}

/** The packets in front of the sound, as they are kept, and where the first page of sound starts. */
function readHeader(file: Buffer, first: OggPage): { packets: Buffer[]; at: number } {
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
    const packets = keptOf(read)
    if (packets !== null) return { packets, at }
  }
}

const VORBIS_WORDS = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1')
const OPUS_WORDS = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1')
/** Words, as the last block of the header. */
const FLAC_WORDS = Buffer.from('\x84\0\0\x08\0\0\0\0\0\0\0\0', 'latin1')
const FLAC_LAST = 0x80
/** Of the packet that begins FLAC in OGG: where it says how many others follow. */
const FLAC_COUNT_AT = 7

/** What is kept of a header, or null while it is not all there. Throws RangeError when it goes on into the sound. */
function keptOf(read: readonly Buffer[]): Buffer[] | null {
  const [head, words, setup] = read
  const last = read.at(-1)
  if (head === undefined || words === undefined || last === undefined) return null
  const starts = (packet: Buffer | undefined, word: string) =>
    packet?.toString('latin1', 0, word.length) === word
  const exactly = (count: number, packets: Buffer[]) => {
    if (read.length < count) return null
    if (read.length > count) throw new RangeError('sound in the header')
    return packets
  }
  if (starts(head, 'OpusHead') && starts(words, 'OpusTags')) return exactly(2, [head, OPUS_WORDS])
  if (starts(head, '\x01vorbis') && starts(words, '\x03vorbis')) {
    if (setup !== undefined && !starts(setup, '\x05vorbis')) throw new RangeError('no setup')
    return exactly(3, [head, VORBIS_WORDS, setup ?? words])
  }
  if (!starts(head, '\x7fFLAC')) throw new RangeError('no header')
  const count = read.findIndex((packet, index) => index > 0 && packet.readUInt8(0) >= FLAC_LAST) + 1
  if (count === 0) return null
  head.writeUInt16BE(1, FLAC_COUNT_AT)
  return exactly(count, [head, FLAC_WORDS])
}
