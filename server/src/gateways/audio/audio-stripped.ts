import type { TakenOut } from '@plinth/contract/media/media.ts'

/** A file of sound without words about it. */
export interface StrippedSound {
  pieces: readonly Buffer[]
  /** What FFmpeg does not tell of what was left out. */
  found: TakenOut[]
}
