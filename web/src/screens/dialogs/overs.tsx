import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useReportTarget } from '../../lib/format/report-state.ts'
import { useOnceOpened } from '../../lib/browser/use-once-opened.ts'

const ReceiptOver = lazy(async () => ({
  default: (await import('./receipt-over.tsx')).ReceiptOver,
}))
const HireOver = lazy(async () => ({ default: (await import('./hire-over.tsx')).HireOver }))
const InquiryOver = lazy(async () => ({
  default: (await import('./inquiry-over.tsx')).InquiryOver,
}))
const MessageOver = lazy(async () => ({
  default: (await import('./inquiry-over.tsx')).MessageOver,
}))
const CreatePostDialog = lazy(async () => ({
  default: (await import('../../features/posts/create/create-post-dialog.tsx')).CreatePostDialog,
}))
const ReportDialog = lazy(async () => ({
  default: (await import('../../features/moderation/report-dialog.tsx')).ReportDialog,
}))

/** The dialogs that any members' screen can have over it, each fetched when it first opens. */
export function Overs() {
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
      <Suspense fallback={null}>{receiptOpened ? <ReceiptOver id={receipt} /> : null}</Suspense>
      <Suspense fallback={null}>{hireOpened ? <HireOver workId={hire} /> : null}</Suspense>
      <Suspense fallback={null}>
        {inquiryOpened ? <InquiryOver personId={inquire} workId={about} /> : null}
        {messageOpened ? <MessageOver personId={message} /> : null}
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
