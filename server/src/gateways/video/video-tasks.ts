import type { VideoType } from '@plinth/contract/media/media.ts'
import type { CleanedFile } from '../files.ts'

/** What the video child does; files are paths on this machine. */
export interface VideoTasks {
  /** Writes a copy of picture and sound alone, and looks at that: what was checked is what is kept. */
  clean: (task: {
    file: string
    cleanFile: string
    type: VideoType
  }) => Promise<VideoInspection & CleanedFile>
  /** One frame as JPEG. */
  poster: (task: { file: string; posterFile: string; type: VideoType }) => Promise<void>
  /** An MP4 that every browser plays. */
  play: (task: { file: string; playFile: string; type: VideoType }) => Promise<void>
  /** A few silent seconds of that kind, small. */
  preview: (task: { file: string; previewFile: string; type: VideoType }) => Promise<void>
}

export interface VideoInspection {
  /** As shown, turned upright. */
  width: number
  height: number
  durationMs: number
  hasSound: boolean
  /** Whether every browser plays it as it is. */
  isPlayable: boolean
}

/** Of what every browser plays. */
export const PLAY_SIDE = 1_920
export const PLAY_FPS = 60

export const DAMAGED_VIDEO =
  'This video cannot be read: the file is damaged or incomplete. Export it again and send that.'
