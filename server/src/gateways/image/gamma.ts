import { open, readFile } from 'node:fs/promises'
import { deflateSync } from 'node:zlib'
import { chunkOf } from './metadata/png.ts'
import { openPicture } from './open.ts'
import { primariesProfile, SRGB_PRIMARIES, type Primaries } from './profile.ts'

const SIGNATURE = '\x89PNG\r\n\x1a\n'
/** Signature and the chunk with the size, which comes first. */
const HEAD_BYTES = 33
const DEPTH_AT = 24
const COLOUR_TYPE_AT = 25
const IS_COLOUR = 2
const FRAME_BYTES = 12
/** Chunks that tell the colours come early. */
const READ_BYTES = 4_096
const UNIT = 100_000
/** A screen's, which PNGs without a profile are for. */
const USUAL_GAMMA = 1 / 2.2
const TOLERANCE = 0.05

/**
 * A PNG that states its gamma, as programs for rendering write it, with a profile that says the same: libvips knows
 * profiles only. Returns the path of any other file.
 */
export async function withGamma(file: string): Promise<string | Buffer> {
  const start = await readStart(file)
  const profile = profileOf(start)
  if (profile === null) return file
  const isGrey = (start.readUInt8(COLOUR_TYPE_AT) & IS_COLOUR) === 0
  const png = isGrey ? await inRgb(file, start.readUInt8(DEPTH_AT)) : await readFile(file)
  const packed = Buffer.concat([Buffer.from('gamma\0\0', 'latin1'), deflateSync(profile)])
  return Buffer.concat([
    png.subarray(0, HEAD_BYTES),
    chunkOf('iCCP', packed),
    png.subarray(HEAD_BYTES),
  ])
}

/** The same grey as three equal colours: sharp ignores profiles of grey with 16 bits. */
const inRgb = (file: string, bits: number): Promise<Buffer> =>
  openPicture(file)
    .toColourspace(bits === 16 ? 'rgb16' : 'srgb')
    .keepExif()
    .png({ compressionLevel: 1 })
    .toBuffer()

async function readStart(file: string): Promise<Buffer> {
  await using handle = await open(file)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(READ_BYTES), 0, READ_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Profile of a PNG that only states gamma and perhaps primaries; null for any other file. */
function profileOf(start: Buffer): Buffer | null {
  if (start.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return null
  const chunks = chunksIn(start)
  // These say more, and come first.
  if (['iCCP', 'sRGB', 'cICP'].some((type) => chunks.has(type))) return null
  const gamma = (chunks.get('gAMA')?.readUInt32BE(0) ?? 0) / UNIT
  if (gamma === 0) return null
  const primaries = primariesIn(chunks.get('cHRM'))
  const isUsual = Math.abs(gamma / USUAL_GAMMA - 1) < TOLERANCE
  if (isUsual && isSrgb(primaries)) return null
  return primariesProfile({ gamma: 1 / gamma, primaries })
}

/** The chunks in front of the pixels. */
function chunksIn(start: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>()
  for (let at = SIGNATURE.length; at + FRAME_BYTES <= start.length;) {
    const length = start.readUInt32BE(at)
    const type = start.toString('latin1', at + 4, at + 8)
    if (type === 'IDAT') break
    const data = start.subarray(at + 8, at + 8 + length)
    if (data.length === length) chunks.set(type, data)
    at += FRAME_BYTES + length
  }
  return chunks
}

const CHRM_BYTES = 32

/** White, red, green and blue, two numbers each. */
function primariesIn(chunk: Buffer | undefined): Primaries {
  if (chunk?.length !== CHRM_BYTES) return SRGB_PRIMARIES
  const at = (index: number) => chunk.readUInt32BE(index * 4) / UNIT
  const point = (index: number) => ({ x: at(index * 2), y: at(index * 2 + 1) })
  const [white, red, green, blue] = [point(0), point(1), point(2), point(3)]
  return { white, red, green, blue }
}

const NEAR = 0.002

const isSrgb = (primaries: Primaries): boolean =>
  (['white', 'red', 'green', 'blue'] as const).every((name) => {
    const [one, other] = [primaries[name], SRGB_PRIMARIES[name]]
    return Math.abs(one.x - other.x) < NEAR && Math.abs(one.y - other.y) < NEAR
  })
