import { badCursor, decodeCursor, encodeCursor, isId, isMicroseconds } from '../../http/paging.ts'

/** What a list of posts is sorted by, before the id. A cursor of one order means nothing in another. */
export type PostOrder = 'newest' | 'popular' | 'liked' | 'saved'

/** Where a page ended: heat for `popular`, microseconds for the others, and the last id. */
export interface PostPosition {
  order: PostOrder
  key: number
  id: string
}

export const encodePostPosition = ({ order, key, id }: PostPosition): string =>
  encodeCursor([order, key, id])

/** The position that a cursor of this order stands for, or 400. */
export function decodePostPosition(
  cursor: string | undefined,
  order: PostOrder,
): PostPosition | null {
  const values = decodeCursor(cursor, ['string', 'number', 'string'])
  if (values === null) return null
  const [name, key, id] = values
  const isKey = order === 'popular' ? Number.isFinite(key) : isMicroseconds(key)
  if (name === order && isId(id) && isKey) return { order, key, id }
  throw badCursor()
}
