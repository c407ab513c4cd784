import { Link } from '@tanstack/react-router'
import { inquiryDialog } from '../../../lib/routing/dialog-search.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { HireTarget } from './hire-target.ts'
import { hireTexts as texts } from './hire-texts.ts'

interface HireNotReadyProps {
  target: Exclude<HireTarget, { state: 'ready' }>
  onClose: () => void
}

/** What stands in the dialog while nobody can be hired in it. */
export function HireNotReady({ target, onClose }: HireNotReadyProps) {
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
