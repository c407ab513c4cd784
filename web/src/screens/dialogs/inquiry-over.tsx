import { MessageDialog } from '../../features/messages/compose/compose-message-dialog.tsx'
import { InquiryDialog } from '../../features/messages/compose/inquiry-dialog.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { useCloseDialog } from '../../lib/routing/use-close-dialog.ts'
import { useAddressee } from './use-addressee.ts'

interface InquiryOverProps {
  /** Whom it is for; undefined when the dialog is shut. */
  personId: string | undefined
  workId: string | undefined
}

/** A business inquiry over whatever screen one has come to want it on. */
export function InquiryOver({ personId, workId }: InquiryOverProps) {
  const viewerId = useViewer()?.id ?? ''
  return (
    <InquiryDialog
      open={personId !== undefined}
      viewerId={viewerId}
      addressee={useAddressee(personId, workId, viewerId)}
      onClose={useCloseDialog()}
    />
  )
}

/** A message to somebody, over the screen that shows them. */
export function MessageOver({ personId }: Pick<InquiryOverProps, 'personId'>) {
  const viewerId = useViewer()?.id ?? ''
  return (
    <MessageDialog
      open={personId !== undefined}
      viewerId={viewerId}
      addressee={useAddressee(personId, undefined, viewerId)}
      onClose={useCloseDialog()}
    />
  )
}
