import { COUNTER_NOTICE_DAYS, type AppealOutcome } from '@plinth/contract/moderation/appeals.ts'
import {
  COUNTER_STATEMENTS,
  sendCounterNotice,
  type CounterNotice,
  isSignedBy,
} from '@plinth/contract/moderation/copyright.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { queueEmail } from '../../core/notifications/emails/plain.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound, invalidField } from '../../http/errors.ts'
import { findOwnAppeal, closeCounter, insertAppeal, notifyUpheld } from './appeal-queries.ts'
import type { ModerationDeps } from './takedown-rules.ts'
import { addressOf, notifyHolder } from './copyright-emails.ts'
import { lockNotice, moveNotice, type HeldNotice } from './copyright-queries.ts'

const SILENCE = `No court order reached Plinth within ${COUNTER_NOTICE_DAYS} business days.`

/** The author of something taken down for a copyright notice can send one counter-notice. */
export function registerCounterNotices({ mount }: Context, deps: ModerationDeps): void {
  const { db } = deps
  mount(sendCounterNotice, async ({ params: { id }, body, viewer }) => {
    refuseUnsigned(body)
    const written = await db
      .transaction()
      .execute((trx) => openCounter(deps, trx, { userId: viewer.id, id, said: body }))
    return findOwnAppeal(db, written)
  })
}

/** Refuses a signature that is not the full name. */
export function refuseUnsigned({ name, signature }: { name: string; signature: string }): void {
  if (isSignedBy(signature, name)) return
  throw invalidField('signature', 'Enter your full name as the signature.')
}

/**
 * Saves a counter-notice and emails it to the holder, as the law requires. The work comes back after ten business days
 * unless the holder goes to court.
 */
async function openCounter(
  deps: ModerationDeps,
  trx: Database,
  { userId, id, said }: { userId: string; id: string; said: CounterNotice },
): Promise<string> {
  const notice = await lockNotice(trx, id)
  if (notice === undefined || notice.authorId !== userId || notice.removedAt === null)
    throw notFound()
  if (notice.state !== 'removed') throw answeredAlready()
  const at = deps.now()
  const restoreAt = afterBusinessDays(at, COUNTER_NOTICE_DAYS)
  const text = textOf(said, addressOf(notice.subject, deps.env.publicUrl))
  await moveNotice(trx, id, { to: 'counter', at, restoreAt })
  await queueEmail(trx, deps, {
    to: notice.email,
    subject: `Counter-notice to your copyright notice ${notice.number}`,
    paragraphs: [
      `Hello ${notice.name},`,
      `The author of the work in your notice ${notice.number} answered:`,
      text,
      `We restore it on ${restoreAt.toISOString().slice(0, 10)}, unless you tell us before then that you filed a court action.`,
    ],
  })
  const reason = `Copyright notice ${notice.number} by ${notice.name}`
  const act = { userId, kind: 'copyright', subjectId: id, at: notice.removedAt, reason } as const
  const written = await insertAppeal(trx, act, text)
  if (written === null) throw answeredAlready()
  return written
}

const answeredAlready = () =>
  new AppError('conflict', 'This copyright notice has already been answered.')

/** The full text of a counter-notice. */
const textOf = ({ text, name, address, phone, signature }: CounterNotice, url: string): string =>
  [
    text.trim(),
    `What was taken down: ${url}`,
    ...Object.values(COUNTER_STATEMENTS),
    [name, address, phone].map((line) => line.trim()).join('\n'),
    `Signed: ${signature.trim()}`,
  ].join('\n\n')

/** Puts back what a notice took down, or keeps it down, and notifies both sides. */
export async function settleNotice(
  deps: ModerationDeps,
  trx: Database,
  act: AdminAct | null,
  { held, outcome, note }: { held: HeldNotice; outcome: AppealOutcome; note: string },
): Promise<() => void> {
  const { subject, state } = held
  const isRestored = outcome === 'restored'
  if (state === 'counter') {
    const verdict = { outcome, note, adminId: act?.adminId ?? null, at: deps.now() }
    await closeCounter(trx, held.id, verdict)
  }
  await notifyHolder(trx, deps, held, { became: isRestored ? 'restored' : 'kept', note })
  // The author may have deleted it in the meantime. The notice is settled anyway.
  if (isRestored)
    return (await deps.takedowns[subject.kind].putBack(trx, act, subject.id)) ?? nothing
  await notifyUpheld(trx, { kind: subject.kind, subjectId: subject.id })
  return nothing
}

const nothing = () => undefined

/** Puts back a work after the waiting time. Does nothing when somebody decided in the meantime. */
export async function restoreDue(deps: ModerationDeps, id: string): Promise<void> {
  const notify = await deps.db.transaction().execute(async (trx) => {
    const held = await lockNotice(trx, id)
    if (held?.state !== 'counter') return null
    await moveNotice(trx, id, { to: 'restored', at: deps.now(), note: SILENCE, adminId: null })
    const done = await settleNotice(deps, trx, null, { held, outcome: 'restored', note: SILENCE })
    await insertAudit(trx, {
      act: null,
      action: 'takedown.move',
      subjectKind: 'takedown',
      subjectId: id,
      before: { state: 'counter' },
      after: { state: 'restored', note: SILENCE },
    })
    return done
  })
  notify?.()
}

const DAY_MS = 86_400_000

/** The same time of day `days` business days later. Saturdays and Sundays in UTC don't count. */
function afterBusinessDays(from: Date, days: number): Date {
  let at = from.getTime()
  for (let left = days; left > 0;) {
    at += DAY_MS
    const day = new Date(at).getUTCDay()
    if (day !== 0 && day !== 6) left -= 1
  }
  return new Date(at)
}
