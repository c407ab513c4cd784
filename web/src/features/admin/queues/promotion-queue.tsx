import { useQueryClient } from '@tanstack/react-query'
import type { Promotion } from '@plinth/contract/posts/promotions.ts'
import { ago } from '../../../lib/format/ago.ts'
import { fullName, price } from '../../../lib/format/format.ts'
import { useNow } from '../../../lib/browser/use-now.ts'
import { Badge } from '../../../ui/layout/badge.tsx'
import { QueueRow } from '../../../ui/layout/queue-layout.tsx'
import { PromotionPane } from './promotion-pane.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { promotionsQuery } from './queue-api.ts'
import { QueueThumb } from './queue-details.tsx'
import { promotionTexts as texts } from './queue-texts.ts'
import type { QueueProps, QueueRowProps } from './queue-rules.ts'

/** Posts that members paid to promote. */
export function PromotionQueue(props: QueueProps) {
  const state = texts.states.find(({ value }) => value === props.search.state)?.value ?? 'waiting'
  return (
    <QueuePanel
      {...props}
      source={promotionsQuery(useQueryClient(), state)}
      state={state}
      texts={texts}
      Row={Row}
      Pane={PromotionPane}
    />
  )
}

function Row({ one, isOpen }: QueueRowProps<Promotion>) {
  const { id, post, member, price: sum, paidAt, createdAt, refundState } = one
  const now = useNow()
  return (
    <QueueRow
      id={id}
      isOpen={isOpen}
      thumb={<QueueThumb picture={post.picture} person={member} />}
      title={<span className="work-title">{post.title}</span>}
      badge={
        refundState === 'failed' ? (
          <Badge kind="danger">{`${texts.refund} ${texts.refunds.failed}`}</Badge>
        ) : null
      }
      line={texts.by(fullName(member), price(sum))}
      aside={ago(paidAt ?? createdAt, now)}
    />
  )
}
