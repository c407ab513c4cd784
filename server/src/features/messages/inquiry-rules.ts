import type { Milestone } from '@plinth/contract/projects/projects.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound } from '../../http/errors.ts'

/** The parts of an inquiry that never change. */
export interface Inquiry {
  id: string
  conversationId: string
  senderId: string
  receiverId: string
  subject: string
  /** False for any other message. */
  isInquiry: boolean
  content: string
  timeline: string | null
  itemId: string | null
  workTitle: string | null
  /** The project that a quote has opened. */
  projectId: string | null
}

/** What a creator asks for. */
export interface Terms {
  price: number
  deliverBy: string
  milestones: readonly Milestone[]
  /** How many of the delivered files are in the price; null for all of them. */
  picks: number | null
}

/** Turns a quote into a project. The projects feature implements it and the app passes it in. */
export interface Quotes {
  /** Checks what the contract's schema cannot, and returns the price in cents. */
  check: (terms: Terms) => number
  /** Runs in the transaction of the message, whose text stays private to the two. Returns the project's id. */
  open: (
    trx: Database,
    quoted: {
      /** The message's id, which is also the offer's. */
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
  /** Pushes the change to both people, after the commit. */
  notify: (projectId: string, userIds: readonly string[]) => void
}

/** Returns the inquiry, or throws why the viewer cannot answer it. */
export function answerable(inquiry: Inquiry | undefined, viewerId: string): Inquiry {
  if (inquiry === undefined) throw notFound()
  if (inquiry.receiverId !== viewerId) {
    throw new AppError('auth.forbidden', 'Only the person who received an inquiry can answer it.')
  }
  if (!inquiry.isInquiry) throw new AppError('conflict', 'This isn’t a business inquiry.')
  return inquiry
}

export const declinedAlready = () =>
  new AppError('conflict', 'You’ve already declined this inquiry.')
