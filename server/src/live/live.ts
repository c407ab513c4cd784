import type { MediaState } from '@plinth/contract/media.ts'

/**
 * What features say after a commit; whoever is there learns of it within a moment. Nothing here waits, fails, or is
 * kept: what must not be lost is in the database, and clients read again after a lost connection.
 */
export interface Live {
  /** Counts of these posts have moved. */
  postsMoved: (postIds: readonly string[]) => void
  /** Comments of this post were written, changed or removed. */
  commentsMoved: (postId: string) => void
  /** This post is deleted, or not everybody's any more. */
  postGone: (postId: string) => void
  notificationsMoved: (userIds: readonly string[]) => void
  followersMoved: (userIds: readonly string[]) => void
  mediaMoved: (mediaId: string, ownerId: string, state: MediaState) => void
  /** All streams of this person look again whether their session lives. */
  sessionsMoved: (userId: string) => void
  close: () => Promise<void>
}
