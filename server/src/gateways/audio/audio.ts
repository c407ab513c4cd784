import { open } from 'node:fs/promises'
import { ACCEPTED_SENTENCES, type AudioType } from '@plinth/contract/media/file-types.ts'
import { AppError } from '../../http/errors.ts'
import { avArguments } from '../av/load.ts'
import type { Programs } from '../av/system/programs.ts'
import { afterId3 } from './tags.ts'
import type { AudioTasks, CleanedAudio, CleanedSound } from './audio-tasks.ts'
import { sniffAudioType } from './audio-type.ts'
import { createWorker, type Asker } from '../process/worker.ts'
import { SNIFF_BYTES } from '../image/image-type.ts'
import { isSoundAlone } from '../av/mp4.ts'
import { sniffVideoType } from '../video/video-type.ts'

interface AudioFacts extends CleanedAudio {
  type: AudioType
}

/** Works on audio files in worker processes that may crash without harm. Files are paths on this machine. */
export interface AudioGateway {
  /**
   * Writes a copy with nothing but the sound, not re-encoded, and inspects that copy. What names author and rights stays
   * if it is wanted. Throws `media.unsupported` or `media.unreadable`, and may then leave half a copy.
   */
  clean: (
    file: string,
    cleanFile: string,
    options?: { keepsName?: boolean } & Asker,
  ) => Promise<AudioFacts>
  /** Returns base64 of the contract's PEAK_COUNT heights. */
  peaks: (file: string) => Promise<string>
  /** Writes an M4A that every browser plays. */
  play: (file: string, playFile: string, audio: { durationMs: number }) => Promise<void>
  /** Writes the whole sound with an audible mark as M4A. Returns its length. */
  proof: (file: string, proofFile: string) => Promise<CleanedSound>
  /** Whether every browser plays a file as it is, and how long it is. */
  look: (file: string) => Promise<CleanedSound>
  close: () => Promise<void>
}

const INSPECT_CPU_MS = 30_000
/** Somebody waits for each look, and others for the process. */
const INSPECT_WALL_MS = 120_000
/** Decoding the longest sound takes a tenth of that. */
const PEAKS_CPU_MS = 300_000
const PLAY_CPU_MS = 60_000
/** Most sound is encoded in a thirtieth of its length. */
const PLAY_CPU_PER_MS = 0.2
/** The longest sound. */
const MAX_PROOF_CPU_MS = 60 * 60_000

/**
 * Two worker processes, each with one task at a time, so that a long recording does not hold up the next upload.
 */
export function createAudio(
  options: { programs?: Programs | null; cpuMs?: number } = {},
): AudioGateway {
  const startWorker = (niceness: number) =>
    createWorker<AudioTasks>({
      child: new URL('./audio-child.ts', import.meta.url),
      subject: 'sound',
      niceness,
      args: avArguments(options.programs ?? null),
    })
  const inspectWorker = startWorker(5)
  const convertWorker = startWorker(10)

  return {
    clean: async (file, cleanFile, { keepsName = false, ...asker } = {}) => {
      const type = await typeOf(file)
      const limits = { cpuMs: options.cpuMs ?? INSPECT_CPU_MS, wallMs: INSPECT_WALL_MS, ...asker }
      const task = { file, cleanFile, type, keepsName }
      return { type, ...(await inspectWorker.run('clean', task, limits)) }
    },
    peaks: async (file) => {
      const type = await typeOf(file)
      return convertWorker.run('peaks', { file, type }, { cpuMs: options.cpuMs ?? PEAKS_CPU_MS })
    },
    play: async (file, playFile, { durationMs }) => {
      const type = await typeOf(file)
      const cpuMs = PLAY_CPU_MS + durationMs * PLAY_CPU_PER_MS
      // Peaks go first: they take almost no time.
      const later = { cpuMs: options.cpuMs ?? cpuMs, rank: 1 }
      await convertWorker.run('play', { file, playFile, type }, later)
    },
    proof: async (file, proofFile) => {
      const type = await typeOf(file)
      const later = { cpuMs: options.cpuMs ?? MAX_PROOF_CPU_MS, rank: 1 }
      return convertWorker.run('proof', { file, proofFile, type }, later)
    },
    look: async (file) => {
      const type = await typeOf(file)
      return inspectWorker.run('look', { file, type }, { cpuMs: options.cpuMs ?? INSPECT_CPU_MS })
    },
    close: async () => {
      inspectWorker.close()
      convertWorker.close()
    },
  }
}

async function typeOf(file: string): Promise<AudioType> {
  await using handle = await open(file)
  const headAt = async (at: number) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SNIFF_BYTES), 0, SNIFF_BYTES, at)
    return buffer.subarray(0, bytesRead)
  }
  const head = await headAt(0)
  const type = sniffAudioType(head)
  // Sound recorders often write the brand of a video container.
  if (type === null && sniffVideoType(head) !== null && (await isSoundAlone(file))) {
    return 'audio/mp4'
  }
  if (type === null) throw new AppError('media.unsupported', ACCEPTED_SENTENCES.any)
  // A FLAC file may begin with the tags of MP3.
  const isTagged = type === 'audio/mpeg' && head.toString('latin1', 0, 3) === 'ID3'
  const behind = isTagged ? sniffAudioType(await headAt(afterId3(head, 0))) : null
  return behind === 'audio/flac' ? behind : type
}
