import { TAKEN_OUT, type TakenOut } from '@plinth/contract/media/media.ts'
import type { Demuxer } from 'node-av/api'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_SUBTITLE,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { findInXmp } from '../image/metadata/xmp.ts'

/** So that FFmpeg tells of words that it has no names for. */
export const EXPORT_ALL = { export_all: 1, export_xmp: 1 } as const
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
export const metadataIn = ({ metadata, streams }: Demuxer): TakenOut[] => [
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

/** What a container says of its tracks and what programs count on: nobody learns anything of a person from it. */
const TECHNICAL =
  /^(alpha_mode|bps|compatible_brands|duration|itunnorm|itunsmpb|language|major_brand|minor_version|number_of_|rotate|_statistics_(tags|writing_date)|vendor_id|com\.android\.capture\.fps|com\.apple\.quicktime\.full-frame-rate)/
/** Names of tracks that programs write where nobody gave one. */
const USUAL_HANDLER =
  /^(videohandler\w*|soundhandler\w*|(core media|apple) (video|audio|metadata|sound).*|mainconcept.*|)$/
/** By the names that FFmpeg gives them or leaves them; the first that fits counts. */
const MEANINGS: readonly (readonly [RegExp, TakenOut])[] = [
  [/location|gps|xyz|geo|latitude|longitude|altitude|loci|(^|[.:_])(city|place|country)/, 'place'],
  [
    /^make$|[._]make$|model|camera|lens|firmware|serial|device|android\.|^(firm|came|sett|muid|gumi|gpmf|bcid|hmmt|cn[a-z]{2})$/,
    'device',
  ],
  [/artwork|thumbnail|thmb|preview/, 'preview'],
  [
    /encoder|encoding|software|tool|history|handler|xmp|umid|reel|product|premiere|writing/,
    'history',
  ],
  [/date|time|year/, 'time'],
  [
    /artist|author|composer|performer|lyricist|conductor|copyright|rights|publisher|producer|director|writer|actor|engineer|owner|originator|creator|credit|contact|organi[sz]ation|company|encoded_by|url|mail/,
    'person',
  ],
]
/** What a file says that FFmpeg has written without words, ours among them. */
const OUR_ENCODER = 'Lavf'
const ORDER = Object.keys(TAKEN_OUT) as TakenOut[]

/** What the words of a file say, as names and values. Words without a meaning of their own are comments. */
export function meaningsOf(entries: Record<string, string>): TakenOut[] {
  return Object.entries(entries).flatMap(([name, value]) => {
    const key = name.toLowerCase()
    if (/^0?$/.test(value.trim()) || TECHNICAL.test(key)) return []
    if (key === 'handler_name' && USUAL_HANDLER.test(value.trim().toLowerCase())) return []
    if (key === 'encoder' && value === OUR_ENCODER) return []
    if (key === 'xmp') return meaningsOfXmp(value)
    return [MEANINGS.find(([pattern]) => pattern.test(key))?.[1] ?? 'comment']
  })
}

function meaningsOfXmp(packet: string): TakenOut[] {
  const found: TakenOut[] = []
  findInXmp(Buffer.from(packet), (what) => void found.push(what))
  return found
}

/** Each once, in the contract's order. */
export const inContractOrder = (found: Iterable<TakenOut>): TakenOut[] => {
  const all = new Set(found)
  return ORDER.filter((one) => all.has(one))
}
