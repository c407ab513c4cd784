import { statfs } from 'node:fs/promises'
import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'

/** The disk that a folder is on. */
interface Disk {
  freeBytes: number
  sizeBytes: number
  /** `low`: less than a tenth is free. `full`: too little for the largest upload. */
  state: 'ok' | 'low' | 'full'
}

/** An upload is there once as it arrived and once more as it is kept. */
const NEEDED_BYTES = 2 * MAX_MEDIA_BYTES
const LOW_SHARE = 0.1

export async function readDisk(folder: string): Promise<Disk> {
  const { bavail, blocks, bsize, ffree, files } = await statfs(folder)
  const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
  // Some file systems do not limit the number of files, and say 0.
  const isOutOfFiles = files > 0 && ffree === 0
  const isLow = freeBytes < sizeBytes * LOW_SHARE
  const isFull = isOutOfFiles || freeBytes < NEEDED_BYTES
  return { freeBytes, sizeBytes, state: isFull ? 'full' : isLow ? 'low' : 'ok' }
}
