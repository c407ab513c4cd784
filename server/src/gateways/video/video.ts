import { ACCEPTED_SENTENCES, type VideoType } from '@plinth/contract/media/file-types.ts'
import { AppError } from '../../http/errors.ts'
import { avArguments } from '../av/load.ts'
import type { Programs } from '../av/system/programs.ts'
import { createWorker, type Asker } from '../process/worker.ts'
import type { AuthoredFile } from '../files.ts'
import { readHead } from '../file-type.ts'
import type { ProofFilm, VideoInspection, VideoTasks } from './video-tasks.ts'
import { sniffVideoType } from './video-type.ts'

interface VideoFacts extends VideoInspection, AuthoredFile {
  type: VideoType
}

/** Works on videos in worker processes that may crash without harm. Files are paths on this machine. */
export interface VideoGateway {
  /**
   * Writes a copy with nothing but picture and sound, and inspects that copy. What names author and rights stays if it
   * is wanted. Throws `media.unsupported` or `media.unreadable`, and may then leave half a copy.
   */
  clean: (
    file: string,
    cleanFile: string,
    options?: { keepsName?: boolean } & Asker,
  ) => Promise<VideoFacts>
  /** Writes one frame as JPEG: about a second in, upright, and not nearly black if possible. */
  poster: (file: string, posterFile: string) => Promise<void>
  /** Writes an MP4 of at most full HD that every browser plays. */
  play: (file: string, playFile: string, video: { durationMs: number }) => Promise<void>
  /**
   * Writes the whole film under a watermark, whose PNG is given, as MP4 with all of its frames at their times. Returns
   * these times.
   */
  proof: (
    file: string,
    copies: { proofFile: string; markFile: string },
    video: { durationMs: number },
  ) => Promise<ProofFilm>
  /** What a film is, without changing it. */
  look: (file: string) => Promise<VideoInspection>
  /** Writes about four silent seconds as MP4, at most 640 pixels wide. A shorter video is taken whole. */
  preview: (file: string, previewFile: string, video: { durationMs: number }) => Promise<void>
  close: () => Promise<void>
}

const INSPECT_CPU_MS = 30_000
/** Somebody waits for each look, and others for the process. */
const INSPECT_WALL_MS = 120_000
const POSTER_CPU_MS = 60_000
/** How much is decoded for a preview: what it shows and what comes before that. */
const PREVIEW_MS = 14_000
/** Processor time per second of the largest video that we take. Most videos need a tenth of that. */
const PLAY_CPU_PER_SECOND = 30
const PLAY_CPU_MS = 60_000
const MAX_PLAY_CPU_MS = 60 * 60_000

/**
 * Three worker processes, each with one task at a time: neither a long video nor the picture of one holds up the next
 * upload.
 */
export function createVideo(
  options: { programs?: Programs | null; cpuMs?: number } = {},
): VideoGateway {
  const startWorker = (niceness: number) =>
    createWorker<VideoTasks>({
      child: new URL('./video-child.ts', import.meta.url),
      subject: 'video',
      niceness,
      args: avArguments(options.programs ?? null),
    })
  const inspectWorker = startWorker(5)
  const posterWorker = startWorker(5)
  const convertWorker = startWorker(10)

  return {
    clean: async (file, cleanFile, { keepsName = false, ...asker } = {}) => {
      const type = await typeOf(file)
      const limits = { cpuMs: options.cpuMs ?? INSPECT_CPU_MS, wallMs: INSPECT_WALL_MS, ...asker }
      const task = { file, cleanFile, type, keepsName }
      return { type, ...(await inspectWorker.run('clean', task, limits)) }
    },
    poster: async (file, posterFile) => {
      const type = await typeOf(file)
      const limits = { cpuMs: options.cpuMs ?? POSTER_CPU_MS }
      await posterWorker.run('poster', { file, posterFile, type }, limits)
    },
    play: async (file, playFile, { durationMs }) => {
      const type = await typeOf(file)
      const cpuMs = Math.min(MAX_PLAY_CPU_MS, PLAY_CPU_MS + durationMs * PLAY_CPU_PER_SECOND)
      await convertWorker.run('play', { file, playFile, type }, { cpuMs: options.cpuMs ?? cpuMs })
    },
    proof: async (file, copies, { durationMs }) => {
      const type = await typeOf(file)
      const cpuMs = Math.min(MAX_PLAY_CPU_MS, PLAY_CPU_MS + durationMs * PLAY_CPU_PER_SECOND)
      const later = { cpuMs: options.cpuMs ?? cpuMs, rank: 1 }
      return convertWorker.run('proof', { file, ...copies, type }, later)
    },
    look: async (file) => {
      const type = await typeOf(file)
      return posterWorker.run('look', { file, type }, { cpuMs: options.cpuMs ?? INSPECT_CPU_MS })
    },
    preview: async (file, previewFile, { durationMs }) => {
      const type = await typeOf(file)
      const cpuMs = PLAY_CPU_MS + Math.min(durationMs, PREVIEW_MS) * PLAY_CPU_PER_SECOND
      // The playable version goes first: without it nothing can be shown.
      const later = { cpuMs: options.cpuMs ?? cpuMs, rank: 1 }
      await convertWorker.run('preview', { file, previewFile, type }, later)
    },
    close: async () => {
      inspectWorker.close()
      posterWorker.close()
      convertWorker.close()
    },
  }
}

async function typeOf(file: string): Promise<VideoType> {
  const type = sniffVideoType(await readHead(file))
  if (type === null) throw new AppError('media.unsupported', ACCEPTED_SENTENCES.any)
  return type
}
