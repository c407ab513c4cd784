import { PROMOTION_CENTS, PROMOTION_DAYS } from '@plinth/contract/limits.ts'
import type { PromotionNews } from '../../core/notifications/emails/money/promotion-emails.ts'
import type {
  Chargeback,
  Money,
  MoneyMoved,
  PaidPayment,
  PaymentOrder,
} from '../../core/money/money.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, orNotFound } from '../../http/errors.ts'
import type { Deps } from '../../deps.ts'
import {
  lockCurrent,
  lockOwnPost,
  lockPromotion,
  insertPromotion,
  recordEnded,
  recordPaid,
  recordRefused,
  recordRunning,
  notifyMember,
  type HeldPromotion,
  findDue,
  lockDue,
} from './promotion-queries.ts'
import { endOf, PROMOTION_PURPOSE, REASONS, requireVisible, wrongState } from './promotion-rules.ts'

/** A transaction in which the promotion is locked. */
export interface StepContext {
  trx: Database
  money: Pick<Money, 'settle' | 'lockUnsettled'>
  now: Date
}
/** Emails the member at once, where no notification does. */
export type EmailMember = (
  promotion: Pick<HeldPromotion, 'id' | 'userId'>,
  news: PromotionNews,
) => Promise<void>
interface PaymentContext extends StepContext {
  email: EmailMember
}

/** The order for promoting one of the member's own posts. An unpaid promotion of the post is used again. */
export async function orderPromotion(
  trx: Database,
  { postId, userId, now }: { postId: string; userId: string; now: Date },
): Promise<PaymentOrder> {
  const post = orNotFound(await lockOwnPost(trx, { id: postId, userId }))
  requireVisible(post)
  const current = await lockCurrent(trx, post.id)
  if (current !== undefined && current.state !== 'unpaid') throw wrongState(current.state)
  const promotionId =
    current?.id ?? (await insertPromotion(trx, { postId: post.id, userId, title: post.title, now }))
  return {
    projectId: null,
    promotionId,
    purpose: PROMOTION_PURPOSE,
    payerId: userId,
    cents: PROMOTION_CENTS,
    title: `Promotion: ${post.title}`,
    description: `${PROMOTION_DAYS} days in For You, with a Promoted label.`,
    picture: null,
    promise: 'An admin checks it first. If they refuse it, you get all of it back.',
    facts: { purpose: 'promotion' },
    returnTo: `/post/${post.id}?promotion=${promotionId}`,
  }
}

/** Handles a payment. If the promotion no longer waits for one, the payment is refunded in full. */
export async function promotionPaid(context: PaymentContext, payment: PaidPayment): Promise<void> {
  const { trx } = context
  const promotion =
    payment.promotionId === null ? undefined : await lockPromotion(trx, payment.promotionId)
  if (promotion === undefined) throw new Error(`a payment for no promotion: ${payment.promotionId}`)
  if (promotion.state !== 'unpaid') return refundAll(context, payment)
  if (promotion.isVisible) {
    await recordPaid(trx, promotion.id, payment.paidAt)
    return context.email(promotion, 'promotion_paid')
  }
  await refundAll(context, payment)
  await recordRefused(trx, promotion.id, {
    adminId: null,
    reason: REASONS.unseen,
    paidAt: payment.paidAt,
  })
  await notifyMember(trx, promotion, 'promotion_refused')
}

/** Starts the promotion; the payment becomes Plinth's revenue. Returns when it ends. */
export async function approve(
  context: StepContext,
  promotion: HeldPromotion,
  adminId: string,
): Promise<Date> {
  const { trx, now } = context
  if (promotion.state !== 'waiting') throw wrongState(promotion.state)
  if (!promotion.isVisible)
    throw new AppError(
      'conflict',
      'Not everybody can see this post now. Wait, or refuse the promotion.',
    )
  await settleAll(context, promotion, 'revenue')
  const endsAt = endOf(now)
  await recordRunning(trx, promotion.id, { adminId, startsAt: now, endsAt })
  await notifyMember(trx, promotion, 'promotion_running')
  return endsAt
}

/** Refuses the promotion and refunds the payment in full. */
export async function refuse(
  context: StepContext,
  promotion: HeldPromotion,
  { adminId, reason }: { adminId: string | null; reason: string },
): Promise<void> {
  if (promotion.state !== 'waiting') throw wrongState(promotion.state)
  await settleAll(context, promotion, 'member')
  await recordRefused(context.trx, promotion.id, { adminId, reason })
  await notifyMember(context.trx, promotion, 'promotion_refused')
}

/** Ends the promotion: its week is over, or its post was deleted or made private. */
async function end({ trx, now }: StepContext, promotion: HeldPromotion): Promise<void> {
  await recordEnded(trx, promotion.id, now)
  await notifyMember(trx, promotion, 'promotion_ended')
}

/** After a lost chargeback nothing is paid for, so the promotion ends or is refused. */
export async function takeChargeback(
  context: PaymentContext,
  { promotionId, state }: Chargeback,
): Promise<void> {
  if (promotionId === null) return
  const promotion = await lockPromotion(context.trx, promotionId)
  if (promotion === undefined) return
  if (state !== 'lost')
    return context.email(
      promotion,
      state === 'open' ? 'promotion_chargeback_opened' : 'promotion_chargeback_won',
    )
  if (promotion.state === 'running') return end(context, promotion)
  if (promotion.state !== 'waiting') return
  await recordRefused(context.trx, promotion.id, { adminId: null, reason: REASONS.chargeback })
  await notifyMember(context.trx, promotion, 'promotion_refused')
}

/** Emails the member whether their refund arrived or failed. */
export async function emailMoved(
  trx: Database,
  email: EmailMember,
  { promotionId, kind }: MoneyMoved,
): Promise<void> {
  if (promotionId === null || kind === 'paid_out') return
  const promotion = await lockPromotion(trx, promotionId)
  if (promotion !== undefined)
    await email(promotion, kind === 'refunded' ? 'promotion_refunded' : 'promotion_refund_failed')
}

async function settleAll(
  { trx, money, now }: StepContext,
  { id }: HeldPromotion,
  whose: 'member' | 'revenue',
): Promise<void> {
  for (const payment of await money.lockUnsettled(trx, { projectId: null, promotionId: id })) {
    await money.settle(trx, {
      paymentId: payment.id,
      toClientCents: whose === 'member' ? payment.cents : 0,
      toCreatorCents: whose === 'member' ? 0 : payment.cents,
      creatorId: null,
      now,
    })
  }
}

const refundAll = ({ trx, money, now }: StepContext, { id, cents }: PaidPayment): Promise<void> =>
  money.settle(trx, {
    paymentId: id,
    toClientCents: cents,
    toCreatorCents: 0,
    creatorId: null,
    now,
  })

/**
 * Ends promotions whose week is over or whose post is no longer visible, and refunds those whose post was deleted before
 * they ran. Each promotion has a transaction of its own.
 */
export async function runPromotions(
  { db }: Pick<Deps, 'db'>,
  money: Money,
  now: Date,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const id of await findDue(db, now)) {
    await db
      .transaction()
      .execute(async (trx) => {
        const promotion = await lockDue(trx, { id, now })
        if (promotion === undefined) return
        const context = { trx, money, now }
        if (promotion.state === 'running') await end(context, promotion)
        else await refuse(context, promotion, { adminId: null, reason: REASONS.deleted })
      })
      .catch(onError)
  }
}
