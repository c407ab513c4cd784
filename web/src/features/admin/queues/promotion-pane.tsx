import { Link } from '@tanstack/react-router'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import {
  approvePromotion,
  listAdminPromotions,
  refundPromotion,
  refusePromotion,
  type Promotion,
} from '@plinth/contract/posts/promotions.ts'
import { call } from '../../../lib/api/api.ts'
import { dateAndTime, price } from '../../../lib/format/format.ts'
import { PromotionRefund } from './promotion-refund.tsx'
import { QueueDecision } from './queue-decision.tsx'
import { knownFacts, type QueueFact } from './queue-facts.ts'
import { QueueFacts, QueuePerson, QueueWork } from './queue-parts.tsx'
import type { QueuePaneProps } from './queue-props.ts'
import { promotionTexts as texts } from './queue-texts.ts'

/** The post at size, what was paid, and whether it runs. */
export function PromotionPane({ one: promotion, viewerId, onDone }: QueuePaneProps<Promotion>) {
  const { id, post, state, refundState, price: dollars } = promotion
  const sum = price(dollars)
  return (
    <>
      {post.picture === null ? null : <QueueWork picture={post.picture} />}
      <h2 className="work-title mt-5 text-24 text-ink">{post.title}</h2>
      {post.id === null ? (
        <p className="text-14 text-ink-3">{texts.gone}</p>
      ) : (
        <Link to="/post/$id" params={{ id: post.id }} className="text-link hit text-14">
          {texts.openPost}
        </Link>
      )}
      <QueueFacts facts={factsOf(promotion)} />
      {refundState === 'failed' ? (
        <PromotionRefund
          words={texts.again(sum)}
          send={(idempotencyKey) => call(refundPromotion, { params: { id }, idempotencyKey })}
        />
      ) : null}
      {state === 'waiting' ? (
        <QueueDecision
          viewerId={viewerId}
          subject={`promotion.${id}`}
          label={texts.reason}
          hint={texts.hint(sum)}
          maxLength={MAX_PROJECT_TEXT}
          queue={listAdminPromotions}
          ways={[
            {
              way: 'approve',
              words: texts.approve,
              busy: texts.approving,
              done: texts.approved,
              look: 'primary',
              isWordless: true,
            },
            {
              way: 'refuse',
              words: texts.refuse(sum),
              busy: texts.refusing,
              done: texts.refused(sum),
              look: 'quiet-danger',
            },
          ]}
          send={(way, reason, idempotencyKey) =>
            way === 'approve'
              ? call(approvePromotion, { params: { id }, idempotencyKey })
              : call(refusePromotion, { params: { id }, body: { reason }, idempotencyKey })
          }
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

const factsOf = (promotion: Promotion): QueueFact[] => {
  const { member, price: dollars, paidAt, startsAt, endsAt, reason, refundState } = promotion
  return knownFacts([
    [texts.member, <QueuePerson key="member" person={member} />],
    [texts.sum, price(dollars)],
    [texts.paid, paidAt && dateAndTime(paidAt)],
    [texts.runs, startsAt && endsAt && texts.from(dateAndTime(startsAt), dateAndTime(endsAt))],
    [texts.refusal, reason],
    [texts.refund, refundState && texts.refunds[refundState]],
  ])
}
