import { id3Tag, makeSound } from '../../media/sounds.ts'
import {
  ISO_6709,
  SPELLED,
  TOWN,
  utf16le,
  WORDS,
  collectFiles,
  type LocatedFile,
} from './canaries.ts'
import { inIndex, xyzBox, inContainer } from './films.ts'
import { exifSegment, withSegments } from './jpegs.ts'
import { xmpAttributes } from './metadata.ts'
import { drawQuarters } from './quarters.ts'

/** An ID3 tag with these frames; strings are written as Latin-1. */
function id3(...frames: [name: string, ...parts: (Buffer | string)[]][]): Buffer {
  const body = Buffer.concat(frames.map(([name, ...parts]) => id3Frame(name, parts)))
  const sizes = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x03\0\0'), Buffer.from(sizes), body])
}
function id3Frame(name: string, parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  )
  const head = Buffer.alloc(10)
  head.write(name, 'latin1')
  head.writeUInt32BE(body.length, 4)
  return Buffer.concat([head, body])
}

const APE_BYTES = 32
/** An APE tag with one item and only a footer. */
function ape(name: string, text: string): Buffer {
  const sizes = Buffer.alloc(8)
  sizes.writeUInt32LE(text.length, 0)
  const item = Buffer.concat([sizes, Buffer.from(`${name}\0${text}`)])
  const foot = Buffer.alloc(APE_BYTES)
  foot.write('APETAGEX', 'latin1')
  foot.writeUInt32LE(2_000, 8)
  foot.writeUInt32LE(item.length + APE_BYTES, 12)
  foot.writeUInt32LE(1, 16)
  return Buffer.concat([item, foot])
}
const oldTag = () => Buffer.from(`TAG${TOWN}`.padEnd(128, '\0'), 'latin1')

/** Inserts chunks before the samples of a WAV. */
function withChunks(wav: Buffer, ...chunks: [name: string, body: Buffer][]): Buffer {
  const parts = chunks.map(([name, body]) => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  })
  const file = Buffer.concat([wav.subarray(0, 12), ...parts, wav.subarray(12)])
  file.writeUInt32LE(file.length - 8, 4)
  return file
}
const listInfo = (name: string, text: string): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(text.length + 1)
  return Buffer.concat([Buffer.from(`INFO${name}`), size, Buffer.from(`${text}\0`)])
}

const VORBIS_COMMENT = 4
const PICTURE = 6
const APPLICATION = 2
/** Length of the signature and the STREAMINFO block. */
const FLAC_HEAD_BYTES = 42

function flacBlock(type: number, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  head.writeUInt8(type)
  return Buffer.concat([head, body])
}
function withBlocks(flac: Buffer, ...blocks: Buffer[]): Buffer {
  return Buffer.concat([
    flac.subarray(0, FLAC_HEAD_BYTES),
    ...blocks,
    flac.subarray(FLAC_HEAD_BYTES),
  ])
}
const sized = (text: string): Buffer => {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(Buffer.byteLength(text))
  return Buffer.concat([size, Buffer.from(text)])
}
/** A cover picture in the format of FLAC and OGG. */
function coverBlock(jpeg: Buffer): Buffer {
  const numbers = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 4)
    for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, index * 4)
    return bytes
  }
  const head = [numbers(3, 10), Buffer.from('image/jpeg'), numbers(0, 80, 60, 24, 0, jpeg.length)]
  return Buffer.concat([...head, jpeg])
}

export async function locatedSounds(): Promise<LocatedFile[]> {
  const cover = withSegments(await drawQuarters().resize(80).jpeg().toBuffer(), exifSegment())
  return [
    ...(await locatedMp3s(cover)),
    ...(await locatedWavs()),
    ...(await locatedFlacs(cover)),
    ...(await locatedOthers(cover)),
  ]
}

async function locatedMp3s(cover: Buffer): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('MP3', null)
  const sound = await makeSound({ format: 'mp3', codec: 'mp3', seconds: 0.5 })
  const comment: [string, ...(Buffer | string)[]] = [
    'COMM',
    '\x01eng\xff\xfe\0\0\xff\xfe',
    utf16le(WORDS),
  ]
  const tag = id3(
    ['TXXX', `\0GEO_LOCATION\0${ISO_6709}`],
    ['GEOB', '\0text/plain\0\0place\0', WORDS],
    ['PRIV', 'com.example.gps\0', WORDS],
    comment,
  )
  add('ID3', Buffer.concat([tag, sound]))
  add('ID3, a comment in UTF-16', Buffer.concat([id3(comment), sound]), { takenOut: 'comment' })
  add('cover with EXIF', Buffer.concat([id3Tag({ cover }), sound]), { takenOut: 'preview' })
  add('tags at the end', Buffer.concat([sound, ape('Place', SPELLED), oldTag()]), {
    takenOut: null,
  })
  return files
}

async function locatedWavs(): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('WAV', null)
  const sound = await makeSound({ format: 'wav', codec: 'pcm16', seconds: 0.5 })
  const xml = `<BWFXML><LOCATION><LOCATION_NAME>${TOWN}</LOCATION_NAME><LOCATION_GPS>${ISO_6709}</LOCATION_GPS></LOCATION></BWFXML>`
  const chunks: [string, Buffer][] = [
    ['bext', Buffer.from(WORDS.padEnd(602, '\0'))],
    ['LIST', listInfo('ICMT', WORDS)],
    ['_PMX', Buffer.from(xmpAttributes())],
    ['id3 ', id3(['TXXX', `\0place\0${WORDS}`])],
  ]
  add('iXML', withChunks(sound, ['iXML', Buffer.from(xml)]))
  add('all others', Buffer.concat([withChunks(sound, ...chunks), Buffer.from(WORDS)]))
  return files
}

async function locatedFlacs(cover: Buffer): Promise<LocatedFile[]> {
  const { files, add } = collectFiles('FLAC', null)
  const sound = await makeSound({ format: 'flac', codec: 'flac', seconds: 0.5 })
  const count = Buffer.from([1, 0, 0, 0])
  const comment = Buffer.concat([sized('x'), count, sized(`GEO_LOCATION=${ISO_6709}`)])
  const blocks = [
    flacBlock(VORBIS_COMMENT, comment),
    flacBlock(PICTURE, coverBlock(cover)),
    flacBlock(APPLICATION, Buffer.from(`GEOT${WORDS}`)),
  ]
  add('comment, cover and block of a program', withBlocks(sound, ...blocks))
  const tag = id3(['TXXX', `\0place\0${WORDS}`])
  add('tags of MP3 around it', Buffer.concat([tag, sound, oldTag()]), { takenOut: null })
  return files
}

async function locatedOthers(cover: Buffer): Promise<LocatedFile[]> {
  const m4a = collectFiles('M4A', null)
  const ogg = collectFiles('OGG', null)
  const aac = await makeSound({ format: 'ipod', codec: 'aac', seconds: 0.5 })
  const vorbis = await makeSound({ format: 'ogg', codec: 'vorbis', seconds: 0.5 })
  const opus = await makeSound({ format: 'ogg', codec: 'opus', seconds: 0.5 })
  m4a.add('©xyz', inIndex(aac, xyzBox()))
  ogg.add('comment of Vorbis', await inContainer(vorbis, 'ogg', {}, { GEO_LOCATION: ISO_6709 }))
  const picture = { METADATA_BLOCK_PICTURE: coverBlock(cover).toString('base64') }
  ogg.add('cover with EXIF', await inContainer(opus, 'ogg', {}, picture), { takenOut: 'preview' })
  return [...m4a.files, ...ogg.files]
}
