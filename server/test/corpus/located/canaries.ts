/** A made-up place, in every form in which the files of the corpus contain it. */
import { constants, gunzipSync, inflateSync } from 'node:zlib'
import type { TakenOut } from '@plinth/contract/media/media.ts'
import { QUARTERS, type Colour } from './quarters.ts'

export const LATITUDE = 47.371953
export const LONGITUDE = 8.541127
export const TOWN = 'Quellenhaldenau'
export const COUNTRY = 'Zwetschgenland'
/** Degrees, minutes and seconds as EXIF writes them. */
export const LATITUDE_PARTS: [number, number][] = [
  [47, 1],
  [22, 1],
  [1_903_127, 100_003],
]
export const LONGITUDE_PARTS: [number, number][] = [
  [8, 1],
  [32, 1],
  [2_806_919, 100_019],
]
/** The format in which phones write it into films. */
export const ISO_6709 = '+47.371953+008.541127+431.7/'
export const XMP_LATITUDE = '47,22.31718N'
export const XMP_LONGITUDE = '8,32.46762E'
export const SPELLED = 'N 47 deg 22 19.031 E 8 deg 32 28.057'
/** The whole place in one line. */
export const WORDS = `${TOWN}, ${COUNTRY} (${LATITUDE}, ${LONGITUDE})`

/** Coordinates as sensors write them: whole numbers, latitude first. */
export function scaledPlace(): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeInt32BE(Math.round(LATITUDE * 1e7), 0)
  bytes.writeInt32BE(Math.round(LONGITUDE * 1e7), 4)
  return bytes
}

/** As 3GPP's `loci` writes them: 16.16 bits, longitude first. */
export function fixedPlace(): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeInt32BE(Math.round(LONGITUDE * 65_536), 0)
  bytes.writeInt32BE(Math.round(LATITUDE * 65_536), 4)
  return bytes
}

export const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le')
export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

function rational([numerator, denominator]: [number, number], isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(8)
  if (isLittle) {
    bytes.writeUInt32LE(numerator, 0)
    bytes.writeUInt32LE(denominator, 4)
  } else {
    bytes.writeUInt32BE(numerator, 0)
    bytes.writeUInt32BE(denominator, 4)
  }
  return bytes
}

function double(value: number, isLittle: boolean): Buffer {
  const bytes = Buffer.alloc(8)
  if (isLittle) bytes.writeDoubleLE(value)
  else bytes.writeDoubleBE(value)
  return bytes
}

/** The base64 of some bytes at each of the three alignments, without the characters that depend on neighbours. */
const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(Math.ceil((shift * 8) / 6), -1)
  })

const TEXTS = { latitude: `${LATITUDE}`, longitude: `${LONGITUDE}`, town: TOWN, country: COUNTRY }
const seconds = [LATITUDE_PARTS[2], LONGITUDE_PARTS[2]] as [number, number][]

/** The byte sequences to look for, by name. */
const CANARIES: [name: string, bytes: Buffer][] = [
  ...Object.entries({
    ...TEXTS,
    'latitude of XMP': XMP_LATITUDE,
    'longitude of XMP': XMP_LONGITUDE,
    'degrees spelled out': SPELLED,
  }).map(([name, text]): [string, Buffer] => [name, Buffer.from(text)]),
  ...Object.entries(TEXTS).flatMap(([name, text]): [string, Buffer][] => [
    [`${name} in UTF-16LE`, utf16le(text)],
    [`${name} in UTF-16BE`, utf16be(text)],
    [`${name} in hexadecimal`, Buffer.from(Buffer.from(text).toString('hex'))],
    ...base64Forms(Buffer.from(text)).map((form): [string, Buffer] => [
      `${name} in base64`,
      Buffer.from(form),
    ]),
  ]),
  ...seconds.flatMap((parts): [string, Buffer][] => [
    ['seconds as little-endian rational', rational(parts, true)],
    ['seconds as big-endian rational', rational(parts, false)],
    ['seconds in hexadecimal', Buffer.from(rational(parts, true).toString('hex'))],
  ]),
  ...[LATITUDE, LONGITUDE].flatMap((value): [string, Buffer][] => [
    ['degrees as little-endian double', double(value, true)],
    ['degrees as big-endian double', double(value, false)],
  ]),
  ['degrees as whole numbers', scaledPlace()],
  ['degrees as fixed-point numbers', fixedPlace()],
]

const MAX_UNPACKED = 4 * 1024 * 1024
const DEEPEST = 2

/** Returns the names of the canaries in these bytes and in everything that can be unpacked from them. */
export function findCanaries(bytes: Buffer, depth = 0): string[] {
  const found = new Set(
    CANARIES.filter(([, canary]) => bytes.includes(canary)).map(([name]) => name),
  )
  if (depth < DEEPEST) {
    for (const inner of unpack(bytes)) {
      for (const name of findCanaries(inner, depth + 1)) found.add(name)
    }
  }
  return [...found]
}

function* unpack(bytes: Buffer): Generator<Buffer> {
  for (let at = bytes.indexOf(0x78); at >= 0; at = bytes.indexOf(0x78, at + 1)) {
    if (at + 2 > bytes.length || bytes.readUInt16BE(at) % 31 !== 0) continue
    const inner = attempt(() => inflateSync(bytes.subarray(at), LENIENT))
    if (inner !== null) yield inner
  }
  for (let at = bytes.indexOf(GZIP); at >= 0; at = bytes.indexOf(GZIP, at + 1)) {
    const inner = attempt(() => gunzipSync(bytes.subarray(at), LENIENT))
    if (inner !== null) yield inner
  }
}

const GZIP = Buffer.from('1f8b08', 'hex')
const LENIENT = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_UNPACKED }

/** Returns null if unpacking fails: most bytes that look like packed data are not. */
function attempt(unpackIt: () => Buffer): Buffer | null {
  try {
    return unpackIt()
  } catch {
    return null
  }
}

/** A file that contains the place where it was made. */
export interface LocatedFile {
  name: string
  bytes: Buffer
  /** What the receipt lists as removed, at least; null if it has no word for it. */
  takenOut: TakenOut | null
  /** For a picture, its quarters as they must be shown. */
  quarters: readonly Colour[] | null
}

export interface Located {
  takenOut?: TakenOut | null
  quarters?: readonly Colour[] | null
}

/** Collects the files of one kind under their names. */
export function collectFiles(kind: string, quarters: readonly Colour[] | null = QUARTERS) {
  const files: LocatedFile[] = []
  return {
    files,
    add: (name: string, bytes: Buffer, located: Located = {}): void => {
      files.push({ name: `${kind}, ${name}`, bytes, takenOut: 'place', quarters, ...located })
    },
  }
}
