import type { ServerResponse } from 'node:http'
import type { MediaState } from '@plinth/contract/media/media.ts'

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
  /** A conversation of these people was written in, read, answered, archived or muted. */
  messagesMoved: (conversationId: string, userIds: readonly string[]) => void
  /** Somebody is writing to this person. */
  typing: (conversationId: string, toUserId: string) => void
  mediaMoved: (mediaId: string, ownerId: string, state: MediaState) => void
  /** Their subscription, or where their money goes, has changed. */
  billingMoved: (userId: string) => void
  /** A project of these people has moved. */
  projectMoved: (projectId: string, userIds: readonly string[]) => void
  /** All streams of this person look again whether their session lives. */
  sessionsMoved: (userId: string) => void
  close: () => Promise<void>
}

/** Whose stream it is. */
export interface Listener {
  id: string
  userId: string
  isAdmin: boolean
  tokenHash: Buffer
}

/** What the routes need beside that. */
export interface LiveHub extends Live {
  /** Takes over a response and pushes to it until one side ends. */
  open: (listener: Listener, response: ServerResponse) => Promise<void>
  /** Follows these posts on that stream, in whichever process it is; leaves out what the listener may not see. */
  watch: (streamId: string, postIds: readonly string[]) => Promise<void>
  /** Streams that are open in this process. */
  openStreams: () => number
  /** Ends every stream of this process; the clients go elsewhere. */
  endStreams: () => void
}
