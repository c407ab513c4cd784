import '../../styles/upload.css'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx'
import { texts } from './portfolio-texts.ts'
import { dropDraft } from './upload-draft.ts'
import { UploadForm } from './upload-form.tsx'
import { useCloseDialog } from '../../lib/use-close-dialog.ts'

/** The way onto the wall. Leaving with something unsent asks first, whichever way one leaves. */
export function UploadDialog({ open, viewerId }: { open: boolean; viewerId: string }) {
  const close = useCloseDialog()
  const [unsent, setUnsent] = useState(false)
  const guarded = open && unsent
  const blocker = useBlocker({
    shouldBlockFn: () => guarded,
    enableBeforeUnload: () => guarded,
    withResolver: true,
  })
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(stays) => {
          if (!stays) close()
        }}
        title={texts.upload.title}
        className="upload-dialog"
      >
        <UploadForm viewerId={viewerId} onUnsent={setUnsent} onDone={close} />
      </Dialog>
      <ConfirmDialog
        open={blocker.status === 'blocked'}
        onOpenChange={(stays) => {
          if (!stays) blocker.reset?.()
        }}
        title={texts.upload.leaveTitle}
        description={texts.upload.leaveText}
        keep={texts.upload.stay}
        confirm={texts.upload.leave}
        onConfirm={() => {
          dropDraft(sessionStorage, viewerId)
          blocker.proceed?.()
        }}
      />
    </>
  )
}
