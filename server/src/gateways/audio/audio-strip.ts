import type { AudioType } from '@plinth/contract/media/media.ts'
import { stripFlac } from './audio-strip-flac.ts'
import { stripMp3 } from './audio-strip-mp3.ts'
import { stripOgg } from './audio-strip-ogg.ts'
import { stripWav } from './audio-strip-wav.ts'
import type { StrippedSound } from './audio-stripped.ts'

const strippers: Record<Exclude<AudioType, 'audio/mp4'>, (file: Buffer) => StrippedSound> = {
  'audio/mpeg': stripMp3,
  'audio/wav': stripWav,
  'audio/ogg': stripOgg,
  'audio/flac': stripFlac,
}

/**
 * The same sound byte for byte, without titles, names, places, pictures and anything between or behind it. Throws
 * RangeError when the file ends too soon or contradicts itself. May write into `file`.
 */
export const stripSound = (file: Buffer, type: keyof typeof strippers): StrippedSound =>
  strippers[type](file)
