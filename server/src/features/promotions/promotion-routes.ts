import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  approvePromotion,
  confirmPromotion,
  listAdminPromotions,
  listPromotions,
  promotePost,
  refundPromotion,
  refusePromotion,
} from '@plinth/contract/posts/promotions.ts'
import type { FastifyRequest } from 'fastify'
import { insertAudit, type Audited } from '../../core/audit/audit-queries.ts'
import type { Money } from '../../core/money/money.ts'
import { queueMoneyEmail } from '../../core/notifications/emails/money/money-jobs.ts'
import type { Context, Deps } from '../../deps.ts'
import type { Database } from '../../db/pool.ts'
import { AppError, notFound, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import type { Viewer } from '../../http/viewer.ts'
import {
  runPromotions,
  approve,
  orderPromotion,
  promotionPaid,
  refuse,
  takeChargeback,
  emailMoved,
  type EmailMember,
} from './promotion-steps.ts'
import {
  adminListName,
  findPromotion,
  listForAdmins,
  listOwn,
  OWN_LIST,
} from './promotion-list-queries.ts'
import { lockPromotion, type HeldPromotion } from './promotion-queries.ts'

const LIMITS_JOB = 'promotions.limits'

/** Members pay for a place in For You; an admin approves the promotion or refunds it. */
export function registerPromotions({ app, mount, deps }: Context, money: Money): void {
  const { db, jobs, now } = deps

  mount(promotePost, async ({ params: { id }, viewer }) => {
    const { url, cents } = await money.openPayment((trx) =>
      orderPromotion(trx, { postId: id, userId: viewer.id, now: now() }),
    )
    return { url, amount: cents / 100 }
  })

  mount(listPromotions, ({ query: { postId = null, cursor, limit = PAGE_SIZE }, viewer }) =>
    listOwn(db, {
      userId: viewer.id,
      postId,
      limit,
      after: decodeTimeCursor(cursor, OWN_LIST),
    }),
  )

  mount(confirmPromotion, async ({ params: { id }, viewer }) => {
    const own = { id, viewerId: viewer.id, isAny: false }
    if ((await findPromotion(db, own)) === undefined) throw notFound()
    await money.confirm({ projectId: null, promotionId: id })
    return orNotFound(await findPromotion(db, own))
  })

  registerAdmins({ mount, deps }, money)

  money.onPaid('promotion', (trx, payment, at) =>
    promotionPaid({ trx, money, now: at, email: emailer(trx, deps) }, payment),
  )
  money.onMoved((trx, moved) => emailMoved(trx, emailer(trx, deps), moved))
  money.onChargeback((trx, chargeback, at) =>
    takeChargeback({ trx, money, now: at, email: emailer(trx, deps) }, chargeback),
  )
  jobs.work(
    LIMITS_JOB,
    () =>
      runPromotions(deps, money, now(), (error) =>
        app.log.error({ err: error }, 'a promotion could not be ended or refunded'),
      ),
    { schedule: '* * * * *' },
  )
}

const emailer =
  (trx: Database, deps: Deps): EmailMember =>
  (promotion, news) =>
    queueMoneyEmail(trx, deps, {
      userId: promotion.userId,
      at: deps.now(),
      told: { about: 'promotion', news, promotionId: promotion.id, postId: null },
    })

interface AdminCall {
  params: { id: string }
  viewer: Viewer
  request: FastifyRequest
}

function registerAdmins({ mount, deps }: Pick<Context, 'mount' | 'deps'>, money: Money): void {
  const { db, now } = deps

  mount(listAdminPromotions, ({ query: { state = null, cursor, limit = PAGE_SIZE }, viewer }) =>
    listForAdmins(db, {
      adminId: viewer.id,
      state,
      limit,
      after: decodeTimeCursor(cursor, adminListName(state)),
    }),
  )

  /** Decides about a promotion that nobody else can change meanwhile, and writes the audit log. */
  const decide = async (
    { params: { id }, viewer, request }: AdminCall,
    action: Audited['action'],
    act: (trx: Database, promotion: HeldPromotion) => Promise<Pick<Audited, 'before' | 'after'>>,
  ) => {
    await db.transaction().execute(async (trx) => {
      const promotion = impartial(await lockPromotion(trx, id), viewer)
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action,
        subjectKind: 'promotion',
        subjectId: promotion.id,
        ...(await act(trx, promotion)),
      })
    })
    return orNotFound(await findPromotion(db, { id, viewerId: viewer.id, isAny: true }))
  }

  mount(approvePromotion, (call) =>
    decide(call, 'promotion.approve', async (trx, promotion) => {
      const endsAt = await approve({ trx, money, now: now() }, promotion, call.viewer.id)
      return {
        before: { state: promotion.state },
        after: { state: 'running', endsAt: endsAt.toISOString() },
      }
    }),
  )

  mount(refusePromotion, (call) =>
    decide(call, 'promotion.refuse', async (trx, promotion) => {
      const reason = call.body.reason.trim()
      await refuse({ trx, money, now: now() }, promotion, { adminId: call.viewer.id, reason })
      return { before: { state: promotion.state }, after: { state: 'refused', reason } }
    }),
  )

  mount(refundPromotion, (call) =>
    decide(call, 'promotion.refund', async (trx, { id }) => {
      const refunds = await money.retryRefunds(trx, { projectId: null, promotionId: id }, now())
      if (refunds === 0)
        throw new AppError('conflict', 'The bank hasn’t returned a refund of this promotion.')
      return { after: { refunds } }
    }),
  )
}

/** Nobody decides on their own money. */
function impartial(promotion: HeldPromotion | undefined, viewer: Viewer): HeldPromotion {
  if (promotion === undefined) throw notFound()
  if (promotion.userId === viewer.id)
    throw new AppError('auth.forbidden', 'This is your own post. Another admin has to decide.')
  return promotion
}
