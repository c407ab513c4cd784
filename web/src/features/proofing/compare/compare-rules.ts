import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { proofPageUrl } from '@plinth/contract/projects/projects.ts'
import { pictureOf, type ShownPicture } from '../picture/picture-rules.ts'
import { texts } from './compare-texts.ts'
import type { Pair } from './pair.ts'

export const VIEWS = ['side', 'slider', 'overlay', 'difference'] as const
export type CompareMode = (typeof VIEWS)[number]
/** What both are shown as. */
export type Compared =
  | { kind: 'pictures'; media: Pair<ShownPicture>; areSizesKnown: boolean }
  | { kind: 'films'; media: Pair<Film> }
  | { kind: 'sounds' }
  | { kind: 'neither' }

export interface Film {
  width: number
  height: number
  src: string
  durationMs: number
}

/** How two versions can be held against each other. `page` is of documents, counted from 1. */
export function comparedOf({ older, newer }: Pair<ProofVersion>, page: number): Compared {
  const [one, other] = [older.proof, newer.proof]
  if (one?.film != null && other?.film != null) {
    const film = ({ url, width, height, durationMs }: typeof one.film): Film => ({
      src: url,
      width,
      height,
      durationMs,
    })
    return { kind: 'films', media: { older: film(one.film), newer: film(other.film) } }
  }
  if (one?.sound != null && other?.sound != null) return { kind: 'sounds' }
  if (one?.pages != null && other?.pages != null) {
    const [left, right] = [pageOf(older, page), pageOf(newer, page)]
    if (left === null || right === null) return { kind: 'neither' }
    return { kind: 'pictures', media: { older: left, newer: right }, areSizesKnown: false }
  }
  // A preview is made smaller, so two are only compared with each other.
  const areTiled = one?.picture != null && other?.picture != null
  const shown = (version: ProofVersion) =>
    pictureOf(areTiled ? version : { ...version, proof: null })
  const [left, right] = [shown(older), shown(newer)]
  if (left === null || right === null) return { kind: 'neither' }
  return { kind: 'pictures', media: { older: left, newer: right }, areSizesKnown: areTiled }
}

function pageOf(version: ProofVersion, page: number): ShownPicture | null {
  const pages = version.proof?.pages
  const size = pages?.sizes[page - 1]
  if (pages == null || size === undefined) return null
  const alt = `${version.fileName}, ${texts.page(page, pages.all)}`
  return { ...size, alt, tiles: null, src: proofPageUrl(pages.url, page) }
}

/** How many pages both have. */
export const commonPages = ({ older, newer }: Pair<ProofVersion>): number =>
  Math.min(older.proof?.pages?.sizes.length ?? 0, newer.proof?.pages?.sizes.length ?? 0)

interface Size {
  width: number
  height: number
}

/** What both are shown in: as wide as the newer one, and as high as the higher of the two is at that width. */
export const frameOf = ({ older, newer }: Pair<Size>): Size => ({
  width: newer.width,
  height: Math.round(Math.max(newer.height, (older.height * newer.width) / older.width)),
})

export const areAlike = ({ older, newer }: Pair<Size>): boolean =>
  older.width === newer.width && older.height === newer.height

/** One pixel of a hundred is what rounding a small copy does. */
const haveOneForm = ({ older, newer }: Pair<Size>): boolean =>
  Math.abs((older.width / older.height) * (newer.height / newer.width) - 1) < 0.01

/** What to say of two sizes; null if they are the same. */
export function sizeSentence(
  sizes: Pair<Size>,
  numbers: Pair<number>,
  areSizesKnown: boolean,
): string | null {
  if (areAlike(sizes)) return null
  if (areSizesKnown) return texts.sizes(numbers, sizes)
  return haveOneForm(sizes) ? null : texts.forms
}

/** Where a key moves a line or a slider to; null for other keys. */
export function movedBy(event: { key: string; shiftKey: boolean }, share: number): number | null {
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (way === undefined) return null
  return Math.min(100, Math.max(0, share + way * (event.shiftKey ? 10 : 1)))
}
