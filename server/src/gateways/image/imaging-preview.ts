import { readFile, writeFile } from 'node:fs/promises'
import { inSrgb } from './imaging-colour.ts'
import { readHeicHeader } from './heic-header.ts'
import { decodeHeic } from './imaging-heic.ts'
import { isTooLarge, openPicture, readHeader } from './imaging-open.ts'
import type { PreviewSize, PreviewTask } from './imaging-tasks.ts'

const SIDE = 1_280
const QUALITY = 78

/** Writes a small copy of a picture, upright, that says all over that it is a preview. */
export async function preview({
  file,
  previewFile,
  type,
}: PreviewTask): Promise<PreviewSize | null> {
  const source = type === 'image/heic' ? await openHeic(file) : file
  if (source === null) return null
  const header = await readHeader(source)
  if (isTooLarge(header)) return null
  const sized = openPicture(source)
    .autoOrient()
    .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await inSrgb(sized, header)
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  // Its fonts are loaded with the first one: most children never draw any.
  const { watermark } = await import('../drawing/watermark.ts')
  const { width, height } = info
  await writeFile(previewFile, await watermark(data, { width, height, quality: QUALITY }))
  return { width, height }
}

/** What it says of its size is read first: decoding takes memory for all of it. */
async function openHeic(file: string): Promise<Buffer | null> {
  const heic = await readFile(file)
  return isTooLarge(readHeicHeader(heic)) ? null : decodeHeic(heic)
}
