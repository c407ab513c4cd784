import { TILE_SIZE, tileLevels, tileName } from '@plinth/contract/media/tiles.ts'
import { RENDITION_FORMATS } from '@plinth/contract/media/media.ts'
import type { ListedObject } from '../../../gateways/storage/storage.ts'
import type { CheckedRow } from './check-queries.ts'
import { CAPTIONS, PLAY, POSTER, PREVIEW, renditionName } from '../names.ts'
import { originalKey, renditionPrefix } from '../media-rules.ts'
import type { Rendition } from '../processing/processing-queries.ts'

/** Younger objects may belong to an upload in progress. */
export const ORPHAN_MS = 3_600_000

/** One file as the database and the store have it. */
export interface Entry {
  id: string
  row: CheckedRow | null
  /** Its objects are being added or removed. */
  isMoving: boolean
  originals: ListedObject[]
  /** Its renditions. */
  made: ListedObject[]
}

export interface Verdict {
  /** The original is missing or has another size. */
  isOriginalLost: boolean
  /** Names of missing renditions that can be made again. Captions cannot. */
  lost: string[]
  areCaptionsLost: boolean
  /** Renditions that exist but have no recorded size. */
  unrecorded: Rendition[]
  /** Keys of objects without a row. */
  orphans: string[]
}

/** Compares one file's row with its objects. */
export function judge({ row, isMoving, originals, made }: Entry, now: number): Verdict {
  const isOld = ({ changedAt }: ListedObject) => now - changedAt.getTime() > ORPHAN_MS
  if (row === null) {
    const orphans = isMoving ? [] : [...originals, ...made].filter(isOld).map(({ key }) => key)
    return { isOriginalLost: false, lost: [], areCaptionsLost: false, unrecorded: [], orphans }
  }
  const key = originalKey(row.id, row.extension)
  const prefix = renditionPrefix(row.id)
  const whole = made.filter(({ bytes }) => bytes > 0)
  const bytesOf = new Map(whole.map((one) => [one.key.slice(prefix.length), one.bytes]))
  const named = namedFiles(row)
  const lost = new Set([...named.map(({ name }) => name), ...row.recorded, ...tilesOf(row)])
  for (const name of bytesOf.keys()) lost.delete(name)
  const areCaptionsLost = lost.delete(CAPTIONS)
  const isOriginalLost = !originals.some((one) => one.key === key && one.bytes === row.bytes)
  return {
    isOriginalLost,
    lost: isOriginalLost ? [] : [...lost],
    areCaptionsLost,
    unrecorded: named.flatMap((file) => {
      const bytes = bytesOf.get(file.name)
      return bytes === undefined || row.recorded.includes(file.name) ? [] : [{ ...file, bytes }]
    }),
    orphans: originals.filter((one) => one.key !== key && isOld(one)).map((one) => one.key),
  }
}

/** The renditions that the row claims, without tiles, whose sizes are not recorded. */
function namedFiles(row: CheckedRow): Omit<Rendition, 'bytes'>[] {
  const { width, height } = row
  const isPlayed = row.plays === 'play' && (row.kind === 'video' || row.kind === 'audio')
  const plain = (name: string) => ({ name, width: null, height: null })
  return [
    ...row.renditionWidths.flatMap((one) =>
      RENDITION_FORMATS.map((format) => ({
        name: renditionName(one, format),
        width: one,
        height: Math.max(1, Math.round((height * one) / width)),
      })),
    ),
    ...(row.kind !== 'image' && row.thumbhash !== null ? [{ name: POSTER, width, height }] : []),
    ...(isPlayed ? [plain(row.kind === 'video' ? PLAY.video : PLAY.audio)] : []),
    ...(row.hasPreview ? [plain(PREVIEW)] : []),
    ...(row.hasCaptions ? [plain(CAPTIONS)] : []),
  ]
}

function tilesOf(row: CheckedRow): string[] {
  if (!row.hasTiles) return []
  const last = tileLevels(row) - 1
  const names: string[] = []
  for (let level = 0; level <= last; level += 1) {
    const across = (side: number) => Math.ceil(Math.ceil(side / 2 ** (last - level)) / TILE_SIZE)
    for (let column = 0; column < across(row.width); column += 1) {
      for (let line = 0; line < across(row.height); line += 1) {
        names.push(tileName(level, column, line))
      }
    }
  }
  return names
}
