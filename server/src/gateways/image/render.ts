import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { TILE_SIZE, tileName } from '@plinth/contract/media/tiles.ts'
import sharp, { type Sharp } from 'sharp'
import { inOwnColours, inSrgb, isDeep, type Header } from './colour.ts'
import { withGamma } from './gamma.ts'
import { decodeHeic, readHeicHeader } from './heic.ts'
import type {
  Mark,
  NameTask,
  PreviewSize,
  PreviewTask,
  RenderOptions,
  RenderTask,
} from './imaging-tasks.ts'
import { withPacket } from './metadata/insert.ts'
import { packetOf } from './metadata/packet.ts'
import { isTooLarge, openPicture, readHeader } from './open.ts'

/** From this width on, renditions get more quality and full colour resolution. */
const LARGE_WIDTH = 1_920

/** Writes one rendition, upright and without other metadata than its mark, never larger than the picture. Returns its bytes. */
export async function render({ file, rendition, mark, ...wanted }: RenderTask): Promise<number> {
  const drawn = await draw(file, wanted)
  const bytes = mark === undefined ? drawn : withPacket(drawn, wanted.format, packetIn(mark))
  // We write the file ourselves: sharp's error for a full disk looks like that for a damaged picture.
  await writeFile(rendition, bytes)
  return bytes.length
}

const packetIn = ({ rights, isReserved }: Mark): Buffer | null => packetOf(rights, isReserved)

async function draw(file: string, wanted: RenderOptions): Promise<Buffer> {
  const isMoving = wanted.isAnimated && wanted.format === 'webp'
  const source = await withGamma(file)
  const header = await readHeader(source)
  const picture = openPicture(source, { isAnimated: isMoving })
  if (isMoving) return drawMoving(picture, header, wanted.width)
  const sized = picture.autoOrient().resize({ width: wanted.width, withoutEnlargement: true })
  if (wanted.isTop) return encodeTop(inOwnColours(sized, header), header, wanted.format)
  return encode(inSrgb(sized, header), wanted)
}

/** Frames, delays and loops stay. A higher effort would take a thousand times as long here. */
const drawMoving = (picture: Sharp, header: Header, width: number): Promise<Buffer> =>
  inSrgb(picture.resize({ width, withoutEnlargement: true }), header)
    .webp({ quality: 78, effort: 2 })
    .toBuffer()

/** Almost indistinguishable from the original. */
function encodeTop(
  picture: Sharp,
  header: Header,
  format: RenderOptions['format'],
): Promise<Buffer> {
  if (format === 'webp') return picture.webp({ quality: 92, smartSubsample: true }).toBuffer()
  const deep = isDeep(header) && header.space === 'rgb16'
  const coloured = deep ? picture.toColourspace('rgb16') : picture
  return coloured
    .avif({ quality: 90, effort: 2, chromaSubsampling: '4:4:4', bitdepth: deep ? 10 : 8 })
    .toBuffer()
}

function encode(picture: Sharp, { width, format }: RenderOptions): Promise<Buffer> {
  const isLarge = width >= LARGE_WIDTH
  if (format === 'webp') {
    return picture.webp({ quality: isLarge ? 90 : 82, smartSubsample: isLarge }).toBuffer()
  }
  // Effort 3 takes three times as long for 1 dB, and the files are not smaller.
  return picture
    .avif(
      isLarge
        ? { quality: 80, effort: 2, chromaSubsampling: '4:4:4' }
        : { quality: 60, effort: 1, chromaSubsampling: '4:2:0' },
    )
    .toBuffer()
}

const PREVIEW_SIDE = 1_280
const PREVIEW_QUALITY = 78
const PICTURE_QUALITY = 84

