import { readFile, stat, writeFile } from 'node:fs/promises'
import { IMAGE_TYPES, type ImageType } from '@plinth/contract/media/file-types.ts'
import type { FileFacts } from '@plinth/contract/media/media.ts'
import { extractColorsFromImageData } from 'extract-colors'
import type { Metadata } from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { isSameFile } from '../files.ts'
import { Refusal } from '../process/tasks.ts'
import { inSrgb, readIccProfile } from './colour.ts'
import { withGamma } from './gamma.ts'
import { decodeHeic, readHeicHeader } from './heic.ts'
import {
  DAMAGED,
  type CleanedImage,
  type CleanTask,
  type ImageInspection,
} from './imaging-tasks.ts'
import { lookOf } from './look.ts'
import { stripMetadata } from './metadata/strip.ts'
import { checkFrames, checkSize, openPicture, readHeader, type Source } from './open.ts'

const THUMB_SIDE = 100
/** sharp's names of the formats. A HEIC has been decoded to TIFF before it gets here. */
const FORMATS: Record<ImageType, string> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/gif': 'gif',
  'image/tiff': 'tiff',
  'image/heic': 'tiff',
}
/** In these formats every page is a frame. */
const MOVING_TYPES = new Set<ImageType>(['image/gif', 'image/webp'])

interface Inspected {
  inspection: ImageInspection
  figures: Omit<FileFacts, 'bytes'>
}

export async function inspect(file: string, type: ImageType): Promise<ImageInspection> {
  return (await inspectPicture(file, type)).inspection
}

export async function clean({
  file,
  cleanFile,
  type,
  keepsName,
}: CleanTask): Promise<CleanedImage> {
  const { file: bytes, ...told } = stripMetadata(await readFile(file), type, { keepsName })
  await writeFile(cleanFile, bytes)
  const { inspection, figures } = await inspectPicture(cleanFile, type)
  // Nothing is re-encoded, so the figures of both files only differ in bytes.
  return {
    ...inspection,
    received: { ...figures, bytes: (await stat(file)).size },
    kept: { ...figures, bytes: bytes.length },
    isSame: await isSameFile(file, cleanFile),
    ...told,
  }
}

async function inspectPicture(file: string, type: ImageType): Promise<Inspected> {
  const source =
    type === 'image/heic' ? await openHeic(file) : { picture: await withGamma(file), bits: null }
  const header = await readHeader(source.picture)
  if (header.format !== FORMATS[type]) throw new Refusal(DAMAGED)
  const { width, height } = header.autoOrient
  checkSize({ width, height })
  const frames = header.pages ?? 1
  // sharp cannot rotate animations, so the few that are marked as rotated count as still pictures.
  const isAnimated = MOVING_TYPES.has(type) && frames > 1 && (header.orientation ?? 1) === 1
  if (isAnimated) await decodeFrames(file, { width, height, frames })
  const thumb = await drawThumb(source.picture, header)
  const hash = rgbaToThumbHash(thumb.width, thumb.height, thumb.data)
  return {
    inspection: {
      width,
      height,
      thumbhash: Buffer.from(hash).toString('base64'),
      palette: findPalette(thumb),
      look: await lookOf(thumb),
      isAnimated,
    },
    figures: {
      format: IMAGE_TYPES[type].name,
      details: detailsOf(header, { bits: source.bits, frames: isAnimated ? frames : 1 }),
      width,
      height,
      durationMs: isAnimated ? durationOf(header) : null,
      pages: type === 'image/tiff' && frames > 1 ? frames : null,
    },
  }
}

async function openHeic(file: string): Promise<{ picture: Source; bits: number }> {
  const heic = await readFile(file)
  const { bits, ...size } = readHeicHeader(heic)
  checkSize(size)
  return { picture: await decodeHeic(heic), bits }
}

/** Decodes every frame, to find damage. */
async function decodeFrames(
  file: string,
  picture: { width: number; height: number; frames: number },
): Promise<void> {
  checkFrames(picture)
  await openPicture(file, { isAnimated: true }).resize({ width: 1 }).raw().toBuffer()
}

/** Decodes the whole picture, which also finds damage. */
async function drawThumb(
  source: Source,
  header: Metadata,
): Promise<{ width: number; height: number; data: Buffer }> {
  const small = openPicture(source)
    .autoOrient()
    .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
  const { data, info } = await inSrgb(small, header)
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

const durationOf = ({ delay = [] }: Metadata): number => delay.reduce((sum, ms) => sum + ms, 0)

/** Bits per sample, by sharp's names. */
const BITS: Record<string, number> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  double: 64,
}
/** Colour models that we show. For others the profile's name is enough. */
const MODELS: Record<string, string> = {
  cmyk: 'CMYK',
  'b-w': 'Greyscale',
  grey16: 'Greyscale',
  lab: 'Lab',
  labs: 'Lab',
}

/** Returns figures of a picture for its owner, the most telling first. */
function detailsOf(
  header: Metadata,
  { bits, frames }: { bits: number | null; frames: number },
): string[] {
  const { icc, space, depth, bitsPerSample } = header
  const profile = icc === undefined ? null : readIccProfile(icc).name
  return [
    `${bits ?? bitsPerSample ?? BITS[depth] ?? 8} bit`,
    profile,
    MODELS[space] ?? null,
    frames > 1 ? `${frames} frames` : null,
  ].filter((detail) => detail !== null)
}

const MAX_COLORS = 5

/**
 * Returns up to five colours of a small RGBA picture as #rrggbb, the most frequent first; none if it is fully
 * transparent.
 */
function findPalette(picture: { width: number; height: number; data: Buffer }): string[] {
  const { width, height, data } = picture
  const pixels = new Uint8ClampedArray(data.buffer, data.byteOffset, data.length)
  return extractColorsFromImageData({ width, height, data: pixels })
    .toSorted((a, b) => b.area - a.area)
    .slice(0, MAX_COLORS)
    .map(({ hex }) => hex)
}
