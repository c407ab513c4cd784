import type { Notification } from '@plinth/contract/notifications/notifications.ts'

/** Makes a notification for a test; fields that are not given have default values. */
export const makeNotification = (rest: Partial<Notification> = {}): Notification => ({
  id: 'n',
  kind: 'like',
  actors: [],
  actorCount: 1,
  workCount: 1,
  moreNew: 0,
  post: null,
  work: null,
  comment: null,
  conversation: null,
  project: null,
  board: null,
  proof: null,
  standing: null,
  billing: null,
  refusal: null,
  isRead: false,
  createdAt: '2026-11-20T12:00:00Z',
  ...rest,
})

export const makeActor = (id: string, name: string): Notification['actors'][number] => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    id,
    handle: id,
    firstName,
    lastName,
    profileImageUrl: null,
    isCreator: true,
    isFollowing: false,
  }
}
