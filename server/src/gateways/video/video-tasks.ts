import type { VideoType } from '@plinth/contract/media/file-types.ts'
import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import type { AuthoredFile } from '../files.ts'

/** Tasks of the video worker process. Files are paths on this machine. */
export interface VideoTasks {
  /**
   * Writes a copy with nothing but picture, sound and perhaps the author, and inspects that copy, so that what we
   * checked is what we store.
   */
  clean: (task: CleanVideoTask) => Promise<VideoInspection & AuthoredFile>
  /** Inspects a file as it is. */
  look: (task: { file: string; type: VideoType }) => Promise<VideoInspection>
  /** Writes one frame as JPEG. */
  poster: (task: { file: string; posterFile: string; type: VideoType }) => Promise<void>
  /** Writes an MP4 that every browser plays. */
  play: (task: { file: string; playFile: string; type: VideoType }) => Promise<void>
  /** Writes the whole film under a watermark. */
  proof: (task: ProofTask) => Promise<ProofFilm>
  /** Writes a few silent seconds as a small MP4. */
  preview: (task: { file: string; previewFile: string; type: VideoType }) => Promise<void>
}

export interface CleanVideoTask {
  file: string
  cleanFile: string
  type: VideoType
  /** Author, copyright, credit and licence stay. */
  keepsName: boolean
}

export interface ProofTask {
  file: string
  proofFile: string
  /** A PNG that is laid over every frame, its middle on theirs. */
  markFile: string
  type: VideoType
}

/** A film under a watermark, and when each frame of the film is shown. */
export interface ProofFilm {
  width: number
  height: number
  durationMs: number
  hasSound: boolean
  bytes: number
  frames: FrameTimes
}

export interface VideoInspection {
  /** As shown, rotated upright. */
  width: number
  height: number
  durationMs: number
  hasSound: boolean
  /** Whether every browser plays the file as it is. */
  isPlayable: boolean
}

/** Limits of what every browser plays. */
export const PLAY_SIDE = 1_920
export const PLAY_FPS = 60

export const DAMAGED_VIDEO =
  'We can’t read this video. The file is damaged or incomplete. Export it again and upload that one.'
