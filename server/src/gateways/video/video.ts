import { ACCEPTED_SENTENCES, type VideoType } from '@plinth/contract/media/media.ts'
import { AppError } from '../../http/errors.ts'
import { createWorker } from '../process/worker.ts'
import type { CleanedFile } from '../files.ts'
import { readHead } from '../file-type.ts'
import type { VideoInspection, VideoTasks } from './video-tasks.ts'
import { sniffVideoType } from './video-type.ts'

interface VideoFacts extends VideoInspection, CleanedFile {
  type: VideoType
}

/** Work on videos, in a child process that can die alone. Files are paths on this machine. */
export interface VideoGateway {
  /**
   * Writes a copy of picture and sound alone and inspects that. Throws `media.unsupported` or
   * `media.unreadable`; then there may be half a copy.
   */
  clean: (file: string, cleanFile: string) => Promise<VideoFacts>
  /** Writes one frame as JPEG: about a second in, upright, not nearly black where that can be. */
  poster: (file: string, posterFile: string) => Promise<void>
  /** Writes an MP4 of at most full HD that every browser plays. */
  play: (file: string, playFile: string, video: { durationMs: number }) => Promise<void>
  /** Writes about four silent seconds as MP4, at most 640 pixels wide; all of a video that is shorter. */
  preview: (file: string, previewFile: string, video: { durationMs: number }) => Promise<void>
  close: () => Promise<void>
}

const INSPECT_CPU_MS = 30_000
const POSTER_CPU_MS = 60_000
/** Of what is decoded for a preview: what it shows and what comes before. */
const PREVIEW_MS = 14_000
/** A second of the widest video there may be takes about this long; most take a tenth. */
const PLAY_CPU_PER_SECOND = 30
const PLAY_CPU_MS = 60_000
const MAX_PLAY_CPU_MS = 60 * 60_000

/** Two children, each with one task at a time: nobody who uploads waits for somebody else's long film. */
export function createVideo(options: { cpuMs?: number } = {}): VideoGateway {
  const startWorker = (niceness: number) =>
    createWorker<VideoTasks>({
      child: new URL('./video-child.ts', import.meta.url),
      subject: 'video',
      niceness,
    })
  const inspectWorker = startWorker(5)
  const convertWorker = startWorker(10)

  return {
    clean: async (file, cleanFile) => {
      const type = await typeOf(file)
      const limits = { cpuMs: options.cpuMs ?? INSPECT_CPU_MS }
      return { type, ...(await inspectWorker.run('clean', { file, cleanFile, type }, limits)) }
    },
    poster: async (file, posterFile) => {
      const type = await typeOf(file)
      // After those who wait for an answer.
      const later = { cpuMs: options.cpuMs ?? POSTER_CPU_MS, rank: 1 }
      await inspectWorker.run('poster', { file, posterFile, type }, later)
    },
    play: async (file, playFile, { durationMs }) => {
      const type = await typeOf(file)
      const cpuMs = Math.min(MAX_PLAY_CPU_MS, PLAY_CPU_MS + durationMs * PLAY_CPU_PER_SECOND)
      await convertWorker.run('play', { file, playFile, type }, { cpuMs: options.cpuMs ?? cpuMs })
    },
    preview: async (file, previewFile, { durationMs }) => {
      const type = await typeOf(file)
      const cpuMs = PLAY_CPU_MS + Math.min(durationMs, PREVIEW_MS) * PLAY_CPU_PER_SECOND
      // After what plays, without which nothing is shown.
      const later = { cpuMs: options.cpuMs ?? cpuMs, rank: 1 }
      await convertWorker.run('preview', { file, previewFile, type }, later)
    },
    close: async () => {
      inspectWorker.close()
      convertWorker.close()
    },
  }
}

async function typeOf(file: string): Promise<VideoType> {
  const type = sniffVideoType(await readHead(file))
  if (type === null) throw new AppError('media.unsupported', ACCEPTED_SENTENCES.any)
  return type
}
