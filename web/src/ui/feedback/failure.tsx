import { TriangleAlert } from 'lucide-react'
import { Button } from '../actions/button.tsx'

/** An error with a button to try again. */
export function Failure({
  title,
  line,
  onRetry,
  retrying = false,
}: {
  title: string
  line?: string
  onRetry?: () => void
  retrying?: boolean
}) {
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-panel bg-surface-1 p-6">
      <p className="flex items-center gap-2.5 font-semibold text-ink">
        <TriangleAlert size={20} className="text-danger" aria-hidden />
        {title}
      </p>
      {line !== undefined && line !== '' && <p className="text-14 text-ink-2">{line}</p>}
      {onRetry && (
        <Button onClick={onRetry} busy={retrying && 'Trying...'}>
          Try again
        </Button>
      )}
    </div>
  )
}
