import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addToBoard,
  changeBoardItem,
  removeFromBoard,
  type BoardItem,
} from '@plinth/contract/boards/boards.ts'
import { call, isUnauthorized } from '../../lib/api/api.ts'
import { showFailure, toast } from '../../ui/feedback/toast.ts'
import {
  dropItem,
  moveItem,
  patchItem,
  refreshAfter,
  rereadItems,
  stopItems,
} from './board-cache.ts'
import { itemTexts as texts } from './board-texts.ts'
import { shownOf } from './item-view.ts'

interface Removed {
  item: BoardItem
  /** What it was behind; null for the front. */
  after: string | null
}

interface Change {
  id: string
  body: { isAgainst: boolean } | { after: string | null }
}

function thingOf({ work, post, picture }: BoardItem) {
  if (work !== null) return { workId: work.id }
  return picture === null ? { postId: post?.id ?? '' } : { mediaId: picture.picture.id }
}

/** What an editor does to something on a board. Each change shows at once, and is undone if the server refuses it. */
export function useItemChanges(boardId: string) {
  const client = useQueryClient()
  const mutationKey = ['board-items', boardId]
  /** Reads the server's answer once the last change has arrived, so that none is shown undone in between. */
  const settle = async () => {
    if (client.isMutating({ mutationKey }) <= 1) await rereadItems(client, boardId)
  }
  const changing = useMutation({
    mutationKey,
    mutationFn: ({ id, body }: Change) =>
      call(changeBoardItem, { params: { id: boardId, itemId: id }, body }),
    onSuccess: () => refreshAfter(client, { type: 'item', id: boardId }),
    onError: (error, change) => {
      if (!isUnauthorized(error)) showFailure(texts.changeFailed, () => send(change))
    },
    onSettled: settle,
  })
  const send = (change: Change) => {
    const { id, body } = change
    void stopItems(client, boardId)
    if ('after' in body) moveItem(client, boardId, id, body.after)
    else patchItem(client, id, () => body)
    changing.mutate(change)
  }

  const restoring = useMutation({
    mutationKey,
    mutationFn: async ({ item, after }: Removed) => {
      const note = item.note === '' ? {} : { note: item.note }
      const { itemId } = await call(addToBoard, {
        params: { id: boardId },
        body: { ...thingOf(item), ...note },
      })
      await call(changeBoardItem, {
        params: { id: boardId, itemId },
        body: { after, isAgainst: item.isAgainst },
      })
    },
    onError: (error, removed) => {
      if (!isUnauthorized(error)) showFailure(texts.undoFailed, () => restoring.mutate(removed))
    },
    onSettled: settle,
  })
  const removing = useMutation({
    mutationKey,
    mutationFn: ({ item }: Removed) =>
      call(removeFromBoard, { params: { id: boardId, itemId: item.id } }),
    onSuccess: async (_, removed) => {
      const { item } = removed
      const isGone = item.work === null && item.post === null && item.picture === null
      toast({
        title: texts.removed(shownOf(item).title),
        variant: 'success',
        ...(isGone
          ? {}
          : { action: { label: texts.undo, onClick: () => restoring.mutate(removed) } }),
      })
      await refreshAfter(client, { type: 'item', id: boardId })
    },
    onError: (error, removed) => {
      if (!isUnauthorized(error)) showFailure(texts.removeFailed, () => remove(removed))
    },
    onSettled: settle,
  })
  const remove = (removed: Removed) => {
    void stopItems(client, boardId)
    dropItem(client, removed.item.id)
    removing.mutate(removed)
  }

  return {
    setAgainst: (id: string, isAgainst: boolean) => send({ id, body: { isAgainst } }),
    /** Puts it behind another; the front is null. */
    move: (id: string, after: string | null) => send({ id, body: { after } }),
    remove,
  }
}

export type ItemChanges = ReturnType<typeof useItemChanges>
