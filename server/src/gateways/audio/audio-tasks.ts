import type { AudioType, FileFacts, TakenOut } from '@plinth/contract/media/media.ts'

/** What the audio child does; files are paths on this machine. */
export interface AudioTasks {
  /** Writes a copy of the sound alone, and looks at that: what was checked is what is kept. */
  clean: (task: { file: string; cleanFile: string; type: AudioType }) => Promise<CleanedAudio>
  /** base64 of the contract's PEAK_COUNT heights. */
  peaks: (task: { file: string; type: AudioType }) => Promise<string>
  /** An M4A that every browser plays. */
  play: (task: { file: string; playFile: string; type: AudioType }) => Promise<void>
}

export interface CleanedAudio {
  durationMs: number
  isPlayable: boolean
  received: FileFacts
  kept: FileFacts
  isSame: boolean
  takenOut: TakenOut[]
}

export const DAMAGED_AUDIO =
  'This sound cannot be read: the file is damaged or incomplete. Export it again and send that.'
