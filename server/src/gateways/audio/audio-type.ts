import type { AudioType } from '@plinth/contract/media/media.ts'
import { startsMp3 } from './mp3.ts'
import { brandsOf, SNIFF_BYTES } from '../image/image-type.ts'

/** With these the first packet of a track begins; of others browsers know nothing, or they are films. */
const OGG_SOUND = ['\x01vorbis', 'OpusHead', '\x7fFLAC']
/** Where the first packet is when its page holds nothing else, as it has to be. */
const OGG_PACKET_AT = 28
const ID3_VERSIONS = ['\x02', '\x03', '\x04']

/**
 * The type that a file's first bytes state, or null for anything Plinth does not take. RF64, the WAV above 4 GB, is
 * not taken: it is of no use within our limits.
 */
export function sniffAudioType(head: Uint8Array): AudioType | null {
  const text = Buffer.from(head.subarray(0, SNIFF_BYTES)).toString('latin1')
  if (text.startsWith('fLaC')) return 'audio/flac'
  if (/^RIFF[^]{4}WAVE/.test(text)) return 'audio/wav'
  if (text.startsWith('OggS')) {
    return OGG_SOUND.some((word) => text.startsWith(word, OGG_PACKET_AT)) ? 'audio/ogg' : null
  }
  if (isM4a(brandsOf(head, text))) return 'audio/mp4'
  // Its tags stand in front of the sound.
  const hasTag = ID3_VERSIONS.some((version) => text.startsWith(`ID3${version}`))
  return hasTag || startsMp3(head) ? 'audio/mpeg' : null
}

/** Whether the main brand is that of sound. Films may have it among their others. */
export const isM4a = ([main = '']: string[]): boolean => /^M4[AB] $/.test(main)
