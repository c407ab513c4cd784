import { getBoard, listBoardItems, type BoardItem } from '@plinth/contract/boards/boards.ts'
import type { BoardView } from '@plinth/contract/boards/boards.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import { previewImage } from '../../core/media/media-pages.ts'
import { breadcrumbs, nameOf, personJsonLd, personPath } from '../../core/users/person-view.ts'
import type { Deps } from '../../deps.ts'
import { isId, readPage } from '../../http/paging.ts'
import { shorten, type PageData, type PageDefinition } from '../../http/shell/page.ts'
import { findBoardItems } from './board-item-queries.ts'
import { findBoard } from './board-queries.ts'
import type { Showables } from './board-sql.ts'

const VISITORS = { viewerId: null }

/**
 * The page of a board. For visitors it says nothing about one that is not public, because caches keep pages of visitors
 * for a moment, and who closes a board wants it closed at once: their browsers ask for it.
 */
export const boardPages = (
  { db, env }: Pick<Deps, 'db' | 'env'>,
  showables: Showables,
): PageDefinition[] => [
  {
    path: '/boards/:id',
    load: async ({ viewer, params }) => {
      const id = (params['id'] ?? '').toLowerCase()
      if (!isId(id)) return null
      const page = { title: 'Board', screen: 'board', isUnlisted: true }
      const board = await findBoard(db, viewer?.id ?? null, id)
      const key = queryKey(getBoard, { params: { id } })
      if (viewer !== null)
        return board === undefined ? null : { ...page, title: board.title, boot: [[key, board]] }
      if (board?.visibility !== 'public') return { ...page, boot: [] }
      const found = await findBoardItems(db, VISITORS, id, { limit: PAGE_SIZE }, showables)
      if (found.json === null) return { ...page, boot: [] }
      const first = readPage(found)
      return {
        ...page,
        ...describe(board, first.items as BoardItem[], env.publicUrl),
        // Search engines have nothing to show of an empty one.
        isUnlisted: board.itemCount === 0,
        prerender: true,
        boot: [
          [key, board],
          [queryKey(listBoardItems, { params: { id } }, 'first'), first],
        ],
      }
    },
  },
]

/** What a link to it shows elsewhere, and https://schema.org/CollectionPage. */
function describe(
  { id, title, description, owner, itemCount, createdAt, changedAt }: BoardView,
  items: readonly BoardItem[],
  publicUrl: string,
): Omit<PageData, 'boot'> {
  const name = nameOf(owner)
  const page = `/boards/${id}`
  const href = (path: string) => new URL(path, publicUrl).href
  const image = coverOf(items, title)
  return {
    title: `${title}, a board by ${name}`,
    description:
      shorten(description) ||
      `${itemCount} ${itemCount === 1 ? 'thing' : 'things'} that ${name} put on a board on Plinth.`,
    ...(image ? { image } : {}),
    jsonLd: [
      {
        '@context': 'https://schema.org',
        '@type': 'CollectionPage',
        name: title,
        url: href(page),
        ...(description === '' ? {} : { description }),
        ...(image ? { image: href(image.path) } : {}),
        author: personJsonLd(owner, publicUrl),
        dateCreated: createdAt,
        dateModified: changedAt,
        mainEntity: {
          '@type': 'ItemList',
          itemListElement: items.flatMap(linkOf).map(({ path, title: of }, at) => ({
            '@type': 'ListItem',
            position: at + 1,
            name: of,
            url: href(path),
          })),
        },
      },
      breadcrumbs(publicUrl, [
        ['Explore', '/explore'],
        [name, personPath(owner)],
        [title, page],
      ]),
    ],
  }
}

/** Where a thing on a board is by itself; nothing where it is gone. */
function linkOf({ work, post }: BoardItem): { path: string; title: string }[] {
  if (work !== null) return [{ path: `/portfolio/${work.id}`, title: work.title }]
  return post === null ? [] : [{ path: `/post/${post.id}`, title: post.title }]
}

/** The first picture on it. A sensitive one is blurred on the page, so a link preview must not show it. */
function coverOf(items: readonly BoardItem[], title: string) {
  for (const { work, post, isAgainst } of items) {
    const shown = work ?? post
    const picture = work?.picture ?? post?.media[0]?.picture
    if (shown === null || shown.isSensitive || isAgainst || picture === undefined) continue
    return previewImage(picture, title)
  }
  return undefined
}
