import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fullName } from '../../../lib/format/format.ts'
import { workDialog } from '../../../lib/routing/dialog-search.ts'
import { Dialog, DialogClose, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { findWork } from '../portfolio-cache.ts'
import { texts } from './work-texts.ts'
import { useCloseDialog } from '../../../lib/routing/use-close-dialog.ts'
import { WorkPanel } from './work-panel.tsx'
import { WorkView } from './work-view.tsx'
import { WorkWell } from './work-well.tsx'

interface WorkDialogProps {
  /** The work in the address; undefined when the dialog is closed. */
  id: string | undefined
  viewerId: string | null
}

/** A work in a dialog with its own address. Closing it goes back to the screen underneath. */
export function WorkDialog({ id, viewerId }: WorkDialogProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const close = useCloseDialog()
  // The work stays visible while the dialog animates out.
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)

  const open = (next: string) => void navigate({ ...workDialog(next), replace: true })
  const known = shown === undefined ? undefined : findWork(client, shown)
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={whenClosed(close)}
      title={known ? texts.work.dialogBy(fullName(known.creator)) : texts.work.dialog}
      titleHidden
      width="wide"
      bare
      className="work-dialog"
    >
      {shown === undefined ? null : (
        <WorkView
          id={shown}
          viewerId={viewerId}
          heading="h2"
          skeleton={<WorkSkeleton />}
          closeButton={<DialogClose className="work-close" />}
        >
          {(work, set) => (
            <div className="work-view">
              <DialogClose className="work-close" />
              <WorkWell work={work} set={set} onOpen={open} />
              <WorkPanel
                work={work}
                more={set?.moreByCreator ?? []}
                viewerId={viewerId}
                onOpen={open}
                onGone={close}
              />
            </div>
          )}
        </WorkView>
      )}
    </Dialog>
  )
}

const WorkSkeleton = () => (
  <>
    <DialogClose className="work-close" />
    <div role="status" aria-label={texts.work.loading} className="work-view">
      <div className="work-well">
        <div className="work-stage">
          <Skeleton className="aspect-4/5 h-full" />
        </div>
        <div className="ledge" />
        <div className="work-steps" />
      </div>
      <div className="relative flex flex-col min-h-0 min-w-0 bg-surface-2 p-7">
        <Skeleton className="h-11 w-3/5" />
        <Skeleton className="mt-8 h-10 w-4/5" />
        <Skeleton className="mt-6 h-20 w-full" />
      </div>
    </div>
  </>
)
