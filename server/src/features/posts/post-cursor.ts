import { decodePosition, isMicroseconds, type Position } from '../../http/paging.ts'

/** What a list of posts is sorted by, before the id. A cursor of one order means nothing in another. */
export type PostOrder = 'newest' | 'popular' | 'liked' | 'saved'

/** Where a page ended: heat for `popular`, microseconds for the others, and the last id. */
export type PostPosition = Position<PostOrder>

/** The position that a cursor of this order stands for, or 400. */
export const decodePostPosition = (
  cursor: string | undefined,
  order: PostOrder,
): PostPosition | null =>
  decodePosition(cursor, [order], order === 'popular' ? Number.isFinite : isMicroseconds)
