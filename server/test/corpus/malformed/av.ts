import { box, fullBox, withBox, words } from '../boxes.ts'
import { filesOf, latin, type MalformedFile } from './file.ts'
import { deflateSync } from 'node:zlib'

export function bombFilms(whole: Record<string, Buffer>): MalformedFile[] {
  const of = (type: string): Buffer => whole[type] ?? Buffer.alloc(0)
  return [
    ...filesOf('MP4', bombMp4s(of('MP4'))),
    ...filesOf('MOV', bombMovs(of('MOV'))),
    ...filesOf('WebM', bombWebms(of('WebM'))),
  ]
}

export function bombSounds(whole: Record<string, Buffer>): MalformedFile[] {
  const of = (type: string): Buffer => whole[type] ?? Buffer.alloc(0)
  return [
    ...filesOf('WAV', bombWavs(of('WAV'))),
    ...filesOf('FLAC', bombFlacs(of('FLAC'))),
    ...filesOf('MP3', bombMp3s()),
    ...filesOf('OGG', bombOggs(of('OGG'))),
    ...filesOf('M4A', bombM4as(of('M4A'))),
  ]
}

/** Boxes nested in one another. */
const nested = (type: string, depth: number): Buffer =>
  Buffer.concat(
    Array.from({ length: depth }, (_, level) =>
      Buffer.concat([words((depth - level) * 8), latin(type)]),
    ),
  )

/** Overwrites bytes at an offset in each box of this type. */
function patched(file: Buffer, type: string, offset: number, bytes: Buffer): Buffer {
  const copy = Buffer.from(file)
  for (let at = copy.indexOf(type); at >= 0; at = copy.indexOf(type, at + 4)) {
    bytes.copy(copy, at + 4 + offset)
  }
  return copy
}
const MOST = words(0xff_ff_ff_ff)
const headOf = (file: Buffer): Buffer => file.subarray(0, file.readUInt32BE(0))

const bombMp4s = (film: Buffer): Record<string, Buffer> => ({
  'boxes 10,000 deep': Buffer.concat([headOf(film), nested('moov', 10_000)]),
  'tracks 5,000 deep': Buffer.concat([headOf(film), box('moov', nested('trak', 5_000))]),
  'a box of 8 exabytes': Buffer.concat([
    headOf(film),
    words(1),
    latin('moov'),
    words(0x7f_ff_ff_ff, 0xff_ff_ff_ff),
  ]),
  'a box of nothing': Buffer.concat([headOf(film), words(0), latin('moov')]),
  '4 billion samples': patched(film, 'stsz', 8, MOST),
  '4 billion times': patched(film, 'stts', 4, MOST),
  '4 billion pieces': patched(film, 'stsc', 4, MOST),
  '4 billion places': patched(film, 'stco', 4, MOST),
  'places behind the end': patched(film, 'stco', 8, words(0x7f_ff_ff_ff)),
  'a length of years': patched(film, 'mvhd', 12, words(1, 0xff_ff_ff_ff)),
  'no unit of time': patched(film, 'mdhd', 12, words(0)),
  'a head alone': headOf(film),
  '20,000 boxes': Buffer.concat([
    headOf(film),
    ...Array.from({ length: 20_000 }, () => box('free')),
    film.subarray(headOf(film).length),
  ]),
  'an index that is 20 MB of zeros': Buffer.concat([
    headOf(film),
    box('moov', Buffer.alloc(20_000_000)),
  ]),
})

/** Apple's compressed index. */
const packedIndex = (): Buffer =>
  box(
    'moov',
    box(
      'cmov',
      box('dcom', latin('zlib')),
      box('cmvd', words(0x7f_ff_ff_ff), deflateSync(Buffer.alloc(32 * 1024 ** 2))),
    ),
  )

const bombMovs = (film: Buffer): Record<string, Buffer> => ({
  'an index that unpacks to 2 GB': Buffer.concat([headOf(film), packedIndex()]),
  'pictures in another file': withBox(film, 'moov', (index) =>
    patched(index, 'url ', 0, Buffer.concat([words(0), latin('file:///etc/passwd')])),
  ),
  'a reference to another film': Buffer.concat([
    headOf(film),
    box(
      'moov',
      box(
        'rmra',
        box('rmda', fullBox('rdrf', 0, 0, latin('url '), words(18), latin('file:///etc/passwd'))),
      ),
    ),
  ]),
  'old, nothing in it': box('moov'),
  'old, wide alone': box('wide', Buffer.alloc(100)),
})

/** EBML's largest size, and the one that means unknown. */
const LARGEST = latin('\x01\xff\xff\xff\xff\xff\xff\xfe')
const UNKNOWN = latin('\x01\xff\xff\xff\xff\xff\xff\xff')
const EBML = latin('\x1a\x45\xdf\xa3\x87\x42\x82\x84webm')
const SEGMENT = latin('\x18\x53\x80\x67')

