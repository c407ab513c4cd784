import type { TakenOut } from '@plinth/contract/media/media.ts'
import type { Demuxer } from 'node-av/api'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { meaningsOf } from './container-words.ts'

/** So that FFmpeg tells of words that it has no names for. */
export const TELL_ALL = { export_all: 1, export_xmp: 1 } as const
/** Tracks of neither picture nor sound, by their four letters. */
const TRACKS: Record<string, TakenOut[]> = {
  // The sensors of action cameras, drones, Sony's cameras and phones.
  gpmd: ['place', 'device'],
  camm: ['place', 'device'],
  djmd: ['place', 'device'],
  dbgi: ['place', 'device'],
  rtmd: ['place', 'device'],
  mebx: ['device'],
  tmcd: ['time'],
}

/** What the words and the other tracks of a file say. */
export const foundIn = ({ metadata, streams }: Demuxer): TakenOut[] => [
  ...meaningsOf(metadata),
  ...streams.flatMap((stream) => [
    ...meaningsOf(stream.metadata?.getAll() ?? {}),
    ...meaningOfTrack(stream),
  ]),
]

function meaningOfTrack({ codecpar, disposition }: Stream): TakenOut[] {
  if ((disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0) return ['preview']
  const { codecType } = codecpar
  if (codecType === AVMEDIA_TYPE_VIDEO || codecType === AVMEDIA_TYPE_AUDIO) return []
  if (codecType === AVMEDIA_TYPE_SUBTITLE) return ['comment']
  return TRACKS[codecpar.codecTagString ?? ''] ?? ['comment']
}
