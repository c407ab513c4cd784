import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { HeicTask } from './heic-thread.ts'
import { readBoxes, type Box } from './metadata/avif.ts'

/** Number of Display P3's primaries in ITU-T H.273. */
const P3_PRIMARIES = 12

/**
 * Decodes a HEIC to an uncompressed TIFF: upright, with the colour profile that the file contains or names. sRGB needs
 * no profile.
 */
export async function decodeHeic(heic: Buffer): Promise<Buffer> {
  const { icc, primaries } = readHeicHeader(heic)
  const profile = icc ?? (primaries === P3_PRIMARIES ? await readP3Profile() : null)
  return decodeInThread({ heic, icc: profile })
}

function decodeInThread(workerData: HeicTask): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('heic-thread.ts', import.meta.url), { workerData })
    worker.once('message', (tiff: Uint8Array<ArrayBuffer>) => {
      resolve(Buffer.from(tiff.buffer))
      void worker.terminate()
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the decoder ended without an answer')))
  })
}

/** The Display P3 profile that comes with sharp. */
export async function readP3Profile(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const png = await pixel.withIccProfile('p3').png().toBuffer()
  const { icc } = await sharp(png).metadata()
  if (icc === undefined) throw new Error('no P3 profile in sharp')
  return icc
}

/** What a HEIC's header tells, before any pixel is decoded. */
interface HeicHeader {
  /** The size of its largest image, whichever is shown. */
  width: number
  height: number
  bits: number
  /** The colour profile inside. */
  icc: Buffer | null
  /** Number of the primaries in ITU-T H.273; null if there is a profile or none is stated. */
  primaries: number | null
}

interface Property extends Box {
  /** Whether it belongs to the primary picture, not to a part of it or to another one. */
  isOfPrimary: boolean
}

const PROFILE_KINDS = new Set(['prof', 'rICC'])
const DEFAULT_BITS = 8

/** Reads the header. Throws RangeError when the file ends too soon or contradicts itself. */
export function readHeicHeader(file: Buffer): HeicHeader {
  const properties = readProperties(file)
  const sizes = properties.filter(({ type }) => type === 'ispe')
  if (sizes.length === 0) throw new RangeError('states no size')
  const colours = best(properties, 'colr')
  const kindOf = ({ start }: Box) => file.toString('latin1', start, start + 4)
  const profile = colours.find((box) => PROFILE_KINDS.has(kindOf(box)))
  const coded = colours.find((box) => kindOf(box) === 'nclx')
  const [depth] = best(properties, 'pixi')
  return {
    width: Math.max(...sizes.map(({ start }) => file.readUInt32BE(start + 4))),
    height: Math.max(...sizes.map(({ start }) => file.readUInt32BE(start + 8))),
    bits: depth === undefined ? DEFAULT_BITS : file.readUInt8(depth.start + 5),
    icc: profile === undefined ? null : file.subarray(profile.start + 4, profile.end),
    primaries:
      profile === undefined && coded !== undefined ? file.readUInt16BE(coded.start + 4) : null,
  }
}

/** Returns the primary picture's properties of this type, or any if it has none of its own. */
function best(properties: Property[], type: string): Property[] {
  const all = properties.filter((property) => property.type === type)
  const own = all.filter(({ isOfPrimary }) => isOfPrimary)
  return own.length > 0 ? own : all
}

function readProperties(file: Buffer): Property[] {
  const meta = find(readBoxes(file, 0, file.length), 'meta')
  const boxes = readBoxes(file, meta.start + 4, meta.end)
  const inside = find(boxes, 'iprp')
  const parts = readBoxes(file, inside.start, inside.end)
  const container = find(parts, 'ipco')
  const owned = new Set(
    parts
      .filter(({ type }) => type === 'ipma')
      .flatMap((box) => readAssociations(file, box, readPrimary(file, find(boxes, 'pitm')))),
  )
  return readBoxes(file, container.start, container.end).map((box, index) => ({
    ...box,
    isOfPrimary: owned.has(index + 1),
  }))
}

function find(boxes: Box[], type: string): Box {
  const box = boxes.find((one) => one.type === type)
  if (box === undefined) throw new RangeError(`no ${type}`)
  return box
}

const readPrimary = (file: Buffer, { start }: Box): number =>
  file.readUInt8(start) === 0 ? file.readUInt16BE(start + 4) : file.readUInt32BE(start + 4)

/** Returns the numbers of the item's properties, counted from 1. */
function readAssociations(file: Buffer, { start, end }: Box, item: number): number[] {
  const idBytes = file.readUInt8(start) === 0 ? 2 : 4
  const indexBytes = (file.readUInt8(start + 3) & 1) === 0 ? 1 : 2
  // The highest bit marks properties that a reader must understand.
  const mask = indexBytes === 1 ? 0x7f : 0x7fff
  const owned: number[] = []
  let at = start + 8
  for (let left = file.readUInt32BE(start + 4); left > 0 && at < end; left -= 1) {
    const id = file.readUIntBE(at, idBytes)
    const count = file.readUInt8(at + idBytes)
    at += idBytes + 1
    for (let index = 0; index < count; index += 1, at += indexBytes) {
      if (id === item) owned.push(file.readUIntBE(at, indexBytes) & mask)
    }
  }
  return owned
}
