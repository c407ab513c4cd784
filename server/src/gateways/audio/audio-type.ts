import type { AudioType } from '@plinth/contract/media/file-types.ts'
import { startsMp3 } from './mp3.ts'
import { brandsOf, SNIFF_BYTES } from '../image/image-type.ts'

/** The first packet of a track begins with one of these. Browsers do not play anything else, or it is video. */
const OGG_SOUND = ['\x01vorbis', 'OpusHead', '\x7fFLAC']
/** Offset of the first packet, which has to be alone on its page. */
const OGG_PACKET_AT = 28
const ID3_VERSIONS = ['\x02', '\x03', '\x04']

/**
 * Returns the type if the file begins as one that Plinth takes, otherwise null. RF64, the WAV above 4 GB, is not taken:
 * our limits are far below that.
 */
export function sniffAudioType(head: Uint8Array): AudioType | null {
  const text = Buffer.from(head.subarray(0, SNIFF_BYTES)).toString('latin1')
  if (text.startsWith('fLaC')) return 'audio/flac'
  if (/^RIFF[^]{4}WAVE/.test(text)) return 'audio/wav'
  if (text.startsWith('OggS')) {
    return OGG_SOUND.some((word) => text.startsWith(word, OGG_PACKET_AT)) ? 'audio/ogg' : null
  }
  if (isM4a(brandsOf(head, text))) return 'audio/mp4'
  // The tags of an MP3 come before the sound.
  const hasTag = ID3_VERSIONS.some((version) => text.startsWith(`ID3${version}`))
  return hasTag || startsMp3(head) ? 'audio/mpeg' : null
}

/** Whether the main brand is that of audio. Videos may have it among their other brands. */
export const isM4a = ([main = '']: string[]): boolean => /^M4[AB] $/.test(main)
