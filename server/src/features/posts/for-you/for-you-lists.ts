import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import { CATEGORIES } from '@plinth/contract/choices.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { listForYou } from '@plinth/contract/posts/posts.ts'
import type { Database } from '../../../db/pool.ts'
import type { HotResult } from '../../../http/mount.ts'
import { badCursor, cursorAfter, decodeCursor, encodeCursor, isId } from '../../../http/paging.ts'
import { findKept, findPopular } from './for-you-page-queries.ts'
import { findPromoted } from './for-you-promoted-queries.ts'
import { findCandidates, findTaste, keepList, type Wanted } from './for-you-queries.ts'
import { rankForYou, type RankedPost } from './for-you-rank.ts'
import { decodePostPosition } from '../post-cursor.ts'
import { tasteScore, type Taste, type ViewerTaste } from './for-you-score.ts'

/** Tags and categories that candidates are looked for in. */
const MOST_TAGS = 8
const MOST_CATEGORIES = 3
/** Posts that stand before the promoted one. */
const BEFORE_PROMOTED = 3
/** What the visitors' list is sorted by. */
const POPULAR = 'popular'

type Query = QueryOf<typeof listForYou>

/** Ranked for the person whose session this is. */
export async function findForYou(
  db: Database,
  tokenHash: Buffer,
  { cursor, limit = PAGE_SIZE }: Query,
): Promise<HotResult> {
  const position = decodePlace(cursor)
  const input = { position: position ?? 0, limit, fresh: position === null }
  let page = await findKept(db, { tokenHash }, input)
  if (page.viewerId !== null && page.listId === null) {
    await makeList(db, page.viewerId)
    page = await findKept(db, { tokenHash }, { ...input, fresh: false })
  }
  const { json, viewerId, listId, hasMore } = page
  const nextCursor =
    listId !== null && hasMore ? encodeCursor([listId, input.position + limit]) : null
  return { json, viewerId, nextCursor }
}

/** What is popular now, for people who are not signed in. */
export async function findForVisitors(
  db: Database,
  { cursor, limit = PAGE_SIZE }: Query,
): Promise<HotResult> {
  const after = decodePostPosition(cursor, POPULAR)
  const { json, last } = await findPopular(db, { limit, after })
  return { json, viewerId: null, nextCursor: cursorAfter(POPULAR, last) }
}

async function makeList(db: Database, viewerId: string): Promise<void> {
  const taste = await findTaste(db, viewerId)
  const candidates = await findCandidates(db, viewerId, wantedBy(taste))
  const ranked = rankForYou(candidates, taste, Date.now())
  await keepList(db, viewerId, withPromoted(ranked, await findPromoted(db, viewerId)))
}

/** One place on the first page is paid for. A list that is shorter than what stands before it has none. */
function withPromoted(ranked: readonly RankedPost[], id: string | null): readonly RankedPost[] {
  if (id === null || ranked.length < BEFORE_PROMOTED) return ranked
  const others = ranked.filter((post) => post.id !== id)
  return others.toSpliced(BEFORE_PROMOTED, 0, { id, reasons: [] })
}

/** Whoever likes no category yet gets a taste of each. */
function wantedBy({ tags, categories }: ViewerTaste): Wanted {
  const liked = strongest(categories, MOST_CATEGORIES)
  return {
    tags: strongest(tags, MOST_TAGS),
    categories: liked.length > 0 ? liked : CATEGORIES.map(({ id }) => id),
  }
}

function strongest<Key extends string | number>(
  tastes: ReadonlyMap<Key, Taste>,
  most: number,
): Key[] {
  return [...tastes]
    .map(([key, taste]) => ({ key, score: tasteScore(taste) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.key < b.key ? -1 : 1))
    .slice(0, most)
    .map(({ key }) => key)
}

/**
 * How many posts of the list were passed, or 400. A list that was made anew meanwhile goes on at the same place: its
 * order is much the same, and the reader keeps scrolling.
 */
function decodePlace(cursor: string | undefined): number | null {
  const values = decodeCursor(cursor, ['string', 'number'])
  if (values === null) return null
  const [listId, position] = values
  if (isId(listId) && Number.isSafeInteger(position) && position >= 0) return position
  throw badCursor()
}
