import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import {
  addToBoard,
  countBoards,
  createBoard,
  getBoard,
  listBoardItems,
  listBoards,
  listUserBoards,
  removeFromBoard,
  type Board,
  type BoardItemShow,
  type BoardVisibility,
} from '@plinth/contract/boards/boards.ts'
import { searchPeople } from '@plinth/contract/people/users.ts'
import { call } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { pagesOf, plainPagesOf } from '../../lib/cache/pages.ts'
import { useToggle } from '../../lib/cache/use-toggle.ts'
import type { Pinned } from '../../ui/actions/board-picker.tsx'
import { showFailure } from '../../ui/feedback/toast.ts'
import { findOffered, patchOffered, refreshAfter } from './board-cache.ts'
import { pickerTexts } from './picker-texts.ts'

/** Other people change boards, too, so answers stay fresh for a short while only. */
const FRESH = { staleTime: 30_000 }
const PEOPLE = 6

export type BoardShow = 'own' | 'shared'

export const boardsQuery = (show: BoardShow) => ({
  ...plainPagesOf(listBoards, { query: { show } }),
  ...FRESH,
})

/** The public boards of somebody. */
export const userBoardsQuery = (id: string) => ({
  ...plainPagesOf(listUserBoards, { params: { id } }),
  ...FRESH,
})

/** Own and shared boards together. */
export const allBoardsQuery = () => ({ ...plainPagesOf(listBoards, {}), ...FRESH })

export const countsQuery = () => ({ ...answerOf(countBoards), ...FRESH })

export const boardQuery = (id: string) => ({ ...answerOf(getBoard, { params: { id } }), ...FRESH })

export const itemsQuery = (id: string, show: BoardItemShow) => ({
  ...plainPagesOf(listBoardItems, {
    params: { id },
    ...(show === 'all' ? {} : { query: { show } }),
  }),
  ...FRESH,
})

/** The same for a board's own page, which starts with what the server sent along. */
export const pageItemsQuery = (client: QueryClient, id: string, show: BoardItemShow) => {
  const input = { params: { id }, ...(show === 'all' ? {} : { query: { show } }) }
  // Things of another filter must not be moved or marked meanwhile.
  const { placeholderData: _, ...query } = pagesOf(client, listBoardItems, input, FRESH)
  return query
}

/** How a call names a work or a post. */
export const idOf = ({ of, id }: Pick<Pinned, 'of' | 'id'>) =>
  of === 'work' ? { workId: id } : { postId: id }

/** The boards that something can be put on, each with whether it is there. */
export const offeredQuery = (thing: Pinned, search: string) => ({
  ...plainPagesOf(listBoards, {
    query: { ...idOf(thing), ...(search === '' ? {} : { search }) },
  }),
  staleTime: 0,
})

export const peopleQuery = (words: string) => ({
  ...answerOf(searchPeople, { query: { search: words, limit: PEOPLE } }),
  enabled: words !== '',
})

export interface BoardFields {
  title: string
  description: string
  visibility: BoardVisibility
}

export async function sendNewBoard(
  client: QueryClient,
  body: Partial<BoardFields> & Pick<BoardFields, 'title'> & Partial<ReturnType<typeof idOf>>,
  idempotencyKey: string,
): Promise<Board> {
  const board = await call(createBoard, { body, idempotencyKey })
  void refreshAfter(client, { type: 'board', id: board.id })
  return board
}

interface Placed {
  /** Null when it is not on the board. */
  itemId: string | null
  itemCount: number | null
}

/** Puts something on a board, or takes it off. */
export function useTick(thing: Pinned, onTicked: (board: Board, isOn: boolean) => void) {
  const client = useQueryClient()
  const send = async (id: string, wanted: boolean): Promise<Placed> => {
    if (wanted) {
      const added = await call(addToBoard, { params: { id }, body: idOf(thing) })
      patchOffered(client, thing, id, () => ({ itemId: added.itemId }))
      return added
    }
    const itemId = findOffered(client, thing, id)?.itemId
    if (itemId !== undefined && itemId !== null)
      await call(removeFromBoard, { params: { id, itemId } })
    return { itemId: null, itemCount: null }
  }
  return useToggle<Placed>({
    name: `on-board-${thing.id}`,
    send,
    stateOf: ({ itemId }) => itemId !== null,
    show: (id, isOn) =>
      patchOffered(client, thing, id, (board) => ({
        isOn,
        itemCount: Math.max(0, board.itemCount + (isOn ? 1 : -1)),
      })),
    settle: (id, { itemId, itemCount }) => {
      patchOffered(client, thing, id, (board) => ({
        itemId,
        isOn: itemId !== null,
        itemCount: itemCount ?? board.itemCount,
      }))
      const board = findOffered(client, thing, id)
      if (board) onTicked(board, itemId !== null)
      void refreshAfter(client, { type: 'tick', id })
    },
    fail: (again) => showFailure(pickerTexts.failed, again),
  })
}