const bombWebms = (film: Buffer): Record<string, Buffer> => ({
  'a part of 72 petabytes': Buffer.concat([EBML, SEGMENT, LARGEST]),
  'parts without an end': Buffer.concat([
    EBML,
    ...Array.from({ length: 5_000 }, () => Buffer.concat([SEGMENT, UNKNOWN])),
  ]),
  'empty space without an end': Buffer.concat([
    EBML,
    SEGMENT,
    UNKNOWN,
    Buffer.alloc(200_000, latin('\xec\x80')),
  ]),
  'tracks of 72 petabytes': Buffer.concat([
    EBML,
    SEGMENT,
    UNKNOWN,
    latin('\x16\x54\xae\x6b'),
    LARGEST,
  ]),
  'a text of 72 petabytes': Buffer.concat([
    EBML,
    SEGMENT,
    UNKNOWN,
    latin('\x15\x49\xa9\x66'),
    UNKNOWN,
    latin('\x7b\xa9'),
    LARGEST,
  ]),
  'a head of 72 petabytes': Buffer.concat([
    latin('\x1a\x45\xdf\xa3'),
    LARGEST,
    latin('\x42\x82\x84webm'),
  ]),
  'a head alone': EBML,
  'the same film 20 times': Buffer.concat(Array.from({ length: 20 }, () => film)),
})

function bombWavs(wav: Buffer): Record<string, Buffer> {
  const at = (offset: number, bytes: Buffer): Buffer => {
    const copy = Buffer.from(wav)
    bytes.copy(copy, offset)
    return copy
  }
  const dataAt = wav.indexOf('data') + 4
  return {
    '4 GB of sound': at(dataAt, MOST),
    'a container of 4 GB': at(4, MOST),
    'no sound': Buffer.concat([wav.subarray(0, dataAt), words(0)]),
    '65,535 channels': at(22, latin('\xff\xff')),
    'no samples a second': at(24, words(0)),
    '4 billion samples a second': at(24, MOST),
    'samples of no bytes': at(32, latin('\0\0')),
    'samples of 65,535 bits': at(34, latin('\xff\xff')),
    'a format nobody knows': at(20, latin('\x99\x99')),
    '50,000 chunks': Buffer.concat([
      wav.subarray(0, 12),
      Buffer.alloc(400_000, latin('junk\0\0\0\0')),
      wav.subarray(12),
    ]),
  }
}

function bombFlacs(flac: Buffer): Record<string, Buffer> {
  const at = (offset: number, bytes: Buffer): Buffer => {
    const copy = Buffer.from(flac)
    bytes.copy(copy, offset)
    return copy
  }
  const withBlock = (type: number, length: number, body: Buffer) =>
    Buffer.concat([flac.subarray(0, 42), words(type * 2 ** 24 + length), body, flac.subarray(42)])
  return {
    'a block of 16 MB': withBlock(4, 0xff_ff_ff, Buffer.alloc(100)),
    'a picture of 4 GB': withBlock(6, 40, Buffer.alloc(40, 0xff)),
    '4 billion words': withBlock(4, 8, Buffer.concat([words(0), MOST])),
    '100,000 blocks': Buffer.concat([
      flac.subarray(0, 42),
      Buffer.alloc(400_000, latin('\x01\0\0\0')),
      flac.subarray(42),
    ]),
    'as many samples as there can be': at(21, latin('\x0f\xff\xff\xff\xff')),
    'no samples a second': at(18, latin('\0\0\0')),
    'a mark alone': flac.subarray(0, 4),
  }
}

const bombMp3s = (): Record<string, Buffer> => ({
  'a tag of 256 MB': latin('ID3\x03\0\0\x7f\x7f\x7f\x7fTIT2'),
  '20,000 tags': Buffer.alloc(200_000, latin('ID3\x03\0\0\0\0\0\0')),
  'a tag alone': latin('ID3\x04\0\0\0\0\0\x0aTIT2\0\0\0\0\0\0'),
  'a frame whose length is not known': Buffer.alloc(20_000, latin('\xff\xfb\x00\x64')),
  'frames of no length': Buffer.alloc(20_000, latin('\xff\xfb\xf0\x64')),
  'marks alone': Buffer.alloc(50_000, 0xff),
})

function bombOggs(ogg: Buffer): Record<string, Buffer> {
  const first = ogg.subarray(0, 58)
  return {
    'a first page again and again': Buffer.alloc(58 * 2_000, first),
    'a page without an end': Buffer.concat([
      first,
      latin(`OggS\0\x01${'\0'.repeat(20)}\xff${'\xff'.repeat(255)}`),
    ]),
    '4 billion words': Buffer.concat([
      first,
      latin(`OggS\0\0${'\0'.repeat(20)}\x01\x10\x03vorbis\xff\xff\xff\xff\xff`),
    ]),
    'no words': Buffer.concat([first, ogg.subarray(-300)]),
  }
}

const bombM4as = (sound: Buffer): Record<string, Buffer> => ({
  '4 billion samples': patched(sound, 'stsz', 8, MOST),
  'a length of years': patched(sound, 'mdhd', 12, words(1, 0xff_ff_ff_ff)),
  'boxes 5,000 deep': Buffer.concat([headOf(sound), nested('moov', 5_000)]),
  'a head alone': headOf(sound),
})
