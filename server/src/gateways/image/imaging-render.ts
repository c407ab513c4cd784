import { writeFile } from 'node:fs/promises'
import type { Sharp } from 'sharp'
import { inOwnColours, inSrgb, isDeep, type Header } from './imaging-colour.ts'
import { openPicture, readHeader } from './imaging-open.ts'
import type { RenderOptions, RenderTask } from './imaging-tasks.ts'

/** From this width on a rendition is looked at closely: more quality, full colour resolution. */
const LARGE_WIDTH = 1_920

/** Writes one rendition, upright and without words; never larger than the picture. Answers its bytes. */
export async function render({ file, rendition, ...wanted }: RenderTask): Promise<number> {
  const bytes = await draw(file, wanted)
  // Not by the library: of a full disk it says no more than of a damaged picture.
  await writeFile(rendition, bytes)
  return bytes.length
}

async function draw(file: string, wanted: RenderOptions): Promise<Buffer> {
  const isMoving = wanted.isAnimated && wanted.format === 'webp'
  const header = await readHeader(file)
  const picture = openPicture(file, { isAnimated: isMoving })
  if (isMoving) return drawMoving(picture, header, wanted.width)
  const sized = picture.autoOrient().resize({ width: wanted.width, withoutEnlargement: true })
  if (wanted.isTop) return encodeTop(inOwnColours(sized, header), header, wanted.format)
  return encode(inSrgb(sized, header), wanted)
}

/** Frames, their times and the loop stay. Effort costs a thousand times here. */
const drawMoving = (picture: Sharp, header: Header, width: number): Promise<Buffer> =>
  inSrgb(picture.resize({ width, withoutEnlargement: true }), header)
    .webp({ quality: 78, effort: 2 })
    .toBuffer()

/** Hardly to be told from the original. */
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
  // Effort 3 takes three times as long for 1 dB, and the files are no smaller.
  return picture
    .avif(
      isLarge
        ? { quality: 80, effort: 2, chromaSubsampling: '4:4:4' }
        : { quality: 60, effort: 1, chromaSubsampling: '4:2:0' },
    )
    .toBuffer()
}
