import { useMutation, useQueryClient } from '@tanstack/react-query'
import { blockUser, listBlocked, unblockUser } from '@plinth/contract/people/blocks.ts'
import {
  getConversation,
  listConversationMessages,
  listConversations,
  updateConversation,
  type Conversation,
} from '@plinth/contract/messages/conversations.ts'
import { listReviews } from '@plinth/contract/projects/reviews.ts'
import {
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  searchPeople,
} from '@plinth/contract/people/users.ts'
import { call, isUnauthorized } from '../../../lib/api/api.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { showFailure, toast } from '../../../ui/feedback/toast.ts'
import { cacheConversation } from '../message-cache.ts'
import { texts } from '../thread/thread-menu-texts.ts'

type Change = { isArchived: boolean } | { isMuted: boolean }

/** Archives or mutes a conversation for the viewer only, with an undo button in the toast. */
export function useChangeConversation(id: string) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ change }: { change: Change; isUndo: boolean }) =>
      call(updateConversation, { params: { id }, body: change }),
    onSuccess: (conversation, { change, isUndo }) => {
      cacheConversation(client, conversation)
      toast({
        ...toastOf(change),
        ...(isUndo
          ? {}
          : {
              action: {
                label: texts.menu.undo,
                onClick: () => mutate({ change: opposite(change), isUndo: true }),
              },
            }),
      })
    },
    onError: (error, failed) => {
      if (!isUnauthorized(error)) showFailure(texts.menu.failed, () => mutate(failed))
    },
  })
  return (change: Change) => mutate({ change, isUndo: false })
}

const opposite = (change: Change): Change =>
  'isArchived' in change ? { isArchived: !change.isArchived } : { isMuted: !change.isMuted }

function toastOf(change: Change): { title: string; description?: string } {
  if ('isArchived' in change) {
    return change.isArchived
      ? { title: texts.menu.archived, description: texts.menu.archivedLine }
      : { title: texts.menu.unarchived }
  }
  return change.isMuted
    ? { title: texts.menu.muted, description: texts.menu.mutedLine }
    : { title: texts.menu.unmuted }
}

/** Everything that shows people. */
const SHOWING_PEOPLE = [
  getConversation,
  listConversations,
  listConversationMessages,
  getProfile,
  getUserStats,
  listFollowers,
  listFollowing,
  listReviews,
  listBlocked,
  searchPeople,
]

/** Blocks or unblocks the other person of a conversation, and reads everything that shows them again. */
export function useBlock({ other }: Pick<Conversation, 'other'>, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (isBlocked: boolean) =>
      call(isBlocked ? blockUser : unblockUser, { params: { id: other.id } }),
    onSuccess: async () => {
      onDone()
      // Blocking also ended their follows.
      await readAgain(client, SHOWING_PEOPLE)
    },
    onError: (error, isBlocked) => {
      if (isUnauthorized(error)) return
      showFailure(isBlocked ? texts.block.failed : texts.block.unblockFailed, () =>
        mutate(isBlocked),
      )
    },
  })
  return { block: () => mutate(true), unblock: () => mutate(false), isPending }
}
