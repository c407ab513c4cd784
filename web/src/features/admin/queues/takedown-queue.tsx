import { useQueryClient } from '@tanstack/react-query'
import { TAKEDOWN_STATES, type AdminTakedown } from '@plinth/contract/moderation/copyright.ts'
import { ago } from '../../../lib/format/ago.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { takedownsQuery } from './queue-api.ts'
import { QueueThumb } from './queue-details.tsx'
import { takedownTexts as texts } from './queue-texts.ts'
import type { QueueProps, QueueRowProps } from './queue-rules.ts'
import { TakedownPane } from './takedown-pane.tsx'

/** Copyright notices. */
export function TakedownQueue(props: QueueProps) {
  const status = props.search.state === 'all' ? 'all' : 'open'
  return (
    <QueuePanel
      {...props}
      source={takedownsQuery(useQueryClient(), status)}
      state={status}
      texts={texts}
      Row={Row}
      Pane={TakedownPane}
    />
  )
}

function Row({ one, isOpen }: QueueRowProps<AdminTakedown>) {
  const { id, number, title, url, name, state, author, createdAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb person={author} />}
      title={title === '' ? url : <span className="work-title">{title}</span>}
      badge={
        <Badge kind={state === 'restored' || state === 'closed' ? 'approved' : 'danger'}>
          {TAKEDOWN_STATES.find(({ value }) => value === state)?.label}
        </Badge>
      }
      line={`${texts.number(number)}, ${name}`}
      aside={ago(createdAt, now)}
    />
  )
}
