import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  decideHeld,
  listHeld,
  listOwnHeld,
  type HeldText,
} from '@plinth/contract/moderation/held.ts'
import { STRIKE_DAYS } from '@plinth/contract/people/levels.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import type { Deliver } from '../../core/held/holding.ts'
import { sweepPrints } from '../../core/held/print-queries.ts'
import { addStrike } from '../../core/limits/strike-queries.ts'
import { queueEmail } from '../../core/notifications/emails/plain.ts'
import type { Database } from '../../db/pool.ts'
import type { Context, Deps } from '../../deps.ts'
import { AppError, invalidField, orNotFound } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import {
  OWN_HELD,
  closeHeld,
  findForAdmin,
  listForAdmin,
  listOwn,
  lockHeld,
  type HeldRow,
} from './held-queries.ts'

/** How each kind of text is delivered. */
export type Delivery = Record<HeldText['kind'], Deliver>

/** What went to many people waits here until staff send or refuse it. */
export function registerHeld({ mount, deps }: Context, delivery: Delivery): void {
  const { db, now } = deps

  mount(listOwnHeld, ({ viewer, query: { cursor, limit = PAGE_SIZE } }) =>
    listOwn(db, { viewerId: viewer.id, limit, after: decodeTimeCursor(cursor, OWN_HELD) }),
  )

  mount(listHeld, ({ viewer, query: { status = 'waiting', cursor, limit = PAGE_SIZE } }) =>
    listForAdmin(db, status, {
      viewerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, status),
    }),
  )

  mount(decideHeld, async ({ params: { id }, body: { outcome, note }, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const reason = note?.trim() ?? null
    if (outcome === 'refused' && reason === null)
      throw invalidField('note', 'Give a reason. They will read it.')
    await db.transaction().execute(async (trx) => {
      const held = orNotFound(await lockHeld(trx, id))
      if (!held.isWaiting) throw new AppError('conflict', 'This has already been decided.')
      const state =
        outcome === 'sent'
          ? await sendNow(deps, trx, held, delivery[held.kind])
          : await refuse(deps, trx, held, reason ?? '')
      await closeHeld(trx, id, { state, note: reason, adminId: viewer.id, at: now() })
      await log(trx, act, held, { state, note: reason })
    })
    return orNotFound(await findForAdmin(db, id))
  })

  deps.jobs.work('held.sweep', () => sweepPrints(db), { schedule: '17 * * * *' })
}

/** Delivers it and tells the author, who has been waiting. */
async function sendNow(
  deps: Deps,
  trx: Database,
  held: HeldRow,
  how: Deliver,
): Promise<'sent' | 'gone'> {
  const state = await deliver(how, held)
  if (state === 'sent')
    await queueEmail(trx, deps, {
      to: held.authorEmail,
      subject: `We sent your ${held.kind}`,
      paragraphs: [
        `You sent nearly the same ${held.kind} to many people, so we looked at it first. All is well, and it has been sent.`,
      ],
    })
  return state
}

/** Sends it while its row is locked; a second try after a crash sends it no second time. */
async function deliver(how: Deliver, { payload, ...held }: HeldRow): Promise<'sent' | 'gone'> {
  try {
    await how(payload, held)
    return 'sent'
  } catch (error) {
    // The receiver blocked its author or left, or the post is gone.
    if (error instanceof AppError && error.status < 500) return 'gone'
    throw error
  }
}

/** Tells the author why, and gives them a strike. */
async function refuse(
  deps: Deps,
  trx: Database,
  { id, kind, authorId, authorEmail }: HeldRow,
  reason: string,
): Promise<'refused'> {
  const struck = { kind, subjectId: id }
  await addStrike(trx, struck, { userId: authorId, reason, now: deps.now() })
  await queueEmail(trx, deps, {
    to: authorEmail,
    subject: `We didn’t send your ${kind}`,
    paragraphs: [
      `You sent nearly the same ${kind} to many people, so we looked at it first. We decided not to send it. Reason: ${reason}`,
      `Your account has a strike for it, which counts for ${STRIKE_DAYS} days. You can appeal once: ${deps.env.publicUrl}/taken-down`,
    ],
  })
  return 'refused'
}

/** Logged without the text, which may be a private message. */
const log = (
  trx: Database,
  act: AdminAct,
  { authorId, kind }: HeldRow,
  { state, note }: { state: string; note: string | null },
): Promise<void> =>
  insertAudit(trx, {
    act,
    action: state === 'refused' ? 'held.refuse' : 'held.send',
    subjectKind: 'user',
    subjectId: authorId,
    before: { state: 'waiting' },
    after: { kind, state, ...(note === null ? {} : { note }) },
  })
