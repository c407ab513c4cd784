import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  TAKEDOWN_MOVES,
  createTakedown,
  listTakedowns,
  moveTakedown,
  type NewTakedown,
  type TakedownMove,
} from '@plinth/contract/moderation/copyright.ts'
import { insertAudit, type AdminAct } from '../../core/audit/audit-queries.ts'
import { findStaffEmails } from '../../core/users/user-queries.ts'
import { queueEmail } from '../../core/notifications/emails/plain.ts'
import type { Database } from '../../db/pool.ts'
import type { Context } from '../../deps.ts'
import { AppError, rateLimited, orNotFound, invalidField } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { addressKey } from '../../http/address.ts'
import type { ModerationDeps } from './takedown-rules.ts'
import { refuseUnsigned, restoreDue, settleNotice } from './counter-notice-steps.ts'
import { notifyHolder } from './copyright-emails.ts'
import {
  findNotice,
  listNotices,
  findAuthor,
  findDue,
  lockNotice,
  insertNotice,
  moveNotice,
  type HeldNotice,
  type Subject,
} from './copyright-queries.ts'

const DUE_JOB = 'takedowns.restore'

/** Copyright holders send notices without an account; admins decide on them. */
export function registerCopyright({ mount }: Context, deps: ModerationDeps): void {
  const { db, jobs, now } = deps

  mount(createTakedown, async ({ body, request }) => {
    const at = now()
    refuseUnsigned(body)
    const number = await db
      .transaction()
      .execute((trx) => receive(deps, trx, body, { sentFrom: addressKey(request.ip), at }))
    return { number, createdAt: at.toISOString() }
  })

  mount(listTakedowns, ({ viewer, query: { status = 'open', cursor, limit = PAGE_SIZE } }) =>
    listNotices(db, status, {
      viewerId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, status),
    }),
  )

  mount(moveTakedown, async ({ params: { id }, body, viewer, request }) => {
    const act = { adminId: viewer.id, requestId: request.id }
    const notify = await db.transaction().execute(async (trx) => {
      const held = orNotFound(await lockNotice(trx, id))
      return move(deps, trx, act, { held, ...body, note: body.note.trim() })
    })
    notify()
    return orNotFound(await findNotice(db, id))
  })

  jobs.work(
    DUE_JOB,
    async () => {
      for (const id of await findDue(db, now())) await restoreDue(deps, id)
    },
    { schedule: '7 * * * *' },
  )
}

/** Saves a notice, confirms it by email and emails the admins. Returns the notice's number. */
async function receive(
  deps: ModerationDeps,
  trx: Database,
  body: NewTakedown,
  { sentFrom, at }: { sentFrom: string; at: Date },
): Promise<number> {
  const subject = subjectOf(body.url, deps.env.publicUrl)
  const authorId = subject && (await findAuthor(trx, subject))
  if (subject === null || authorId === null) {
    throw invalidField('url', 'We can’t find a post or work at this address.')
  }
  const { work, name, organisation = '', email, address, signature } = body
  const said = { work: work.trim(), name: name.trim(), organisation: organisation.trim(), email }
  const stored = await insertNotice(trx, {
    ...said,
    address: address.trim(),
    signature: signature.trim(),
    url: body.url.trim(),
    subject,
    authorId,
    sentFrom,
    at,
  })
  if ('waitSeconds' in stored) throw mustWait(stored.waitSeconds)
  await notifyHolder(trx, deps, { ...stored, email, subject }, { became: 'received' })
  for (const to of new Set([
    ...deps.env.adminEmails,
    ...(await findStaffEmails(trx, 'copyright.decide')),
  ])) {
    await queueEmail(trx, deps, {
      to,
      subject: `Copyright notice ${stored.number}`,
      paragraphs: [
        `${said.name} (${said.email}) says ${body.url} is theirs: ${said.work}`,
        `Decide: ${deps.env.publicUrl}/admin`,
      ],
      replyTo: said.email,
    })
  }
  return stored.number
}

/** The post or work that a Plinth URL leads to; null for any other URL. */
function subjectOf(address: string, publicUrl: string): Subject | null {
  const text = address.trim()
  if (!URL.canParse(text, publicUrl)) return null
  const url = new URL(text, publicUrl)
  if (url.origin !== new URL(publicUrl).origin) return null
  const [, page, id] =
    /^\/(post|portfolio)\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/?$/i.exec(url.pathname) ?? []
  if (page === undefined || id === undefined) return null
  return { kind: page.toLowerCase() === 'post' ? 'post' : 'portfolio', id: id.toLowerCase() }
}

async function move(
  deps: ModerationDeps,
  trx: Database,
  act: AdminAct,
  { held, move: name, note }: { held: HeldNotice; move: TakedownMove; note: string },
): Promise<() => void> {
  const { id, number, state } = held
  const { from, to } = TAKEDOWN_MOVES[name]
  if (!(from as readonly string[]).includes(state)) {
    throw new AppError('conflict', `This notice is ${state}, so it can’t be ${to}.`)
  }
  await moveNotice(trx, id, { to, at: deps.now(), note, adminId: act.adminId })
  const notify = await carryOut(deps, trx, act, { held, move: name, note })
  await insertAudit(trx, {
    act,
    action: 'takedown.move',
    subjectKind: 'takedown',
    subjectId: id,
    before: { state },
    after: { state: to, note, number },
  })
  return notify
}

/** Takes down or puts back the post or work and emails the holder. Returns what to call after the commit. */
async function carryOut(
  deps: ModerationDeps,
  trx: Database,
  act: AdminAct,
  { held, move: name, note }: { held: HeldNotice; move: TakedownMove; note: string },
): Promise<() => void> {
  const { number, state, subject } = held
  if (name === 'remove') {
    const reason = `Copyright notice ${number} by ${held.name}: ${note}`
    const taken = { id: subject.id, reason, isClaimed: true }
    const notify = await deps.takedowns[subject.kind].takeDown(trx, act, taken)
    if (notify === null)
      throw new AppError('conflict', 'It’s already gone or down. Close the notice.')
    await notifyHolder(trx, deps, held, { became: 'removed', note })
    return notify
  }
  if (state === 'received') {
    await notifyHolder(trx, deps, held, { became: 'refused', note })
    return () => undefined
  }
  const outcome = name === 'restore' ? 'restored' : 'upheld'
  return settleNotice(deps, trx, act, { held, outcome, note })
}

const mustWait = (seconds: number): AppError =>
  rateLimited(seconds, (time) => `You’ve sent several notices. You can send another in ${time}.`)
