import type { changeUser } from '@plinth/contract/moderation/admin.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { insertAudit, type AdminAct, type Audited } from '../../core/audit/audit-queries.ts'
import { holdAdmins } from '../../core/users/user-queries.ts'
import { restore, suspend } from '../../core/users/suspension-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import { findAdminUser } from './user-list-queries.ts'
import { holdUser, setRight } from './user-write-queries.ts'

type RightChange = { isCreator: boolean } | { isAdmin: boolean }
type StandingChange = { suspended: true; reason: string } | { suspended: false; note: string }

/** The one thing that a body asks for, or 400. */
export function changeOf(body: BodyOf<typeof changeUser>): RightChange | StandingChange {
  const { isCreator, isAdmin, suspended, reason, note } = body
  const wishes = [isCreator, isAdmin, suspended].filter((wish) => wish !== undefined)
  if (wishes.length !== 1) {
    throw new AppError('input.invalid', 'Change one of isCreator, isAdmin and suspended.')
  }
  if (reason !== undefined && suspended !== true) {
    throw wrong('reason', 'Only a suspension takes a reason.', 'is not taken here')
  }
  if (note !== undefined && suspended !== false) {
    throw wrong('note', 'Only the end of a suspension takes a note.', 'is not taken here')
  }
  if (suspended === true) {
    if (reason === undefined) throw wrong('reason', 'Say why: the person reads it.', 'is missing')
    return { suspended, reason: reason.trim() }
  }
  if (suspended === false) {
    if (note === undefined) throw wrong('note', 'Say why: the audit log keeps it.', 'is missing')
    return { suspended, note: note.trim() }
  }
  // One of the three is there: it is this one, if none of the others.
  return isCreator === undefined ? { isAdmin: isAdmin === true } : { isCreator }
}

const wrong = (field: 'reason' | 'note', sentence: string, word: string) =>
  new AppError('input.invalid', sentence, { fields: { [field]: word } })

/**
 * All admins, held until the transaction ends, the acting one among them: so of two who take this right from one
 * another at once only the first does, and never is nobody left.
 */
export async function adminsFor(trx: Database, { adminId }: AdminAct): Promise<string[]> {
  const admins = await holdAdmins(trx)
  if (!admins.includes(adminId)) {
    throw new AppError('auth.forbidden', 'You are not an admin any more.')
  }
  return admins
}

/** Gives or takes a right, with its row in the audit log. What is so already is left alone. */
export async function changeRight(
  trx: Database,
  act: AdminAct,
  id: string,
  change: RightChange,
): Promise<void> {
  const admins = await adminsFor(trx, act)
  const user = await holdUser(trx, id)
  if (user === undefined) throw notFound()
  if ('isCreator' in change) {
    const { isCreator } = change
    if (user.isCreatorGranted === isCreator) return
    await setRight(trx, id, { creator_granted: isCreator })
    await audit(trx, act, id, 'user.creator', {
      before: { isCreator: !isCreator },
      after: { isCreator },
    })
    return
  }
  const { isAdmin } = change
  if (user.isAdmin === isAdmin) return
  if (!isAdmin && admins.every((admin) => admin === id)) {
    throw new AppError('conflict', 'You are the last admin. Make somebody else one first.')
  }
  await setRight(trx, id, { is_admin: isAdmin })
  await audit(trx, act, id, 'user.admin', { before: { isAdmin: !isAdmin }, after: { isAdmin } })
}

/** Suspends or restores somebody, with its row in the audit log. Answers what is to be called after the commit. */
export async function changeStanding(
  deps: Deps,
  trx: Database,
  act: AdminAct,
  id: string,
  change: StandingChange,
): Promise<(() => void) | null> {
  await adminsFor(trx, act)
  // Not held: a suspension holds somebody's things before them.
  const user = await findAdminUser(trx, id)
  if (user === null) throw notFound()
  if (id === act.adminId) throw new AppError('conflict', 'You cannot suspend yourself.')
  const tell = change.suspended
    ? await suspend(deps, trx, { userId: id, reason: change.reason })
    : await restore(deps, trx, { userId: id })
  if (tell === null) return null
  await (change.suspended
    ? audit(trx, act, id, 'user.suspend', { after: { reason: change.reason } })
    : audit(trx, act, id, 'user.restore', {
        before: { reason: user.suspended?.reason ?? null },
        after: { note: change.note },
      }))
  return tell
}

export const audit = (
  trx: Database,
  act: AdminAct,
  subjectId: string,
  action: Audited['action'],
  facts: Pick<Audited, 'before' | 'after'> = {},
): Promise<void> => insertAudit(trx, { act, action, subjectKind: 'user', subjectId, ...facts })
