import { Button } from '../../../ui/actions/button.tsx'
import { DialogFooter } from '../../../ui/overlay/dialog.tsx'
import { Failure } from '../../../ui/feedback/failure.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { Addressee } from './compose-head.tsx'
import { composeTexts as texts } from './compose-texts.ts'

/** Shown instead of the form while the receiver is loading or can't be written to. */
export function NotReady({
  addressee,
  onClose,
}: {
  addressee: Exclude<Addressee, { state: 'ready' }>
  onClose: () => void
}) {
  switch (addressee.state) {
    case 'loading':
      return (
        <div role="status" aria-label={texts.person.loading} className="pb-8">
          <Skeleton className="h-20 w-full" />
          <Skeleton className="mt-5 h-12 w-full" />
          <Skeleton className="mt-5 h-40 w-full" />
        </div>
      )
    case 'failed':
      return (
        <div className="pb-8">
          <Failure
            title={texts.person.failed}
            line={addressee.sentence}
            retrying={addressee.isRetrying}
            onRetry={addressee.retry}
          />
        </div>
      )
    case 'gone':
      return <Closing line={texts.person.gone} onClose={onClose} />
    case 'self':
      return <Closing line={texts.person.self} onClose={onClose} />
  }
}

const Closing = ({ line, onClose }: { line: string; onClose: () => void }) => (
  <div className="pb-6">
    <p className="text-16 text-ink-2">{line}</p>
    <DialogFooter>
      <Button onClick={onClose}>{texts.person.close}</Button>
    </DialogFooter>
  </div>
)
