import { renditionUrl } from '@plinth/contract/media/media.ts'
import sharp from 'sharp'
import { ssim as ssimOf } from 'ssim.js'
import { bytesText, formatTable, median } from '../figures.ts'
import type { MediaClient } from './client.ts'
import { largePictures, type LargePicture } from './files.ts'

const PICTURES = 10
/** Wider than the widest rendition, so that one is made. */
const WIDTH = 4_200
/** What others show at most, and how they press it. */
const COMMON = { width: 1_080, quality: 80 }
/** Side of the middle that is compared. */
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

interface Seen {
  bytes: number
  ssim: number
  psnr: number
}

/** The largest renditions beside what was sent, at their own width; answers a table. */
export async function measureQuality(
  client: MediaClient,
  print: (text: string) => void,
): Promise<string> {
  const rows = [HEADINGS]
  const all: Seen[][] = []
  for await (const picture of largePictures(PICTURES, WIDTH)) {
    print(`Looking at ${picture.name} …`)
    const seen = await measurePicture(client, picture)
    all.push(seen)
    rows.push([picture.name, bytesText(picture.bytes.length), ...seen.flatMap(cells)])
  }
  const medians = [0, 1, 2].map((at) => {
    const of = (key: keyof Seen) => median(all.map((seen) => seen[at]?.[key] ?? Number.NaN))
    return { bytes: of('bytes'), ssim: of('ssim'), psnr: of('psnr') }
  })
  rows.push(['median', '', ...medians.flatMap(cells)])
  const title = `Largest renditions beside what was sent: the middle ${CROP} × ${CROP} pixels at 3,840 across`
  return `${title}\n\n${formatTable(rows)}\n`
}

const cells = ({ bytes, ssim, psnr }: Seen) => [bytesText(bytes), ssim.toFixed(4), psnr.toFixed(1)]

async function measurePicture(client: MediaClient, sent: LargePicture): Promise<Seen[]> {
  const { id } = await client.upload(sent.bytes, `${sent.name}.jpg`)
  const { picture } = await client.until(id, (media) => media.picture.renditions.includes(3_840))
  const top = Math.max(...picture.renditions)
  const wanted = await middleOf(sent.bytes, top)
  const seen: Seen[] = []
  for (const format of ['avif', 'webp'] as const) {
    const file = await client.fetch(renditionUrl(id, top, format, picture.signature))
    seen.push({ bytes: file.length, ...compare(wanted, await middleOf(file, top)) })
  }
  const common = await sharp(sent.bytes)
    .resize(COMMON.width)
    .jpeg({ quality: COMMON.quality })
    .toBuffer()
  seen.push({ bytes: common.length, ...compare(wanted, await middleOf(common, top)) })
  await client.remove(id)
  return seen
}

/** RGBA of the middle of a picture at this width. */
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

function compare(wanted: Buffer, seen: Buffer): Pick<Seen, 'ssim' | 'psnr'> {
  const picture = (data: Buffer) => ({
    data: new Uint8ClampedArray(data),
    width: CROP,
    height: CROP,
  })
  const { mssim } = ssimOf(picture(wanted), picture(seen), { downsample: false })
  return { ssim: mssim, psnr: psnrOf(wanted, seen) }
}

function psnrOf(wanted: Buffer, seen: Buffer): number {
  let sum = 0
  for (let at = 0; at < wanted.length; at += 1) {
    if (at % 4 !== 3) sum += ((wanted[at] ?? 0) - (seen[at] ?? 0)) ** 2
  }
  const mean = sum / ((wanted.length / 4) * 3)
  return mean === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10(255 ** 2 / mean)
}
