import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useReportTarget } from '../../lib/format/report-state.ts'
import { useOnceOpened } from '../../lib/browser/use-once-opened.ts'

const RoutedReceiptDialog = lazy(async () => ({
  default: (await import('./routed-receipt-dialog.tsx')).RoutedReceiptDialog,
}))
const RoutedHireDialog = lazy(async () => ({
  default: (await import('./routed-hire-dialog.tsx')).RoutedHireDialog,
}))
const RoutedInquiryDialog = lazy(async () => ({
  default: (await import('./routed-inquiry-dialog.tsx')).RoutedInquiryDialog,
}))
const RoutedMessageDialog = lazy(async () => ({
  default: (await import('./routed-inquiry-dialog.tsx')).RoutedMessageDialog,
}))
const CreatePostDialog = lazy(async () => ({
  default: (await import('../../features/posts/create/create-post-dialog.tsx')).CreatePostDialog,
}))
const ReportDialog = lazy(async () => ({
  default: (await import('../../features/moderation/report-dialog.tsx')).ReportDialog,
}))

/** The dialogs that can open on any members' screen through the address, each loaded when it first opens. */
export function RoutedDialogs() {
  const { receipt, hire, inquire, about, message, dialog } = useSearch({ strict: false })
  const viewerId = useViewer()?.id
  const isPosting = dialog === 'post'
  const postOpened = useOnceOpened(isPosting)
  const receiptOpened = useOnceOpened(receipt !== undefined)
  const hireOpened = useOnceOpened(hire !== undefined)
  const inquiryOpened = useOnceOpened(inquire !== undefined)
  const messageOpened = useOnceOpened(message !== undefined)
  const report = useReportTarget()
  const reportOpened = useOnceOpened(report !== null)
  return (
    <>
      <Suspense fallback={null}>
        {receiptOpened ? <RoutedReceiptDialog id={receipt} /> : null}
      </Suspense>
      <Suspense fallback={null}>{hireOpened ? <RoutedHireDialog workId={hire} /> : null}</Suspense>
      <Suspense fallback={null}>
        {inquiryOpened ? <RoutedInquiryDialog personId={inquire} workId={about} /> : null}
        {messageOpened ? <RoutedMessageDialog personId={message} /> : null}
      </Suspense>
      <Suspense fallback={null}>
        {postOpened && viewerId !== undefined ? (
          <CreatePostDialog open={isPosting} viewerId={viewerId} />
        ) : null}
      </Suspense>
      <Suspense fallback={null}>{reportOpened ? <ReportDialog wish={report} /> : null}</Suspense>
    </>
  )
}
