import type { Milestone } from '@plinth/contract/projects/projects.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound } from '../../http/errors.ts'

/** What of an inquiry does not change. */
export interface Inquiry {
  id: string
  conversationId: string
  senderId: string
  receiverId: string
  subject: string
  /** False of any other message. */
  isInquiry: boolean
  /** What was asked for, and the work it was asked for by. */
  content: string
  timeline: string | null
  itemId: string | null
  workTitle: string | null
  /** What a quote has opened. */
  projectId: string | null
}

/** What a creator asks for. */
export interface Terms {
  price: number
  deliverBy: string
  milestones: readonly Milestone[]
}

/** How a quote becomes a project: another feature's affair, which the app hands in. */
export interface Quotes {
  /** Holds terms against what the contract cannot say, and answers the price in cents. */
  check: (terms: Terms) => number
  /** In the transaction of the message, whose words stay with the two. Answers the project's id. */
  open: (
    trx: Database,
    quoted: {
      /** The message is the offer. */
      offerId: string
      clientId: string
      creatorId: string
      projectId: string | null
      itemId: string | null
      title: string
      subject: string
      description: string
      timeline: string | null
      terms: Terms
    },
  ) => Promise<string>
  decline: (trx: Database, projectId: string) => Promise<void>
  /** After the commit. */
  notify: (projectId: string, userIds: readonly string[]) => void
}

/** An inquiry that the viewer can answer, or why they cannot. */
export function answerable(inquiry: Inquiry | undefined, viewerId: string): Inquiry {
  if (inquiry === undefined) throw notFound()
  if (inquiry.receiverId !== viewerId) {
    throw new AppError('auth.forbidden', 'Only who received an inquiry can answer it.')
  }
  if (!inquiry.isInquiry) throw new AppError('conflict', 'This is not a business inquiry.')
  return inquiry
}

export const declinedAlready = () =>
  new AppError('conflict', 'You have declined this inquiry already.')
