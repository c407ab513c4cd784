import { useSearch } from '@tanstack/react-router'
import { lazy, useEffect } from 'react'
import { useAskedAct } from '../../features/session/acts.ts'
import { TrayDoor } from '../../features/portfolios/tray/tray-door.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useReportTarget } from '../../lib/format/report-state.ts'
import type { BoardParts } from '../../ui/actions/board-picker.tsx'
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

const FreshSignInDialog = lazy(async () => ({
  default: (await import('../../features/session/fresh-sign-in-dialog.tsx')).FreshSignInDialog,
}))

const boardParts: BoardParts = {
  Picker: lazy(async () => ({
    default: (await import('../../features/boards/board-picker.tsx')).BoardPicker,
  })),
  Button: lazy(async () => ({
    default: (await import('../../features/boards/boards-button.tsx')).BoardsButton,
  })),
}

interface RoutedDialogsProps {
  /** Gets what opens beside save buttons, which is part of their own screens and dialogs. */
  onBoards: (parts: BoardParts) => void
}

/** The dialogs that can open on any members' screen, most through the address, each loaded when it first opens. */
export function RoutedDialogs({ onBoards }: RoutedDialogsProps) {
  useEffect(() => onBoards(boardParts), [onBoards])
  const { receipt, hire, inquire, about, message, dialog } = useSearch({ strict: false })
  const viewer = useViewer()
  const viewerId = viewer?.id
  const isPosting = dialog === 'post'
  const report = useReportTarget()
  const asked = useAskedAct()
  const refused = asked?.kind === 'again' ? asked : null
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
      <OnceOpened open={refused !== null}>
        {viewerId === undefined ? null : <FreshSignInDialog act={refused} viewerId={viewerId} />}
      </OnceOpened>
      <SearchPaletteHost />
      {viewer === null ? null : <TrayDoor viewer={viewer} />}
    </>
  )
}
