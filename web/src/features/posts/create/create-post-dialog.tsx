import '../../../styles/form-dialog.css'
import './create-post.css'
import { lazy, useState } from 'react'
import { useCloseDialog } from '../../../lib/routing/use-close-dialog.ts'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { CreatePostForm } from './create-post-form.tsx'
import { texts } from './post-form-texts.ts'

const LeaveGuard = lazy(async () => ({
  default: (await import('../../../ui/form/leave-guard.tsx')).LeaveGuard,
}))

/** The dialog for a new post. Text and uploaded files are saved as a draft; only unfinished uploads ask before closing. */
export function CreatePostDialog({ open, viewerId }: { open: boolean; viewerId: string }) {
  const close = useCloseDialog()
  const [unarrived, setUnarrived] = useState(0)
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={whenClosed(close)}
        title={texts.create.title}
        className="form-dialog create-post"
      >
        <CreatePostForm viewerId={viewerId} onUnarrived={setUnarrived} onDone={close} />
      </Dialog>
      <OnceOpened open={unarrived > 0}>
        <LeaveGuard
          armed={open && unarrived > 0}
          title={texts.create.leaveTitle}
          text={texts.create.leaveText}
          stay={texts.create.stay}
          leave={texts.create.leave}
        />
      </OnceOpened>
    </>
  )
}
