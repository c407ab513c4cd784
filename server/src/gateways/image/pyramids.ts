import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { TILE_SIZE } from '@plinth/contract/media/tiles.ts'
import type { Sharp } from 'sharp'
import { inOwnColours, inSrgb, type Header } from './colour.ts'
import { withGamma } from './gamma.ts'
import type { ImagingTasks, PreviewSize } from './imaging-tasks.ts'
import { isTooLarge, openPicture, readHeader } from './open.ts'
import { openHeic } from './render.ts'

const QUALITY = { marked: 90, plain: 95 } as const
/** Every tile has its own copy of the profile, and those of scanners are larger than a tile. */
const MAX_PROFILE_BYTES = 8_192
const TILE = /^(\d+)_(\d+)\.webp$/

/** Writes a picture twice as a pyramid of tiles, under a watermark and without. */
export const pyramids: ImagingTasks['pyramids'] = async ({ file, folder, type }) => {
  const source = type === 'image/heic' ? await openHeic(file) : await withGamma(file)
  if (source === null) return null
  const header = await readHeader(source)
  const isAnimated = (header.pages ?? 1) > 1 && (type === 'image/gif' || type === 'image/webp')
  if (isAnimated || isTooLarge(header)) return null
  const { autoOrient: size } = header
  const picture = () => openPicture(source).autoOrient()
  const plain = path.join(folder, 'plain')
  const marked = path.join(folder, 'marked')
  await cut(inOwnColours(picture(), header, { maxProfileBytes: MAX_PROFILE_BYTES }), plain, 'plain')
  await cut(await underMark(picture(), header, size), marked, 'marked')
  const levels = (await readdir(`${plain}_files`)).filter((name) => /^\d+$/.test(name))
  const tiles: { place: string; marked: string; plain: string }[] = []
  for (const level of levels) {
    for (const name of await readdir(path.join(`${plain}_files`, level))) {
      const [, column, row] = TILE.exec(name) ?? []
      if (column === undefined || row === undefined) continue
      tiles.push({
        place: `${level}-${column}-${row}`,
        marked: path.join(`${marked}_files`, level, name),
        plain: path.join(`${plain}_files`, level, name),
      })
    }
  }
  return { ...size, levels: levels.length, tiles }
}

/** libvips goes through the picture once, in strips, so that it is never in memory as a whole. */
const cut = (picture: Sharp, target: string, copy: keyof typeof QUALITY) =>
  picture
    .webp({ quality: QUALITY[copy], smartSubsample: true })
    .tile({ size: TILE_SIZE, overlap: 0, layout: 'dz', depth: 'onetile' })
    .toFile(`${target}.dz`)

/** Lays the watermark over the whole picture, before it is cut: it goes on over the borders of tiles. */
async function underMark(picture: Sharp, header: Header, size: PreviewSize): Promise<Sharp> {
  // Loaded on first use, because of its fonts.
  const { markTile } = await import('../drawing/watermark.ts')
  const input = await markTile(size)
  const marked = picture.composite([{ input, tile: true, left: 0, top: 0 }])
  // The watermark has no colours in inks.
  return header.space === 'cmyk'
    ? inSrgb(marked, header)
    : inOwnColours(marked, header, { maxProfileBytes: MAX_PROFILE_BYTES })
}
