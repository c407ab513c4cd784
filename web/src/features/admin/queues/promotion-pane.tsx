import { Link } from '@tanstack/react-router'
import { MAX_PROJECT_TEXT } from '@plinth/contract/limits.ts'
import {
  approvePromotion,
  listAdminPromotions,
  refundPromotion,
  refusePromotion,
  type Promotion,
} from '@plinth/contract/posts/promotions.ts'
import { asksToSignIn, call, sentenceOf } from '../../../lib/api/api.ts'
import { dateAndTime, price } from '../../../lib/format/format.ts'
import { DecisionForm } from './decision-form.tsx'
import { knownFacts, type QueueFact, type QueuePaneProps } from './queue-rules.ts'
import { QueueFacts, QueuePerson, QueueWork } from './queue-details.tsx'
import { promotionTexts as texts, queueTexts } from './queue-texts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ErrorText } from '../../../ui/feedback/error-text.tsx'
import { refreshQueue } from './queue-api.ts'

/** The promoted post, what was paid for it, and the decision. */
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
          resume={`promotion-refund.${id}`}
          words={texts.again(sum)}
          send={(idempotencyKey) => call(refundPromotion, { params: { id }, idempotencyKey })}
        />
      ) : null}
      {state === 'waiting' ? (
        <DecisionForm
          viewerId={viewerId}
          subject={`promotion.${id}`}
          label={texts.reason}
          hint={texts.hint(sum)}
          maxLength={MAX_PROJECT_TEXT}
          queue={listAdminPromotions}
          options={[
            {
              way: 'approve',
              words: texts.approve,
              busy: texts.approving,
              done: texts.approved,
              variant: 'primary',
              needsNoReason: true,
            },
            {
              way: 'refuse',
              words: texts.refuse(sum),
              busy: texts.refusing,
              done: texts.refused(sum),
              variant: 'quiet-danger',
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

/** Retries a refund that the bank returned. */
function PromotionRefund({
  resume,
  words,
  send,
}: {
  resume: string
  words: string
  send: (idempotencyKey: string) => Promise<unknown>
}) {
  const client = useQueryClient()
  const sending = useSendOnce({
    resume,
    send: (_: null, idempotencyKey) => send(idempotencyKey),
    onSent: () => {
      toast({ title: texts.sent, variant: 'success' })
      void refreshQueue(client, listAdminPromotions)
    },
  })
  const { error } = sending
  const isQuiet = error === null || asksToSignIn(error)
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      {isQuiet ? null : <ErrorText text={sentenceOf(error, queueTexts.notDone)} />}
      <Button busy={sending.isSending && texts.sending} onClick={() => sending.send(null)}>
        {words}
      </Button>
    </div>
  )
}
