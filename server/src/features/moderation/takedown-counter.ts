import { COUNTER_NOTICE_DAYS, type AppealOutcome } from '@plinth/contract/moderation/appeals.ts'
import {
  COUNTER_STATEMENTS,
  sendCounterNotice,
  type CounterNotice,
} from '@plinth/contract/moderation/counter-notice.ts'
import { isSignedBy } from '@plinth/contract/moderation/takedowns.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { queueEmail } from '../../core/notifications/emails/plain-email.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { findOwnAppeal } from './appeal-list-queries.ts'
import { closeCounter, insertAppeal, noticeUpheld } from './appeal-queries.ts'
import type { Doors } from './standings.ts'
import { afterBusinessDays } from './business-days.ts'
import { addressOf, tellHolder } from './takedown-letters.ts'
import { holdNotice, moveNotice, type HeldNotice } from './takedown-queries.ts'

const SILENCE = `No court order reached Plinth within ${COUNTER_NOTICE_DAYS} business days.`

/** Whose thing was taken down for a copyright notice answers it once. */
export function registerCounterNotices({ mount, deps }: Context, doors: Doors): void {
  const { db } = deps
  mount(sendCounterNotice, async ({ params: { id }, body, viewer }) => {
    refuseUnsigned(body)
    const written = await db
      .transaction()
      .execute((trx) => openCounter(doors, trx, { userId: viewer.id, id, said: body }))
    return findOwnAppeal(db, written)
  })
}

/** A signature is the name once more. */
export function refuseUnsigned({ name, signature }: { name: string; signature: string }): void {
  if (isSignedBy(signature, name)) return
  throw new AppError('input.invalid', 'The signature is not the full name.', {
    fields: { signature: 'is not the full name above' },
  })
}

/**
 * The thing comes back after ten business days unless the holder goes to court. The holder gets the counter-notice, as
 * the law wants; an admin has read their notice by then.
 */
async function openCounter(
  doors: Doors,
  trx: Database,
  { userId, id, said }: { userId: string; id: string; said: CounterNotice },
): Promise<string> {
  const notice = await holdNotice(trx, id)
  if (notice === undefined || notice.authorId !== userId || notice.removedAt === null)
    throw notFound()
  if (notice.state !== 'removed') throw answeredAlready()
  const at = doors.now()
  const restoreAt = afterBusinessDays(at, COUNTER_NOTICE_DAYS)
  const text = textOf(said, addressOf(notice.subject, doors.env.publicUrl))
  await moveNotice(trx, id, { to: 'counter', at, restoreAt })
  await queueEmail(trx, doors, {
    to: notice.email,
    subject: `Counter-notice to your copyright notice ${notice.number}`,
    paragraphs: [
      `Hello ${notice.name},`,
      `whoever posted what your notice ${notice.number} names says:`,
      text,
      `It goes back up on ${restoreAt.toISOString().slice(0, 10)} unless you tell Plinth before that you have filed an action in court.`,
    ],
  })
  const reason = `Copyright notice ${notice.number} by ${notice.name}`
  const act = { userId, kind: 'copyright', subjectId: id, at: notice.removedAt, reason } as const
  const written = await insertAppeal(trx, act, text)
  if (written === null) throw answeredAlready()
  return written
}

const answeredAlready = () =>
  new AppError('conflict', 'This copyright notice has been answered already.')

/** All that a counter-notice says, in the order in which it is read. */
const textOf = ({ text, name, address, phone, signature }: CounterNotice, url: string): string =>
  [
    text.trim(),
    `What was taken down: ${url}`,
    ...Object.values(COUNTER_STATEMENTS),
    [name, address, phone].map((line) => line.trim()).join('\n'),
    `Signed: ${signature.trim()}`,
  ].join('\n\n')

/** Tells both sides that what a notice took down goes back up, and puts it there; or that it stays down. */
export async function settleNotice(
  doors: Doors,
  trx: Database,
  act: AdminAct | null,
  { held, outcome, note }: { held: HeldNotice; outcome: AppealOutcome; note: string },
): Promise<() => void> {
  const { subject, state } = held
  const isRestored = outcome === 'restored'
  if (state === 'counter') {
    const verdict = { outcome, note, adminId: act?.adminId ?? null, at: doors.now() }
    await closeCounter(trx, held.id, verdict)
  }
  await tellHolder(trx, doors, held, { became: isRestored ? 'restored' : 'kept', note })
  // Its author may have deleted it meanwhile: then the notice is settled all the same.
  if (isRestored)
    return (await doors.standings[subject.kind].putBack(trx, act, subject.id)) ?? nothing
  await noticeUpheld(trx, { kind: subject.kind, subjectId: subject.id })
  return nothing
}

const nothing = () => undefined

/** Puts back what a counter-notice has run its time for; nothing when somebody decided in the meantime. */
export async function restoreDue(doors: Doors, id: string): Promise<void> {
  const tell = await doors.db.transaction().execute(async (trx) => {
    const held = await holdNotice(trx, id)
    if (held?.state !== 'counter') return null
    await moveNotice(trx, id, { to: 'restored', at: doors.now(), note: SILENCE, adminId: null })
    const done = await settleNotice(doors, trx, null, { held, outcome: 'restored', note: SILENCE })
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
  tell?.()
}
