import type { changeUser } from '@plinth/contract/moderation/admin.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { insertAudit, type AdminAct, type Audited } from '../../core/audit/audit-queries.ts'
import { lockAdmins } from '../../core/users/user-queries.ts'
import { restore, suspend } from '../../core/users/suspension-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, orNotFound, invalidField } from '../../http/errors.ts'
import { findAdminUser, lockUser, setRight } from './user-queries.ts'

type RightChange = { isCreator: boolean } | { isAdmin: boolean }
type SuspensionChange = { suspended: true; reason: string } | { suspended: false; note: string }

/** The one change that a body asks for. Throws `input.invalid` for none or several. */
export function changeOf(body: BodyOf<typeof changeUser>): RightChange | SuspensionChange {
  const { isCreator, isAdmin, suspended, reason, note } = body
  const changes = [isCreator, isAdmin, suspended].filter((change) => change !== undefined)
  if (changes.length !== 1) {
    throw new AppError('input.invalid', 'Change one of isCreator, isAdmin and suspended.')
  }
  if (reason !== undefined && suspended !== true) {
    throw invalidField('reason', 'Give a reason only when you suspend an account.')
  }
  if (note !== undefined && suspended !== false) {
    throw invalidField('note', 'Give a note only when you restore an account.')
  }
  if (suspended === true) {
    if (reason === undefined) throw invalidField('reason', 'Give a reason. They will read it.')
    return { suspended, reason: reason.trim() }
  }
  if (suspended === false) {
    if (note === undefined) throw invalidField('note', 'Give a reason for the audit log.')
    return { suspended, note: note.trim() }
  }
  // Exactly one of the three is set, and it isn't `suspended`.
  return isCreator === undefined ? { isAdmin: isAdmin === true } : { isCreator }
}

/**
 * Locks all admins until the transaction ends and checks that the acting one still is one. When two admins remove each
 * other's right at the same time, only the first succeeds, so an admin is always left.
 */
export async function adminsFor(trx: Database, { adminId }: AdminAct): Promise<string[]> {
  const admins = await lockAdmins(trx)
  if (!admins.includes(adminId)) {
    throw new AppError('auth.forbidden', 'You’re no longer an admin.')
  }
  return admins
}

/** Grants or removes a right and logs it. Does nothing when the right is already as asked. */
export async function changeRight(
  trx: Database,
  act: AdminAct,
  id: string,
  change: RightChange,
): Promise<void> {
  const admins = await adminsFor(trx, act)
  const user = orNotFound(await lockUser(trx, id))
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
    throw new AppError('conflict', 'You’re the only admin. Make somebody else an admin first.')
  }
  await setRight(trx, id, { is_admin: isAdmin })
  await audit(trx, act, id, 'user.admin', { before: { isAdmin: !isAdmin }, after: { isAdmin } })
}

/** Suspends or restores somebody and logs it. Returns what to call after the commit; null when nothing changed. */
export async function changeSuspension(
  deps: Deps,
  trx: Database,
  act: AdminAct,
  id: string,
  change: SuspensionChange,
): Promise<(() => void) | null> {
  await adminsFor(trx, act)
  // The user isn't locked here: a suspension locks their posts and works first, then the user.
  const user = orNotFound(await findAdminUser(trx, id))
  if (id === act.adminId) throw new AppError('conflict', 'You can’t suspend yourself.')
  const notify = change.suspended
    ? await suspend(deps, trx, { userId: id, reason: change.reason })
    : await restore(deps, trx, { userId: id })
  if (notify === null) return null
  await (change.suspended
    ? audit(trx, act, id, 'user.suspend', { after: { reason: change.reason } })
    : audit(trx, act, id, 'user.restore', {
        before: { reason: user.suspended?.reason ?? null },
        after: { note: change.note },
      }))
  return notify
}

export const audit = (
  trx: Database,
  act: AdminAct,
  subjectId: string,
  action: Audited['action'],
  facts: Pick<Audited, 'before' | 'after'> = {},
): Promise<void> => insertAudit(trx, { act, action, subjectKind: 'user', subjectId, ...facts })
