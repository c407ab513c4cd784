import '../work.css'
import { useQueryClient } from '@tanstack/react-query'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { EditWork } from '../form/edit-work.tsx'
import { texts } from '../work/work-texts.ts'
import { refreshStates } from './drafts-cache.ts'

interface EditDialogProps {
  open: boolean
  work: PortfolioItem
  onClose: () => void
}

/** The form of a work that only its creator sees, over the list of them. */
export function EditDialog({ open, work, onClose }: EditDialogProps) {
  const client = useQueryClient()
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={texts.owner.editTitle}
      titleHidden
      bare
      className="drafts-edit"
    >
      <EditWork
        key={work.id}
        work={work}
        heading="h2"
        onDone={() => {
          onClose()
          void refreshStates(client)
        }}
      />
    </Dialog>
  )
}
