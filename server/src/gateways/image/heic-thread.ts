/**
 * A thread of the imaging child: libheif holds up whoever calls it, and the child must go on watching what it uses.
 * Its memory goes with the thread.
 */
import { parentPort, workerData } from 'node:worker_threads'
import decode from 'heic-decode'
import { buildTiff } from './metadata/tiff-build.ts'

export interface HeicTask {
  heic: Uint8Array
  icc: Uint8Array | null
}

/** The decoder wants one of the common brands in front, and Nokia's and others' phones write their own. */
const COMMON_BRAND = 'heic'

const { heic, icc } = workerData as HeicTask
const buffer = Buffer.from(heic.buffer, heic.byteOffset, heic.byteLength)
buffer.write(COMMON_BRAND, 8, 'latin1')
const tiff = buildTiff(await decode({ buffer }), icc)
parentPort?.postMessage(tiff, [tiff.buffer])
