import type { Live } from './live.ts'

const nothing = () => undefined

/** Pushes nothing yet. */
export const createLive = (_options: { databaseDirectUrl: string }): Live => ({
  postsMoved: nothing,
  commentsMoved: nothing,
  postGone: nothing,
  notificationsMoved: nothing,
  followersMoved: nothing,
  mediaMoved: nothing,
  sessionsMoved: nothing,
  close: () => Promise.resolve(),
})
