import { renditionUrl } from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { ssim as ssimOf } from 'ssim.js'
import { bytesText, formatTable, median } from '../figures.ts'
import type { MediaClient } from './client.ts'
import { largePictures, type LargePicture } from './files.ts'

const PICTURES = 10
/** Wider than the widest rendition, so the server makes that one too. */
const WIDTH = 4_200
/** For comparison: the largest size and the quality that other sites commonly serve. */
const COMMON = { width: 1_080, quality: 80 }
/** Side in pixels of the central square that is compared. */
const CROP = 1_600

const HEADINGS = [
  '',
  'sent',
  'AVIF',
  'SSIM',
  'PSNR dB',
  'WebP',
  'SSIM',
  'PSNR dB',
  `${COMMON.width} px`,
  'SSIM',
  'PSNR dB',
]

interface Quality {
  bytes: number
  ssim: number
  psnr: number
}

/** Compares the largest renditions with the uploaded originals, at the renditions' width. Returns a table. */
export async function measureQuality(
  client: MediaClient,
  print: (text: string) => void,
): Promise<string> {
  const rows = [HEADINGS]
  const all: Quality[][] = []
  for await (const picture of largePictures(PICTURES, WIDTH)) {
    print(`Comparing ${picture.name} …`)
    const results = await measurePicture(client, picture)
    all.push(results)
    rows.push([picture.name, bytesText(picture.bytes.length), ...results.flatMap(cells)])
  }
  const medians = [0, 1, 2].map((at) => {
    const of = (key: keyof Quality) =>
      median(all.map((results) => results[at]?.[key] ?? Number.NaN))
    return { bytes: of('bytes'), ssim: of('ssim'), psnr: of('psnr') }
  })
  rows.push(['median', '', ...medians.flatMap(cells)])
  const title = `Largest renditions beside what was sent: the middle ${CROP} × ${CROP} pixels at 3,840 across`
  return `${title}\n\n${formatTable(rows)}\n`
}

const cells = ({ bytes, ssim, psnr }: Quality) => [
  bytesText(bytes),
  ssim.toFixed(4),
  psnr.toFixed(1),
]

async function measurePicture(client: MediaClient, sent: LargePicture): Promise<Quality[]> {
  const { id } = await client.upload(sent.bytes, `${sent.name}.jpg`)
  const { picture } = await client.until(id, (media) => media.picture.renditions.includes(3_840))
  const top = Math.max(...picture.renditions)
  const original = await middleOf(sent.bytes, top)
  const results: Quality[] = []
  for (const format of ['avif', 'webp'] as const) {
    const file = await client.fetch(renditionUrl(id, top, format, picture.signature))
    results.push({ bytes: file.length, ...compare(original, await middleOf(file, top)) })
  }
  const common = await sharp(sent.bytes)
    .resize(COMMON.width)
    .jpeg({ quality: COMMON.quality })
    .toBuffer()
  results.push({ bytes: common.length, ...compare(original, await middleOf(common, top)) })
  await client.remove(id)
  return results
}

/** RGBA pixels of the centre of a picture, resized to this width. */
async function middleOf(file: Uint8Array, width: number): Promise<Buffer> {
  const { data, info } = await sharp(file)
    .resize({ width, kernel: 'lanczos3' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const left = Math.floor((info.width - CROP) / 2)
  const top = Math.floor((info.height - CROP) / 2)
  return sharp(data, { raw: info })
    .extract({ left, top, width: CROP, height: CROP })
    .raw()
    .toBuffer()
}

function compare(original: Buffer, rendition: Buffer): Pick<Quality, 'ssim' | 'psnr'> {
  const picture = (data: Buffer) => ({
    data: new Uint8ClampedArray(data),
    width: CROP,
    height: CROP,
  })
  const { mssim } = ssimOf(picture(original), picture(rendition), { downsample: false })
  return { ssim: mssim, psnr: psnrOf(original, rendition) }
}

function psnrOf(original: Buffer, rendition: Buffer): number {
  let sum = 0
  for (let at = 0; at < original.length; at += 1) {
    if (at % 4 !== 3) sum += ((original[at] ?? 0) - (rendition[at] ?? 0)) ** 2
  }
  const mean = sum / ((original.length / 4) * 3)
  return mean === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10(255 ** 2 / mean)
}
