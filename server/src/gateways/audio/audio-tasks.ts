import type { AudioType } from '@plinth/contract/media/file-types.ts'
import type { AuthoredFile } from '../files.ts'

/** Tasks of the audio worker process. Files are paths on this machine. */
export interface AudioTasks {
  /**
   * Writes a copy with nothing but the sound and perhaps the author, and inspects that copy, so that what we checked is
   * what we store.
   */
  clean: (task: CleanAudioTask) => Promise<CleanedAudio>
  /** Inspects a file as it is. */
  look: (task: { file: string; type: AudioType }) => Promise<CleanedSound>
  /** Returns base64 of the contract's PEAK_COUNT heights. */
  peaks: (task: { file: string; type: AudioType }) => Promise<string>
  /** Writes an M4A with an audible mark all over it. Returns its length. */
  proof: (task: { file: string; proofFile: string; type: AudioType }) => Promise<CleanedSound>
  /** Writes an M4A that every browser plays. */
  play: (task: { file: string; playFile: string; type: AudioType }) => Promise<void>
}

export interface CleanAudioTask {
  file: string
  cleanFile: string
  type: AudioType
  /** Author, copyright, credit and licence stay. */
  keepsName: boolean
}

export interface CleanedAudio extends AuthoredFile, CleanedSound {}

export interface CleanedSound {
  durationMs: number
  /** Whether every browser plays the file as it is. */
  isPlayable: boolean
}

export const DAMAGED_AUDIO =
  'We can’t read this sound. The file is damaged or incomplete. Export it again and upload that one.'
