import '../../../styles/deal.css'
import { fullName } from '../../../lib/format/format.ts'
import { Dialog, DialogClose } from '../../../ui/overlay/dialog.tsx'
import { HireForm } from './hire-form.tsx'
import { HireNotReady } from './hire-not-ready.tsx'
import type { HireTarget } from './hire-target.ts'
import { hireTexts as texts } from './hire-texts.ts'

interface HireDialogProps {
  open: boolean
  viewerId: string
  target: HireTarget
  onClose: () => void
  /** The server said no: what is known of the work may be old. */
  onRefused: () => void
}

/** Hires the creator of a work at its starting price: the request at the left, what one agrees to at the right. */
export const HireDialog = ({ open, viewerId, target, onClose, onRefused }: HireDialogProps) => {
  const isReady = target.state === 'ready'
  return (
    <Dialog
      open={open}
      onOpenChange={(stays) => {
        if (!stays) onClose()
      }}
      title={isReady ? texts.title(fullName(target.creator)) : texts.titleAlone}
      titleHidden={isReady}
      width={isReady ? 'wide' : 'medium'}
      bare={isReady}
      className={isReady ? 'deal-dialog' : ''}
    >
      {isReady ? (
        <>
          <HireForm
            key={target.work.id}
            work={target.work}
            creator={target.creator}
            viewerId={viewerId}
            onClose={onClose}
            onRefused={onRefused}
          />
          <DialogClose className="deal-close" />
        </>
      ) : (
        <HireNotReady target={target} onClose={onClose} />
      )}
    </Dialog>
  )
}
