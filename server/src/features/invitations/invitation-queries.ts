import {
  INVITATION_DAYS,
  type Invitation,
  type InvitationState,
} from '@plinth/contract/moderation/invitations.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import { meTable } from '../../core/session/viewer-sql.ts'
import { personOrNull } from '../../core/users/person-sql.ts'
import { newId } from '../../db/id.ts'
import {
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'

/** The state of an invitation `p`. It counts as revoked once its author is no longer an admin. */
const stateAt = (now: Date): RawBuilder<InvitationState> => sql`
  case when p.used_at is not null then 'used'
    when p.revoked_at is not null or not exists (
      select 1 from users a where a.id = p.made_by and a.is_admin) then 'revoked'
    when p.expires_at <= ${now}::timestamptz then 'expired'
    else 'open' end`

const shownInvitation = (now: Date): Shown => ({
  table: 'invitations',
  columns: sql`
    p.id, ${stateAt(now)} as state, p.email, p.note, ${personOrNull('m')} as "madeBy",
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.expires_at`)} as "expiresAt", ${personOrNull('u')} as "usedBy",
    ${isoTime(sql`p.used_at`)} as "usedAt"`,
  joins: sql`left join users m on m.id = p.made_by left join users u on u.id = p.used_by`,
})

/** Name of the list in its cursors. */
export const INVITATION_LIST = 'invitations'

export interface InvitationsInput {
  adminId: string
  now: Date
  limit: number
  after: TimePosition | null
}

const invitationsStatement = ({
  adminId,
  now,
  limit,
  after,
}: InvitationsInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: byTime(sql`p.created_at`),
    from: sql`invitations p`,
    conditions: [],
    limit,
    after: pastTime(after),
    shown: shownInvitation(now),
  })

export async function listOfInvitations(
  db: Database,
  input: InvitationsInput,
): Promise<Page<Invitation>> {
  const { json, last } = await onlyRow(db, invitationsStatement(input))
  return new Page(JSON.parse(json) as Invitation[], cursorAfter(INVITATION_LIST, last))
}

export interface NewInvitation {
  tokenHash: Buffer
  email: string | null
  note: string
  adminId: string
  now: Date
}

export async function insertInvitation(
  trx: Database,
  { tokenHash, email, note, adminId, now }: NewInvitation,
): Promise<Invitation> {
  const id = newId()
  await sql`
    insert into invitations (id, token_hash, email, note, made_by, created_at, expires_at)
    values (${id}::uuid, ${tokenHash}, ${email}, ${note}, ${adminId}::uuid, ${now},
      ${now}::timestamptz + ${INVITATION_DAYS}::int * interval '1 day')`.execute(trx)
  const { columns, joins } = shownInvitation(now)
  const { json } = await onlyRow(
    trx,
    sql<{ json: Invitation }>`
      select row_to_json(t) as json from (
        select ${columns} from invitations p ${joins} where p.id = ${id}::uuid) t`,
  )
  return json
}

export interface HeldInvitation {
  id: string
  state: InvitationState
  email: string | null
  expiresAt: Date
  usedBy: string | null
}

/** Locks an invitation, found by its id or token hash, so that two who accept it at once do so one after the other. */
export async function lockInvitation(
  trx: Database,
  by: { id: string } | { tokenHash: Buffer },
  now: Date,
): Promise<HeldInvitation | undefined> {
  return (await found(by, now, sql`for update of p`).execute(trx)).rows[0]
}

export async function findInvitation(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<HeldInvitation | undefined> {
  return (await found({ tokenHash }, now, sql``).execute(db)).rows[0]
}

const found = (by: { id: string } | { tokenHash: Buffer }, now: Date, hold: RawBuilder<unknown>) =>
  sql<HeldInvitation>`
    select p.id, ${stateAt(now)} as state, p.email, p.expires_at as "expiresAt", p.used_by as "usedBy"
    from invitations p
    where ${'id' in by ? sql`p.id = ${by.id}::uuid` : sql`p.token_hash = ${by.tokenHash}`} ${hold}`

export async function recordRevoked(trx: Database, id: string, now: Date): Promise<void> {
  await trx.updateTable('invitations').set({ revoked_at: now }).where('id', '=', id).execute()
}

export interface Guest {
  isAdmin: boolean
  /** Null when the sign-in provider has not verified it. */
  email: string | null
}

export async function lockGuest(trx: Database, userId: string): Promise<Guest> {
  return onlyRow(
    trx,
    sql<Guest>`
      select is_admin as "isAdmin", case when email_verified then email end as email
      from users where id = ${userId}::uuid for no key update`,
  )
}

export async function recordAccepted(
  trx: Database,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ used_by: userId, used_at: now })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('users')
    .set({ is_admin: true, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
