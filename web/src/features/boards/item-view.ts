import type { BoardItem, BoardPicture } from '@plinth/contract/boards/boards.ts'
import type { Picture } from '@plinth/contract/media/media.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { fromPrice } from '../../lib/format/format.ts'
import { isWide, ratioOf } from '../../lib/media/wall.ts'
import { itemTexts as texts } from './board-texts.ts'
import { pictureTexts } from './pictures/picture-texts.ts'

/** What the wall shows of something on a board. */
export interface ShownItem {
  id: string
  item: BoardItem
  title: string
  /** Who uploaded an uploaded picture. Null when it is gone. */
  maker: Creator | null
  price: string | null
  /** The size of the picture, or of the placeholder when there is no picture. */
  picture: { width: number; height: number }
  image: Picture | null
  /** Shown in place of a picture. */
  words: string
}

const NO_PICTURE = { width: 4, height: 3 }

export function shownOf(item: BoardItem): ShownItem {
  const { id, work, post, picture: uploaded } = item
  if (work !== null) {
    const { title, creator, startingPrice, picture, description } = work
    const price = fromPrice(startingPrice)
    return { id, item, title, maker: creator, price, picture, image: picture, words: description }
  }
  if (post !== null) {
    const { title, creator, description, media } = post
    const image = media.find(({ picture }) => picture.state === 'ready')?.picture ?? null
    const words = description === '' ? title : description
    return {
      id,
      item,
      title,
      maker: creator,
      price: null,
      picture: image ?? NO_PICTURE,
      image,
      words,
    }
  }
  if (uploaded !== null) return { id, item, price: null, ...shownPicture(uploaded) }
  return {
    id,
    item,
    title: texts.goneName,
    maker: null,
    price: null,
    picture: NO_PICTURE,
    image: null,
    words: '',
  }
}

const shownPicture = ({ picture, by }: BoardPicture) => ({
  title: picture.alt === '' ? pictureTexts.title : picture.alt,
  maker: by,
  picture,
  image: picture.state === 'ready' ? picture : null,
  words: picture.state === 'failed' ? pictureTexts.failed : pictureTexts.making,
})

/** Whether an own picture is being made ready. After a while, staff may be looking at it, which can take days. */
export const isBeingMade = ({ picture, addedAt }: BoardItem): boolean =>
  picture !== null &&
  (picture.picture.state === 'uploaded' || picture.picture.state === 'processing') &&
  Date.now() - Date.parse(addedAt) < MADE_WITHIN_MS
const MADE_WITHIN_MS = 10 * 60_000

/** Notes are below their work on phones, where such an item takes the whole width. */
const takesRow = (one: ShownItem) => isWide(one) || isMarked(one.item)

export const isMarked = ({ note, isAgainst }: BoardItem): boolean => note !== '' || isAgainst

/** The items that take a phone's whole width: also an upright one whose neighbour does, which would leave a gap. */
export function wholeRows(shown: readonly ShownItem[]): Set<string> {
  const whole = new Set<string>()
  let waiting: ShownItem | null = null
  for (const one of shown) {
    if (!takesRow(one)) {
      waiting = waiting === null ? one : null
      continue
    }
    whole.add(one.id)
    if (waiting !== null) whole.add(waiting.id)
    waiting = null
  }
  return whole
}

/** A narrower work stands beside some free wall, so that its title has room. */
const NARROWEST = 225 / 320

/** The share of its place that a work's picture takes, and that place's ratio. */
export function placeOf({ picture }: Pick<ShownItem, 'picture'>): { ratio: number; width: number } {
  const ratio = ratioOf(picture)
  return { ratio: Math.max(ratio, NARROWEST), width: Math.min(1, ratio / NARROWEST) }
}
