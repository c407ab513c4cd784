import type { QueryClient } from '@tanstack/react-query'
import {
  countBoards,
  getBoard,
  listBoardItems,
  listBoards,
  listUserBoards,
  type Board,
  type BoardItem,
  type BoardView,
} from '@plinth/contract/boards/boards.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { changeEntities, makeEntityCache } from '../../lib/cache/entity-cache.ts'
import {
  markOld,
  patchAnswer,
  patchAnswers,
  putAnswer,
  readAgain,
  stopReading,
  type Where,
} from '../../lib/cache/writes.ts'
import type { Pinned } from '../../ui/actions/board-picker.tsx'
import { movedBehind } from '../../lib/arrange/arrange-rules.ts'

const boards = makeEntityCache<Board>({
  heldBy: [listBoards, listUserBoards],
  requiredField: 'covers',
})
const items = makeEntityCache<BoardItem>({ heldBy: [listBoardItems], requiredField: 'addedAt' })
export const { patch: patchItem, drop: dropItem } = items

/** A board in the list of those that something can be put on. Until the server has answered, `isOn` goes ahead. */
export type OfferedBoard = Board & { isOn?: boolean }

export const isOn = ({ isOn: shown, itemId }: OfferedBoard): boolean => shown ?? itemId !== null

const offeredOf = ({ of, id }: Pinned): Where => ({
  endpoint: listBoards,
  query: of === 'work' ? { workId: id } : { postId: id },
})
const BOARD = { requiredField: 'covers' }

export function patchOffered(
  client: QueryClient,
  thing: Pinned,
  boardId: string,
  patch: (board: OfferedBoard) => Partial<OfferedBoard>,
): void {
  patchAnswers(client, [offeredOf(thing)], (data) =>
    changeEntities<OfferedBoard, unknown>(
      data,
      (board) => (board.id === boardId ? { ...board, ...patch(board) } : board),
      BOARD,
    ),
  )
}

export function findOffered(
  client: QueryClient,
  thing: Pinned,
  boardId: string,
): OfferedBoard | undefined {
  let found: OfferedBoard | undefined
  patchOffered(client, thing, boardId, (board) => {
    found ??= board
    return {}
  })
  return found
}

/** Reads that list again, after a board was made from it. */
export const readOffered = (client: QueryClient, thing: Pinned): Promise<void> =>
  readAgain(client, [offeredOf(thing)])

type BoardChange =
  /** Made, renamed, shared or deleted. */
  | { type: 'board'; id: string }
  /** Something was put on it or taken off, from elsewhere. */
  | { type: 'tick'; id: string }
  /** Something on it changed while it is on screen. */
  | { type: 'item'; id: string }

/** What shows or counts public boards. */
const PUBLIC = [listUserBoards, getProfile]

const itemsOf = (id: string): Where => ({ endpoint: listBoardItems, params: { id } })
const boardOf = (id: string): Where => ({ endpoint: getBoard, params: { id } })

export async function refreshAfter(client: QueryClient, { type, id }: BoardChange): Promise<void> {
  await markOld(client, PUBLIC)
  if (type === 'board') await readAgain(client, [listBoards, countBoards, boardOf(id)])
  else if (type === 'tick')
    await markOld(client, [listBoards, countBoards, boardOf(id), itemsOf(id)])
  else {
    await markOld(client, [listBoards, countBoards, itemsOf(id)])
    await readAgain(client, [boardOf(id)])
  }
}

/** Stops reading what is on a board, whose answer would undo on screen what somebody changes now. */
export const stopItems = (client: QueryClient, id: string): Promise<void> =>
  stopReading(client, itemsOf(id))

/** Reads what is on a board again, after a change that failed or was undone. */
export const rereadItems = (client: QueryClient, id: string): Promise<void> =>
  readAgain(client, [itemsOf(id), boardOf(id)])

export function storeBoard(
  client: QueryClient,
  key: Parameters<typeof putAnswer>[1],
  board: BoardView,
) {
  putAnswer(client, key, board)
  void markOld(client, [listBoards, countBoards, ...PUBLIC])
}

export const patchBoard = (
  client: QueryClient,
  key: Parameters<typeof patchAnswer<BoardView>>[1],
  patch: (board: BoardView) => Partial<BoardView>,
): void => patchAnswer(client, key, (board) => board && { ...board, ...patch(board) })

/** Drops a board that was deleted or left. Its screen is gone, so nothing asks for it again. */
export async function forgetBoard(client: QueryClient, id: string): Promise<void> {
  boards.drop(client, id)
  await markOld(client, [boardOf(id), itemsOf(id), ...PUBLIC])
  await readAgain(client, [listBoards, countBoards])
}

interface Pages {
  pages: { items: BoardItem[] }[]
}

/** Moves something in the list on screen, across its pages. The front is null. */
export function moveItem(
  client: QueryClient,
  boardId: string,
  itemId: string,
  after: string | null,
): void {
  patchAnswers(client, [itemsOf(boardId)], (data) => {
    const { pages } = data as Pages
    const all = pages.flatMap((page) => page.items)
    const moved = movedBehind(all, itemId, after)
    if (moved === all) return data
    let start = 0
    return {
      ...(data as object),
      pages: pages.map((page) => {
        const from = start
        start += page.items.length
        return { ...page, items: moved.slice(from, start) }
      }),
    }
  })
}
