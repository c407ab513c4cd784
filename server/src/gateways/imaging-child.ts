/** The child process of imaging.ts: decodes what strangers send, and may die of it. */
import { readFile, writeFile } from 'node:fs/promises'
import os from 'node:os'
import type { ImageType } from '@plinth/contract/media.ts'
import sharp from 'sharp'
import { rgbaToThumbHash } from 'thumbhash'
import { Refusal, serveTasks } from './child-serve.ts'
import {
  DAMAGED,
  MAX_MEGAPIXELS,
  MAX_SIDE,
  type ImagingSkills,
  type RenderTask,
  type Seen,
} from './imaging-tasks.ts'
import { stripMetadata } from './strip-metadata.ts'

const MAX_RSS_BYTES = 1.5 * 1024 ** 3
const THUMB_SIDE = 100
/** From this width on a rendition is looked at closely: more quality, full colour resolution. */
const LARGE_WIDTH = 1_920

const FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'heif',
  'image/gif': 'gif',
} as const

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}File`),
})
sharp.cache(false)
// Half the cores: the other half answers requests.
sharp.concurrency(Math.max(1, Math.floor(os.availableParallelism() / 2)))

// Errors fail, oddities that every viewer forgives (bytes too many, unknown markers) do not.
const openPicture = (file: string) =>
  sharp(file, { failOn: 'error', limitInputPixels: MAX_MEGAPIXELS * 1_000_000 })

async function inspect(file: string, type: ImageType): Promise<Seen> {
  // The header alone, so that a picture of a billion pixels is refused before any is made.
  const header = await sharp(file, { limitInputPixels: false }).metadata()
  if (header.format !== FORMATS[type]) throw new Refusal(DAMAGED)
  const { width, height } = header.autoOrient
  const megapixels = Math.round((width * height) / 1_000_000)
  if (megapixels > MAX_MEGAPIXELS) {
    throw new Refusal(
      `This picture has ${megapixels} megapixels. Plinth takes up to ${MAX_MEGAPIXELS}: make it smaller and send it again.`,
    )
  }
  if (Math.max(width, height) > MAX_SIDE) {
    throw new Refusal(
      `This picture is ${width} × ${height} pixels. Plinth takes up to ${MAX_SIDE} on a side: make it smaller and send it again.`,
    )
  }
  // Reads every byte of the picture, though it keeps few.
  const { data, info } = await openPicture(file)
    .autoOrient()
    .resize(THUMB_SIDE, THUMB_SIDE, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const hash = rgbaToThumbHash(info.width, info.height, data)
  return { width, height, thumbhash: Buffer.from(hash).toString('base64') }
}

function render({ file, width, format }: RenderTask): Promise<Buffer> {
  const isLarge = width >= LARGE_WIDTH
  const picture = openPicture(file)
    .autoOrient()
    .resize({ width, withoutEnlargement: true })
    .toColourspace('srgb')
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

serveTasks<ImagingSkills>(
  {
    inspect: ({ file, type }) => inspect(file, type),
    clean: async ({ file, cleanFile, type }) => {
      await writeFile(cleanFile, stripMetadata(await readFile(file), type))
      return inspect(cleanFile, type)
    },
    render,
  },
  { damaged: DAMAGED, maxRssBytes: MAX_RSS_BYTES },
)
