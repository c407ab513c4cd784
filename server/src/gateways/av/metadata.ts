import { TAKEN_OUT, type TakenOut } from '@plinth/contract/media/media.ts'
import { findInXmp } from '../image/metadata/xmp.ts'
import type { AvFacts, AvTrack } from './av.ts'
import { isOfRights } from './rights.ts'

/** Tracks of neither video nor audio, by their four-letter codes. */
const TRACKS: Record<string, TakenOut[]> = {
  // Sensor data of action cameras, drones, Sony's cameras and phones.
  gpmd: ['place', 'device'],
  camm: ['place', 'device'],
  djmd: ['place', 'device'],
  dbgi: ['place', 'device'],
  rtmd: ['place', 'device'],
  mebx: ['device'],
  tmcd: ['time'],
}

/** The kinds of metadata in a file's tags and in its other tracks, without what names its author where that stays. */
export const metadataIn = (
  { tags, tracks }: AvFacts,
  { keepsName }: { keepsName: boolean },
): TakenOut[] => [
  ...meaningsOf(tags, keepsName),
  ...tracks.flatMap((track) => [...meaningsOf(track.tags, keepsName), ...meaningOfTrack(track)]),
]

function meaningOfTrack({ kind, code, isCover }: AvTrack): TakenOut[] {
  if (isCover) return ['preview']
  if (kind === 'video' || kind === 'audio') return []
  if (kind === 'subtitle') return ['comment']
  return TRACKS[code] ?? ['comment']
}

/** Technical facts about tracks, and fields that players rely on. They reveal nothing about a person. */
const TECHNICAL =
  /^(alpha_mode|bps|compatible_brands|duration|itunnorm|itunsmpb|language|major_brand|minor_version|number_of_|rotate|_statistics_(tags|writing_date)|vendor_id|com\.android\.capture\.fps|com\.apple\.quicktime\.full-frame-rate)/
/** Track names that programs write by default. */
const USUAL_HANDLER =
  /^(videohandler\w*|soundhandler\w*|(core media|apple) (video|audio|metadata|sound).*|mainconcept.*|)$/
/** By the names under which FFmpeg reports them. The first match counts. */
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
/** The encoder name in a file that FFmpeg has written without metadata, ours among them. */
const OUR_ENCODER = 'Lavf'
const ORDER = Object.keys(TAKEN_OUT) as TakenOut[]

/** The kinds of metadata in these named values. Anything without a known meaning is a comment. */
function meaningsOf(entries: Readonly<Record<string, string>>, keepsName: boolean): TakenOut[] {
  return Object.entries(entries).flatMap(([name, value]) => {
    const key = name.toLowerCase()
    if (/^0?$/.test(value.trim()) || TECHNICAL.test(key)) return []
    if (key === 'handler_name' && USUAL_HANDLER.test(value.trim().toLowerCase())) return []
    if (key === 'encoder' && value === OUR_ENCODER) return []
    if (keepsName && isOfRights(key)) return []
    if (key === 'xmp') return meaningsOfXmp(value, keepsName)
    return [MEANINGS.find(([pattern]) => pattern.test(key))?.[1] ?? 'comment']
  })
}

function meaningsOfXmp(packet: string, keepsName: boolean): TakenOut[] {
  const found: TakenOut[] = []
  findInXmp(Buffer.from(packet), (what, of) => {
    if (of !== 'rights' || !keepsName) found.push(what)
  })
  return found
}

/** Each kind once, in the contract's order. */
export const inContractOrder = (found: Iterable<TakenOut>): TakenOut[] => {
  const all = new Set(found)
  return ORDER.filter((one) => all.has(one))
}
