import { getBoard } from '@plinth/contract/boards/boards.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import type { Deps } from '../../deps.ts'
import { isId } from '../../http/paging.ts'
import type { PageDefinition } from '../../http/shell/page.ts'
import { findBoard } from './board-queries.ts'

/**
 * The page of a board. For visitors it says nothing about it, because caches keep pages of visitors for a moment, and
 * who closes a board wants it closed at once: their browsers ask for it.
 */
export const boardPages = ({ db }: Pick<Deps, 'db'>): PageDefinition[] => [
  {
    path: '/boards/:id',
    load: async ({ viewer, params }) => {
      const id = (params['id'] ?? '').toLowerCase()
      if (!isId(id)) return null
      const page = { title: 'Board', screen: 'board', isUnlisted: true }
      if (viewer === null) return { ...page, boot: [] }
      const board = await findBoard(db, viewer.id, id)
      if (board === undefined) return null
      const key = queryKey(getBoard, { params: { id } })
      return { ...page, title: board.title, boot: [[key, board]] }
    },
  },
]
