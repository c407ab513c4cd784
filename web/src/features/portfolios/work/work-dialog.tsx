import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { fullName } from '../../../lib/format/format.ts'
import { workDialog } from '../../../lib/routing/dialog-search.ts'
import { Dialog, DialogClose, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { findWork } from '../portfolio-cache.ts'
import { texts } from '../portfolio-texts.ts'
import { useCloseDialog } from '../../../lib/routing/use-close-dialog.ts'
import { WorkView } from './work-view.tsx'

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
          onOpen={(next) => void navigate({ ...workDialog(next), replace: true })}
          onGone={close}
          closeButton={<DialogClose className="work-close" />}
        />
      )}
    </Dialog>
  )
}
