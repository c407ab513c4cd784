import { lazy, Suspense, useState } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'

const QuoteDialog = lazy(async () => ({
  default: (await import('./answer-quote-dialog.tsx')).QuoteDialog,
}))
const DeclineDialog = lazy(async () => ({
  default: (await import('./answer-decline-dialog.tsx')).DeclineDialog,
}))

/** What the receiver of a business inquiry does about it. */
export interface InquiryAnswer {
  how: 'quote' | 'decline'
  inquiry: Message
}

interface AnswerDialogsProps {
  /** The one that is open; null when none is. */
  answer: InquiryAnswer | null
  onClose: () => void
}

/** The dialogs that answer a business inquiry: one with a price, one with a refusal. */
export function AnswerDialogs({ answer, onClose }: AnswerDialogsProps) {
  // What is on show stays while the dialog leaves the screen.
  const [shown, setShown] = useState(answer)
  if (answer !== null && answer !== shown) setShown(answer)
  if (shown === null) return null
  const open = answer !== null
  return (
    <Suspense fallback={null}>
      {shown.how === 'quote' ? (
        <QuoteDialog inquiry={shown.inquiry} open={open} onClose={onClose} />
      ) : (
        <DeclineDialog inquiry={shown.inquiry} open={open} onClose={onClose} />
      )}
    </Suspense>
  )
}
