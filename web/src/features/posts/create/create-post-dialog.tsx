import '../../../styles/form-dialog.css'
import './create-post.css'
import { lazy, Suspense, useState } from 'react'
import { useCloseDialog } from '../../../lib/routing/use-close-dialog.ts'
import { useOnceOpened } from '../../../lib/browser/use-once-opened.ts'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { CreatePostForm } from './create-post-form.tsx'
import { texts } from './post-form-texts.ts'

const LeaveGuard = lazy(async () => ({
  default: (await import('../../../ui/form/leave-guard.tsx')).LeaveGuard,
}))

/** The dialog for a new post. Text and uploaded files are saved as a draft; only unfinished uploads ask before closing. */
export function CreatePostDialog({ open, viewerId }: { open: boolean; viewerId: string }) {
  const close = useCloseDialog()
  const [unarrived, setUnarrived] = useState(0)
  const guarded = useOnceOpened(unarrived > 0)
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(stays) => {
          if (!stays) close()
        }}
        title={texts.create.title}
        className="form-dialog create-post"
      >
        <CreatePostForm viewerId={viewerId} onUnarrived={setUnarrived} onDone={close} />
      </Dialog>
      {guarded ? (
        <Suspense fallback={null}>
          <LeaveGuard
            armed={open && unarrived > 0}
            title={texts.create.leaveTitle}
            text={texts.create.leaveText}
            stay={texts.create.stay}
            leave={texts.create.leave}
          />
        </Suspense>
      ) : null}
    </>
  )
}
