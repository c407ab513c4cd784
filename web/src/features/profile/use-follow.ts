import { useMutation, useQueryClient } from '@tanstack/react-query'
import { followUser } from '@plinth/contract/users.ts'
import { call, isUnauthorized } from '../../lib/api.ts'
import { fullName } from '../../lib/format.ts'
import { makeToggleQueue } from '../../lib/toggle-queue.ts'
import { toast } from '../../ui/toast.ts'
import { patchFollow, refreshAfter } from './profile-cache.ts'
import { texts } from './profile-texts.ts'

const queue = makeToggleQueue()

interface Followed {
  id: string
  firstName: string
  lastName: string
}

/**
 * Follows or unfollows at once; the server's answer settles it, a failure sets it back. `onShow` is for
 * what else shows that person.
 */
export function useFollow(
  viewerId: string,
  onShow?: (personId: string, isFollowing: boolean) => void,
): (person: Followed, now: boolean, wish: boolean) => void {
  const client = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, following }: { id: string; following: boolean }) =>
      call(followUser, { params: { id }, body: { following } }),
  })
  const follow = (person: Followed, now: boolean, wish: boolean): void => {
    const { id } = person
    const change = { followerId: viewerId, followedId: id }
    void queue.toggle(`follow:${id}`, now, wish, {
      send: (following) => mutateAsync({ id, following }),
      stateOf: ({ isFollowing }) => isFollowing,
      show: (following) => {
        patchFollow(client, change, following)
        onShow?.(id, following)
      },
      settle: ({ isFollowing, followers }) => {
        patchFollow(client, change, isFollowing, followers)
        onShow?.(id, isFollowing)
        void refreshAfter(client, change)
        sayDone(fullName(person), isFollowing)
      },
      fail: (error, confirmed) => {
        // A session that ended sends to sign-in by itself.
        if (isUnauthorized(error)) return
        toast({
          title: texts.follow.errorTitle,
          description: texts.follow.failed,
          variant: 'destructive',
          action: {
            label: texts.follow.again,
            onClick: () => follow(person, confirmed, !confirmed),
          },
        })
      },
    })
  }
  return follow
}

const sayDone = (name: string, isFollowing: boolean) =>
  toast(
    isFollowing
      ? { title: texts.follow.done, description: texts.follow.doneLine(name) }
      : { title: texts.follow.undone, description: texts.follow.undoneLine(name) },
  )
