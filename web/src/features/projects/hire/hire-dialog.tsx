import '../../../styles/deal.css'
import { fullName } from '../../../lib/format/format.ts'
import { Dialog, DialogClose, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { HireForm } from './hire-form.tsx'
import type { FromBoard } from './hire-references.tsx'
import type { HireTarget } from './hire-fields.ts'
import { hireTexts as texts } from './hire-texts.ts'
import { Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

const LeaveGuard = lazy(async () => ({
  default: (await import('../../../ui/form/leave-guard.tsx')).LeaveGuard,
}))

interface HireDialogProps {
  open: boolean
  viewerId: string
  target: HireTarget
  FromBoard: FromBoard
  onClose: () => void
  /** The server refused, so the work may have changed. */
  onRefused: () => void
}

/** Hires the creator of a work at its starting price: the request on the left, the terms on the right. */
export function HireDialog(props: HireDialogProps) {
  const { open, viewerId, target, FromBoard: Choice, onClose, onRefused } = props
  const isReady = target.state === 'ready'
  const [unarrived, setUnarrived] = useState(0)
  return (
    <>
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
              FromBoard={Choice}
              onClose={onClose}
              onRefused={onRefused}
              onUnarrived={setUnarrived}
            />
            <DialogClose className="deal-close" />
          </>
        ) : (
          <HireUnavailable target={target} onClose={onClose} />
        )}
      </Dialog>
      <OnceOpened open={unarrived > 0}>
        <LeaveGuard armed={open && unarrived > 0} {...texts.leave} />
      </OnceOpened>
    </>
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
