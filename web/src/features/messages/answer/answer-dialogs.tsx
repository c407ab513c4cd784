import { lazy, Suspense, useState } from 'react'
import type { Message } from '@plinth/contract/messages/messages.ts'

const QuoteDialog = lazy(async () => ({
  default: (await import('./answer-quote-dialog.tsx')).QuoteDialog,
}))
const DeclineDialog = lazy(async () => ({
  default: (await import('./answer-decline-dialog.tsx')).DeclineDialog,
}))

/** How the receiver of a business inquiry answers it. */
export interface InquiryAnswer {
  how: 'quote' | 'decline'
  inquiry: Message
}

interface AnswerDialogsProps {
  /** The open dialog; null when none is. */
  answer: InquiryAnswer | null
  onClose: () => void
}

/** The dialogs that answer a business inquiry with a quote or by declining it. */
export function AnswerDialogs({ answer, onClose }: AnswerDialogsProps) {
  // The content stays while the dialog closes.
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