/** Writes a small, upright copy with a watermark all over it, and the same without. */
export async function preview({
  file,
  previewFile,
  pictureFile,
  type,
}: PreviewTask): Promise<PreviewSize | null> {
  const source = type === 'image/heic' ? await openHeic(file) : await withGamma(file)
  if (source === null) return null
  const header = await readHeader(source)
  if (isTooLarge(header)) return null
  const sized = openPicture(source)
    .autoOrient()
    .resize({ width: PREVIEW_SIDE, height: PREVIEW_SIDE, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await inSrgb(sized, header)
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  // Loaded on first use, because of its fonts: most worker processes never draw a watermark.
  const { watermark } = await import('../drawing/watermark.ts')
  const { width, height } = info
  const plain = sharp(data, { raw: { width, height, channels: 4 } })
  await writeFile(pictureFile, await plain.webp({ quality: PICTURE_QUALITY }).toBuffer())
  await writeFile(previewFile, await watermark(data, { width, height, quality: PREVIEW_QUALITY }))
  return { width, height }
}

export async function writeMark({ markFile }: { markFile: string }): Promise<void> {
  const { markSheet } = await import('../drawing/watermark.ts')
  await writeFile(markFile, await markSheet())
}

/** Draws a name over a preview, with the watermark unless it has that already. */
export async function writeNamed({
  file,
  namedFile,
  name,
  otherwise,
  isMarked,
}: NameTask): Promise<void> {
  const { data, info } = await openPicture(file)
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { drawable } = await import('../drawing/text.ts')
  const { watermark } = await import('../drawing/watermark.ts')
  const { width, height } = info
  const label = { name: drawable(name) ?? otherwise, isMarked, quality: PREVIEW_QUALITY }
  await writeFile(namedFile, await watermark(data, { width, height, ...label }))
}

/** The header is checked first, because decoding needs memory for every pixel. */
export async function openHeic(file: string): Promise<Buffer | null> {
  const heic = await readFile(file)
  return isTooLarge(readHeicHeader(heic)) ? null : decodeHeic(heic)
}

/** Name that sharp gives the pyramid's description file and folder. */
const PYRAMID = 'pyramid'
/** Every tile has its own copy of the profile, and those of scanners are larger than a tile. */
const MAX_PROFILE_BYTES = 8_192
const TILE = /^(\d+)_(\d+)\.webp$/

/** Writes the pyramid into the folder and returns the names of its tiles. */
export async function tiles({
  file,
  folder,
  mark,
}: {
  file: string
  folder: string
  mark: Mark
}): Promise<string[]> {
  const sheet = path.join(folder, `${PYRAMID}.dzi`)
  const levels = path.join(folder, `${PYRAMID}_files`)
  const source = await withGamma(file)
  const header = await readHeader(source)
  const picture = openPicture(source).autoOrient()
  await inOwnColours(picture, header, { maxProfileBytes: MAX_PROFILE_BYTES })
    .webp({ quality: 95, smartSubsample: true })
    .tile({ size: TILE_SIZE, overlap: 0, layout: 'dz' })
    .toFile(path.join(folder, `${PYRAMID}.dz`))
  const names: string[] = []
  for (const level of await readdir(levels, { withFileTypes: true })) {
    if (level.isDirectory()) names.push(...(await takeLevel(path.join(levels, level.name), folder)))
  }
  const packet = packetIn(mark)
  for (const name of packet === null ? [] : names) {
    const tile = path.join(folder, name)
    await writeFile(tile, withPacket(await readFile(tile), 'webp', packet))
  }
  await rm(levels, { recursive: true })
  await rm(sheet)
  return names
}

/** Moves the tiles of one level to the names under which they are served. */
async function takeLevel(level: string, folder: string): Promise<string[]> {
  const names: string[] = []
  for (const file of await readdir(level)) {
    const [, column, row] = TILE.exec(file) ?? []
    if (column === undefined || row === undefined) continue
    const name = tileName(Number(path.basename(level)), Number(column), Number(row))
    await rename(path.join(level, file), path.join(folder, name))
    names.push(name)
  }
  return names
}
