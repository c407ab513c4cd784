import { useQueryClient } from '@tanstack/react-query'
import { followUser } from '@plinth/contract/people/users.ts'
import { call } from '../../lib/api/api.ts'
import { fullName } from '../../lib/format/format.ts'
import { useToggle } from '../../lib/cache/use-toggle.ts'
import { showFailure, toast } from '../../ui/feedback/toast.ts'
import { patchFollow, patchFollowed, refreshAfter } from './profile-cache.ts'
import { texts } from './profile-texts.ts'

interface FollowUse {
  viewerId: string
  person: { id: string; firstName: string; lastName: string }
  /** Updates what else shows that person. */
  onShow?: ((personId: string, isFollowing: boolean) => void) | undefined
  /** In place of the toast. */
  onDone?: (() => void) | undefined
}

/** Follows or unfollows optimistically; the server's answer confirms it, a failure reverts it. */
export function useFollow({
  viewerId,
  person,
  onShow,
  onDone,
}: FollowUse): (now: boolean, wanted: boolean) => void {
  const client = useQueryClient()
  const changeOf = (id: string) => ({ followerId: viewerId, followedId: id })
  const toggle = useToggle({
    name: 'follow',
    send: (id, following) => call(followUser, { params: { id }, body: { following } }),
    stateOf: ({ isFollowing }) => isFollowing,
    show: (id, following) => {
      patchFollow(client, changeOf(id), following)
      onShow?.(id, following)
    },
    showAgain: (id, following) => {
      patchFollowed(client, id, following)
      onShow?.(id, following)
    },
    settle: (id, { isFollowing, followers }) => {
      patchFollow(client, changeOf(id), isFollowing, followers)
      onShow?.(id, isFollowing)
      void refreshAfter(client, changeOf(id))
      if (onDone === undefined) showDone(fullName(person), isFollowing)
      else onDone()
    },
    fail: (again) => showFailure(texts.follow.failed, again),
  })
  return (now, wanted) => toggle(person.id, now, wanted)
}

const showDone = (name: string, isFollowing: boolean) =>
  toast(
    isFollowing
      ? { title: texts.follow.done, description: texts.follow.doneLine(name) }
      : { title: texts.follow.undone, description: texts.follow.undoneLine(name) },
  )
