import { useSearch } from '@tanstack/react-router'
import { lazy } from 'react'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useReportTarget } from '../../lib/format/report-state.ts'
import { OnceOpened } from '../../ui/overlay/once-opened.tsx'
import { SearchPaletteHost } from '../search/palette-host.tsx'

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

/** The dialogs that can open on any members' screen, most through the address, each loaded when it first opens. */
export function RoutedDialogs() {
  const { receipt, hire, inquire, about, message, dialog } = useSearch({ strict: false })
  const viewerId = useViewer()?.id
  const isPosting = dialog === 'post'
  const report = useReportTarget()
  return (
    <>
      <OnceOpened open={receipt !== undefined}>
        <RoutedReceiptDialog id={receipt} />
      </OnceOpened>
      <OnceOpened open={hire !== undefined}>
        <RoutedHireDialog workId={hire} />
      </OnceOpened>
      <OnceOpened open={inquire !== undefined}>
        <RoutedInquiryDialog personId={inquire} workId={about} />
      </OnceOpened>
      <OnceOpened open={message !== undefined}>
        <RoutedMessageDialog personId={message} />
      </OnceOpened>
      <OnceOpened open={isPosting}>
        {viewerId === undefined ? null : <CreatePostDialog open={isPosting} viewerId={viewerId} />}
      </OnceOpened>
      <OnceOpened open={report !== null}>
        <ReportDialog target={report} />
      </OnceOpened>
      <SearchPaletteHost />
    </>
  )
}
