import { dollarsToCents } from '@plinth/contract/scalars.ts'
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
}

/** A price in cents, or 400 for parts of a cent. */
export function priceOf(dollars: number): number {
  const cents = dollarsToCents(dollars)
  if (cents !== null) return cents
  throw new AppError('input.invalid', 'price has parts of a cent.', {
    fields: { price: 'has parts of a cent' },
  })
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
