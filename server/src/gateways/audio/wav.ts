import type { TakenOut } from '@plinth/contract/media/media.ts'
import { id3Of, type SoundTags, type StrippedSound } from './tags.ts'
import { collectParts } from '../image/metadata/bytes.ts'
import { findInXmp } from '../image/metadata/xmp.ts'

const HEAD_BYTES = 12
const CHUNK_HEAD_BYTES = 8
/** Lengths that recorders write when they do not know the length yet. */
const UNKNOWN_LENGTHS = new Set([0, 0xff_ff_ff_ff, 0x7f_ff_ff_ff])
/** Chunks with the format, the number of samples and the samples. */
const KEPT = new Set(['fmt ', 'fact', 'data'])
/** Chunks whose content FFmpeg reports, and padding. */
const REPORTED = new Set(['bext', 'LIST', 'id3 ', 'ID3 ', 'JUNK', 'junk', 'PAD ', 'FLLR', 'PEAK'])
/** What professional sound recorders write, by element names. */
const IXML: readonly (readonly [RegExp, TakenOut])[] = [
  [/<location/i, 'place'],
  [/<(device|recorder)|serial/i, 'device'],
  [/<(person|artist|bwf_originator)/i, 'person'],
  [/date>|time>/i, 'time'],
]

/** Keeps the samples and their format, in front of these tags. */
export function stripWav(file: Buffer, tags: SoundTags): StrippedSound {
  const parts = collectParts()
  const found: TakenOut[] = []
  let hasData = false
  let at = HEAD_BYTES
  while (at + CHUNK_HEAD_BYTES <= file.length && isName(file, at)) {
    const name = file.toString('latin1', at, at + 4)
    const stated = file.readUInt32LE(at + 4)
    const rest = file.length - at - CHUNK_HEAD_BYTES
    const length = name === 'data' && UNKNOWN_LENGTHS.has(stated) ? rest : stated
    if (length > rest) {
      if (hasData) break
      throw new RangeError('chunk leaves the file')
    }
    const body = file.subarray(at + CHUNK_HEAD_BYTES, at + CHUNK_HEAD_BYTES + length)
    if (KEPT.has(name)) {
      if (name === 'data' && hasData) throw new RangeError('sound twice')
      hasData ||= name === 'data'
      for (const part of chunk(name, body)) parts.keep(part)
    } else if (name === 'iXML') found.push('comment', ...foundInIxml(body))
    else if (name === '_PMX') findInXmp(body, (what) => void found.push(what))
    else if (!REPORTED.has(name)) found.push('comment')
    at += CHUNK_HEAD_BYTES + length + (length % 2)
  }
  if (!hasData) throw new RangeError('no sound')
  if (at < file.length) found.push('rest')
  const all = [...parts.all, ...tagChunks(tags)]
  return { parts: [riff(all), ...all], found }
}

const INFO_NAMES: Record<string, string> = { artist: 'IART', copyright: 'ICOP' }

/** What has a name in WAV's own list is written there; the list of ID3 has all of it. */
function tagChunks(tags: SoundTags): Buffer[] {
  const texts = Object.entries(tags).flatMap(([name, value]) => {
    const own = INFO_NAMES[name]
    return own === undefined ? [] : chunk(own, Buffer.from(`${value}\0`))
  })
  const id3 = id3Of(tags)
  return [
    ...(texts.length === 0 ? [] : chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...texts]))),
    ...(id3.length === 0 ? [] : chunk('id3 ', Buffer.concat(id3))),
  ]
}

const isName = (file: Buffer, at: number): boolean =>
  /^[\x20-\x7e]{4}$/.test(file.toString('latin1', at, at + 4))

function chunk(name: string, body: Buffer): Buffer[] {
  const head = Buffer.alloc(CHUNK_HEAD_BYTES)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return [head, body, Buffer.alloc(body.length % 2)]
}

function riff(parts: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head.write('RIFF', 'latin1')
  head.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4)
  head.write('WAVE', 8, 'latin1')
  return head
}

function foundInIxml(body: Buffer): TakenOut[] {
  const xml = body.toString('utf8')
  return IXML.filter(([pattern]) => pattern.test(xml)).map(([, meaning]) => meaning)
}
