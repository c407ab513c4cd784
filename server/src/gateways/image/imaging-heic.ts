import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { readHeicHeader } from './heic-header.ts'
import type { HeicTask } from './heic-thread.ts'

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
