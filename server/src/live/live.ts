import type { ServerResponse } from 'node:http'
import type { MediaState } from '@plinth/contract/media/media.ts'

/**
 * What features call after a commit, to push a change to people who are online. Calls do not wait or fail, and nothing
 * is stored: the database holds what must not be lost, and clients read it again after a lost connection.
 */
export interface Live {
  /** Counts of these posts have changed. */
  postsMoved: (postIds: readonly string[]) => void
  /** Comments of this post were written, changed or removed. */
  commentsMoved: (postId: string) => void
  /** This post was deleted or is no longer public. */
  postGone: (postId: string) => void
  notificationsMoved: (userIds: readonly string[]) => void
  followersMoved: (userIds: readonly string[]) => void
  /** A conversation of these people changed: a new message, or it was read, archived or muted. */
  messagesMoved: (conversationId: string, userIds: readonly string[]) => void
  /** Somebody is typing a message to this person. */
  typing: (conversationId: string, toUserId: string) => void
  mediaMoved: (mediaId: string, ownerId: string, state: MediaState) => void
  /** The subscription or the bank account of this person has changed. */
  billingMoved: (userId: string) => void
  /** A project of these people has changed. */
  projectMoved: (projectId: string, userIds: readonly string[]) => void
  /** Something in the proof room of these people has changed. */
  proofMoved: (roomId: string, userIds: readonly string[]) => void
  /** Checks again whether the sessions of this person's streams are active. */
  sessionsMoved: (userId: string) => void
  /**
   * What this person may see, or who may see what is theirs, has changed: somebody blocked them, or they got another role,
   * were suspended or deleted. Checks again who may see what they watch, and what is watched of theirs.
   */
  accessMoved: (userId: string) => void
  /** Somebody has written something, so what other processes keep for visitors may be out of date. */
  keptMoved: () => void
  close: () => Promise<void>
}

/** Who a stream belongs to. */
export interface Listener {
  id: string
  userId: string
  tokenHash: Buffer
}

/** What the routes need in addition. */
export interface LiveHub extends Live {
  /** Takes over a response and pushes events to it until one side closes it. */
  open: (listener: Listener, response: ServerResponse) => Promise<void>
  /** Watches these posts on a stream in whichever process has it, except those the listener may not see. */
  watch: (streamId: string, postIds: readonly string[]) => Promise<void>
  /** The number of open streams in this process. */
  openStreams: () => number
  /** Ends every stream of this process; the clients reconnect to another one. */
  endStreams: () => void
  /** Calls this whenever another process says `keptMoved`, or may have said so. */
  onKeptMoved: (forget: () => void) => void
}
