import { may, type Right } from '@plinth/contract/http/rights.ts'
import { USUAL_ROLE, type Role } from '@plinth/contract/http/roles.ts'
import type { changeUser } from '@plinth/contract/moderation/admin.ts'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import { insertAudit, type AdminAct, type Audited } from '../../core/audit/audit-queries.ts'
import { hasOtherWith } from '../../core/proposals/proposal-queries.ts'
import { propose, type ProposedAct } from '../../core/proposals/proposals.ts'
import { isLastOwner, lockStaff } from '../../core/users/user-queries.ts'
import { restore, suspend } from '../../core/users/suspension-queries.ts'
import type { Database } from '../../db/pool.ts'
import type { Deps } from '../../deps.ts'
import { AppError, orNotFound, invalidField } from '../../http/errors.ts'
import { findAdminUser, giveRole, lockUser } from './user-queries.ts'

export interface CreatorChange {
  isCreator: boolean
  reason: string | null
}
/** Null takes any role away. */
interface RoleChange {
  role: Role | null
  reason: string | null
}
export type SuspensionChange =
  | { suspended: true; reason: string }
  | { suspended: false; note: string }

/** The one change that a body asks for. Throws `input.invalid` for none or several. */
export function changeOf(
  body: BodyOf<typeof changeUser>,
): CreatorChange | RoleChange | SuspensionChange {
  const { isCreator, isAdmin, role, suspended, reason, note } = body
  const changes = [isCreator, isAdmin, role, suspended].filter((change) => change !== undefined)
  if (changes.length !== 1) {
    throw new AppError('input.invalid', 'Change one of isCreator, role, isAdmin and suspended.')
  }
  if (reason !== undefined && (isCreator === true || suspended === false)) {
    throw invalidField('reason', 'Give a reason only when you take something or change a role.')
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
  const why = reason?.trim() ?? null
  if (isCreator !== undefined) return { isCreator, reason: why }
  return { role: role ?? (isAdmin === true ? USUAL_ROLE : null), reason: why }
}

/**
 * Locks all staff until the transaction ends and checks that the acting person may still do this. When two owners take
 * each other's role at the same time, only the first succeeds, so an owner is always left.
 */
export async function staffFor(
  trx: Database,
  { adminId }: AdminAct,
  right: Right,
): Promise<Map<string, Role>> {
  const staff = await lockStaff(trx)
  if (!may(staff.get(adminId) ?? null, right)) {
    throw new AppError('auth.forbidden', 'Your role has changed, so you can’t do this any more.')
  }
  return staff
}

/** Only who manages staff acts on the accounts of staff, so that no other role can lock an owner out. */
export function refuseOnStaff(
  staff: ReadonlyMap<string, Role>,
  { adminId }: AdminAct,
  id: string,
): void {
  if (staff.has(id) && !may(staff.get(adminId) ?? null, 'staff.manage'))
    throw new AppError('auth.forbidden', 'This account is staff. Ask an owner.')
}

/**
 * Gives or takes a role and logs it. If there is another owner, a new one is only proposed. Returns what to call after
 * the commit; null when the role stays as it is.
 */
export async function changeRole(
  deps: Pick<Deps, 'live' | 'jobs' | 'mail' | 'env'>,
  trx: Database,
  act: AdminAct,
  id: string,
  { role, reason, now }: RoleChange & { now: Date },
): Promise<(() => void) | null> {
  const staff = await staffFor(trx, act, 'staff.manage')
  const { role: before } = orNotFound(await lockUser(trx, id))
  if (before === role) return null
  if (isLastOwner(staff, id)) {
    throw new AppError('conflict', 'You’re the only owner. Make somebody else an owner first.')
  }
  if (role === 'owner' && (await hasOtherWith(trx, 'staff.manage', [act.adminId, id]))) {
    if (reason === null) throw invalidField('reason', 'Give a reason. Another owner decides by it.')
    const kinds = { kind: 'owner', subjectKind: 'user', toClientCents: null } as const
    const proposal = { ...kinds, subjectId: id, proposedBy: act.adminId, reason, now }
    await propose(deps, trx, act, { ...proposal, notFor: [id] })
    return null
  }
  await setRole(trx, act, id, { before, role, reason })
  return () => deps.live.accessMoved(id)
}

/** Logged first, so that the entry names the role of somebody who takes their own. */
async function setRole(
  trx: Database,
  act: AdminAct,
  id: string,
  { before, role, reason }: { before: Role | null; role: Role | null; reason: string | null },
): Promise<void> {
  await audit(trx, act, id, 'user.admin', {
    before: { role: before },
    after: { role, ...(reason === null ? {} : { reason }) },
  })
  await giveRole(trx, id, role)
}

/** What a confirmed proposal of an owner does. */
export const ownerAct: ProposedAct = {
  subjectKind: 'user',
  lock: async (trx, userId) => {
    await lockStaff(trx)
    orNotFound(await lockUser(trx, userId))
  },
  carryOut: async (trx, act, { subjectId, reason }) => {
    await staffFor(trx, act, 'staff.manage')
    const { role: before } = orNotFound(await lockUser(trx, subjectId))
    await setRole(trx, act, subjectId, { before, role: 'owner', reason })
    return () => undefined
  },
}

/** Suspends or restores somebody and logs it. Returns what to call after the commit; null when nothing changed. */
export async function changeSuspension(
  deps: Deps,
  trx: Database,
  act: AdminAct,
  id: string,
  change: SuspensionChange,
): Promise<(() => void) | null> {
  const staff = await staffFor(trx, act, 'users.suspend')
  // The user isn't locked here: a suspension locks their posts and works first, then the user.
  const user = orNotFound(await findAdminUser(trx, id, act.adminId))
  if (id === act.adminId) throw new AppError('conflict', 'You can’t suspend yourself.')
  refuseOnStaff(staff, act, id)
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
