import '../../../styles/form-dialog.css'
import '../upload.css'
import { useState } from 'react'
import { useRouter } from '@tanstack/react-router'
import { makeDraft } from '../../../lib/forms/draft.ts'
import { receiptDialog } from '../../../lib/routing/dialog-search.ts'
import { useCloseDialog } from '../../../lib/routing/use-close-dialog.ts'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { Viewer } from '../../session/session-api.ts'
import { uploadTexts } from './upload-texts.ts'
import { UploadForm } from './upload-form.tsx'
import { WORK_DRAFT } from '../work/work-form.ts'

/** The dialog for a new work. Asks before it closes with unsent input. */
export function UploadDialog({ open, viewer }: { open: boolean; viewer: Viewer }) {
  const close = useCloseDialog()
  const router = useRouter()
  const [unsent, setUnsent] = useState(false)
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={whenClosed(close)}
        title={uploadTexts.title}
        className="form-dialog"
      >
        <UploadForm
          viewer={viewer}
          onUnsent={setUnsent}
          onDone={({ title, picture }) => {
            toast({
              title: uploadTexts.doneTitle,
              description: uploadTexts.done(title),
              action: {
                label: uploadTexts.seeReceipt,
                onClick: () => void router.navigate(receiptDialog(picture.id)),
              },
            })
            close()
          }}
        />
      </Dialog>
      <LeaveGuard
        armed={open && unsent}
        title={uploadTexts.leaveTitle}
        text={uploadTexts.leaveText}
        stay={uploadTexts.stay}
        leave={uploadTexts.leave}
        onLeave={() => makeDraft(WORK_DRAFT).drop(sessionStorage, viewer.id)}
      />
    </>
  )
}
