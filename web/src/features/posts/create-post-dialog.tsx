import '../../styles/form-dialog.css'
import '../../styles/create-post.css'
import { useState } from 'react'
import { useCloseDialog } from '../../lib/use-close-dialog.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { LeaveGuard } from '../../ui/leave-guard.tsx'
import { CreatePostForm } from './create-post-form.tsx'
import { texts } from './post-form-texts.ts'

/** A new post over the screen. What is written and what has arrived waits as a draft; only files on their way are asked about. */
export function CreatePostDialog({ open, viewerId }: { open: boolean; viewerId: string }) {
  const close = useCloseDialog()
  const [unarrived, setUnarrived] = useState(0)
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
      <LeaveGuard
        armed={open && unarrived > 0}
        title={texts.create.leaveTitle}
        text={texts.create.leaveText}
        stay={texts.create.stay}
        leave={texts.create.leave}
      />
    </>
  )
}
