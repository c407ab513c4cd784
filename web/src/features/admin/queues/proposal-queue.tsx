import { useQueryClient } from '@tanstack/react-query'
import type { Proposal } from '@plinth/contract/moderation/proposals.ts'
import { ago } from '../../../lib/format/ago.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { ProposalPane } from './proposal-pane.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { proposalsQuery } from './queue-api.ts'
import { QueueThumb } from './queue-details.tsx'
import { nameOf, type QueueProps, type QueueRowProps } from './queue-rules.ts'
import { proposalTexts as texts } from './queue-texts.ts'

/** What one member of staff proposed and another has to confirm. */
export function ProposalQueue(props: QueueProps) {
  const state = props.search.state === 'closed' ? 'closed' : 'open'
  return (
    <QueuePanel
      {...props}
      source={proposalsQuery(useQueryClient(), state)}
      state={state}
      texts={texts}
      Row={Row}
      Pane={ProposalPane}
    />
  )
}

function Row({ one, isOpen }: QueueRowProps<Proposal>) {
  const { id, kind, title, state, proposedBy, createdAt, decidedAt } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb person={proposedBy} />}
      title={title}
      badge={
        state === 'open' ? null : (
          <Badge kind={state === 'confirmed' ? 'approved' : 'danger'}>
            {texts.stateNames[state]}
          </Badge>
        )
      }
      line={`${texts.kinds[kind]}, ${nameOf(proposedBy)}`}
      aside={ago(decidedAt ?? createdAt, now)}
    />
  )
}
