import { TriangleAlert } from 'lucide-react'
import { LinkedText } from '../thread/linked-text.tsx'
import { texts } from '../messages-texts.ts'
import type { OutboxOfThread } from './use-outbox.ts'

type OneUnsent = OutboxOfThread['unsent'][number]

/** A reply that is being sent, or that failed and can be sent again. */
export function OutboxItem({
  unsent,
  onRetry,
  onRemove,
}: {
  unsent: OneUnsent
  onRetry: () => void
  onRemove: () => void
}) {
  const { content, files, isInFlight, reason } = unsent
  return (
    <li className="thread-item" data-own="">
      <div className="bubble" data-own="" data-unsent="">
        {content === '' ? null : <LinkedText text={content} />}
        {files.length === 0 ? null : (
          <ul className="text-14 text-ink-2">
            {files.map(({ id, name }) => (
              <li key={id} className="truncate">
                {name}
              </li>
            ))}
          </ul>
        )}
        {isInFlight ? (
          <p role="status" className="bubble-foot">
            {texts.outbox.sending}
          </p>
        ) : (
          <div className="bubble-foot flex flex-wrap items-center gap-x-4 gap-y-2">
            <p role="alert" className="flex items-start gap-1.5 text-danger">
              <TriangleAlert size={16} className="mt-px" aria-hidden />
              {[texts.outbox.failed, reason].join(' ').trim()}
            </p>
            <span className="flex gap-4">
              <button type="button" className="text-link hit" onClick={onRetry}>
                {texts.outbox.retry}
              </button>
              <button type="button" className="text-link hit" onClick={onRemove}>
                {texts.outbox.remove}
              </button>
            </span>
          </div>
        )}
      </div>
    </li>
  )
}
