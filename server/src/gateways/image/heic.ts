import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import type { HeicTask } from './heic-thread.ts'
import { readBoxes, type Box } from './metadata/avif.ts'

/** Number of Display P3's primaries in ITU-T H.273. */
const P3_PRIMARIES = 12

/**
 * The picture of a HEIC as an uncompressed TIFF: upright, with the colour profile that the file holds or names. sRGB
 * needs none.
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

/** Display P3 as sharp brings it along. */
export async function readP3Profile(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: 'black' } })
  const png = await pixel.withIccProfile('p3').png().toBuffer()
  const { icc } = await sharp(png).metadata()
  if (icc === undefined) throw new Error('no P3 profile in sharp')
  return icc
}

/** What a HEIC says of its picture before one pixel is decoded. */
export interface HeicHeader {
  /** The largest of its parts, whatever is shown in the end. */
  width: number
  height: number
  bits: number
  /** The colour profile inside. */
  icc: Buffer | null
  /** Primaries by their number in ITU-T H.273; null when there is a profile or nothing is said. */
  primaries: number | null
}

interface Property extends Box {
  /** Stands for the picture that is shown, and not for a part of it or for another. */
  isOfPrimary: boolean
}

const PROFILE_KINDS = new Set(['prof', 'rICC'])
const DEFAULT_BITS = 8

/** Throws RangeError when the file ends too soon or contradicts itself. */
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

/** Properties of this type: those of the picture itself, or any where it has none of its own. */
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

/** Numbers of the properties that belong to the item, counted from 1. */
function readAssociations(file: Buffer, { start, end }: Box, item: number): number[] {
  const idBytes = file.readUInt8(start) === 0 ? 2 : 4
  const indexBytes = (file.readUInt8(start + 3) & 1) === 0 ? 1 : 2
  // The highest bit says that a reader must understand the property.
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
