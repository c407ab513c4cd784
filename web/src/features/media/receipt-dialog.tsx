import './receipt.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Media } from '@plinth/contract/media/media.ts'
import { ApiError } from '../../lib/api/api.ts'
import { Dialog, DialogClose, whenClosed } from '../../ui/overlay/dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { receiptQuery } from './receipt-api.ts'
import { ReceiptView, type ReceiptContext } from './receipt-view.tsx'
import { texts } from './receipt-texts.ts'

interface ReceiptDialogProps {
  /** The file in the URL; undefined when the dialog is closed. */
  id: string | undefined
  of: ReceiptContext | undefined
  onStep: (id: string) => void
  onSaved: (media: Media) => void
  onClose: () => void
}

/** The receipt of one of the viewer's own files. */
export function ReceiptDialog({ id, of, onStep, onSaved, onClose }: ReceiptDialogProps) {
  // The content stays while the dialog closes.
  const [shown, setShown] = useState(id)
  if (id !== undefined && id !== shown) setShown(id)
  return (
    <Dialog
      open={id !== undefined}
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      titleHidden
      width="wide"
      bare
      className="receipt-dialog"
    >
      {shown === undefined ? null : (
        <Content
          key={shown}
          id={shown}
          of={of}
          onStep={onStep}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
      <DialogClose className="receipt-close" />
    </Dialog>
  )
}

function Content({ id, of, onStep, onSaved, onClose }: ReceiptDialogProps & { id: string }) {
  const query = useQuery(receiptQuery(id))
  if (query.error instanceof ApiError && query.error.status === 404) {
    return (
      <div className="py-24 px-6">
        <EmptyState title={texts.failed} line={texts.gone} />
      </div>
    )
  }
  return (
    <QueryView query={query} skeleton={<ReceiptSkeleton />} failed={texts.failed}>
      {(receipt) => (
        <ReceiptView
          receipt={receipt}
          of={of}
          onStep={onStep}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
    </QueryView>
  )
}

const ReceiptSkeleton = () => (
  <div role="status" aria-label={texts.loading} className="receipt">
    <div className="receipt-left relative flex flex-col min-h-0 overflow-hidden bg-wall-deep">
      <div className="receipt-stage">
        <Skeleton className="size-full" />
      </div>
      <div className="ledge" />
    </div>
    <div className="receipt-right">
      <div className="receipt-body">
        <Skeleton className="h-9 w-3/5" />
        <Skeleton className="mt-8 h-52 w-full" />
        <Skeleton className="mt-8 h-60 w-full" />
      </div>
    </div>
  </div>
)
