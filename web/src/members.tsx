import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useOnceOpened } from './lib/use-once-opened.ts'
import { preloadToaster } from './ui/toast-outlet.tsx'
import { TooltipProvider } from './ui/tooltip.tsx'

// After the screen: nothing of it is drawn.
const LiveUpdates = lazy(async () => ({
  default: (await import('./screens/live-updates.tsx')).LiveUpdates,
}))
const ReceiptOver = lazy(async () => ({
  default: (await import('./screens/receipt-over.tsx')).ReceiptOver,
}))
const InquiryOver = lazy(async () => ({
  default: (await import('./screens/inquiry-over.tsx')).InquiryOver,
}))
const MessageOver = lazy(async () => ({
  default: (await import('./screens/inquiry-over.tsx')).MessageOver,
}))

/** What stands around every members' screen and what the landing page need not fetch. */
export function Members({ children }: { children: ReactNode }) {
  useEffect(preloadToaster, [])
  const receipt = useSearch({ strict: false, select: (search) => search.receipt })
  const receiptOpened = useOnceOpened(receipt !== undefined)
  const inquire = useSearch({ strict: false, select: (search) => search.inquire })
  const about = useSearch({ strict: false, select: (search) => search.about })
  const inquiryOpened = useOnceOpened(inquire !== undefined)
  const message = useSearch({ strict: false, select: (search) => search.message })
  const messageOpened = useOnceOpened(message !== undefined)
  return (
    <TooltipProvider>
      {children}
      <Suspense fallback={null}>
        <LiveUpdates />
      </Suspense>
      <Suspense fallback={null}>{receiptOpened ? <ReceiptOver id={receipt} /> : null}</Suspense>
      <Suspense fallback={null}>
        {inquiryOpened ? <InquiryOver personId={inquire} workId={about} /> : null}
        {messageOpened ? <MessageOver personId={message} /> : null}
      </Suspense>
    </TooltipProvider>
  )
}
