import '../../../styles/deal.css'
import { fullName } from '../../../lib/format/format.ts'
import { Dialog, DialogClose, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { HireForm } from './hire-form.tsx'
import type { HireTarget } from './hire-fields.ts'
import { hireTexts as texts } from './hire-texts.ts'
import { Link } from '@tanstack/react-router'
import { inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

interface HireDialogProps {
  open: boolean
  viewerId: string
  target: HireTarget
  onClose: () => void
  /** The server refused, so the work may have changed. */
  onRefused: () => void
}

/** Hires the creator of a work at its starting price: the request on the left, the terms on the right. */
export const HireDialog = ({ open, viewerId, target, onClose, onRefused }: HireDialogProps) => {
  const isReady = target.state === 'ready'
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
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
        <HireUnavailable target={target} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface HireUnavailableProps {
  target: Exclude<HireTarget, { state: 'ready' }>
  onClose: () => void
}

/** Shown in the dialog while nobody can be hired. */
function HireUnavailable({ target, onClose }: HireUnavailableProps) {
  switch (target.state) {
    case 'loading':
      return (
        <div role="status" aria-label={texts.loading} className="mt-5 grid gap-5">
          <Skeleton className="h-24" />
          <Skeleton className="h-48" />
        </div>
      )
    case 'failed':
      return (
        <div className="mt-5">
          <Failure
            title={texts.notOpen}
            line={target.sentence}
            retrying={target.isRetrying}
            onRetry={target.retry}
          />
        </div>
      )
    case 'on-inquiry':
      return (
        <>
          <p className="mt-5 text-16">{texts.onInquiry(target.creator.firstName)}</p>
          <DialogFooter>
            <Button asChild variant="primary">
              <Link {...inquiryDialog(target.creator.id, target.workId)} replace>
                {texts.inquire}
              </Link>
            </Button>
          </DialogFooter>
        </>
      )
    case 'gone':
    case 'self':
      return (
        <>
          <p className="mt-5 text-16">{texts[target.state]}</p>
          <DialogFooter>
            <Button onClick={onClose}>{texts.close}</Button>
          </DialogFooter>
        </>
      )
  }
}
