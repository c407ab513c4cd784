import {
  INVITATION_DAYS,
  type InvitedRole,
  type Invitation,
  type InvitationMail,
  type InvitationState,
} from '@plinth/contract/moderation/invitations.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import { sql, type RawBuilder } from 'kysely'
import { hasRight } from '../../db/staff-sql.ts'
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

/** After that a send that has not ended has been lost with the server that tried it. */
const SENDING_MINUTES = 10

/** How the email with an invitation `p` is doing. */
const mailAt = (now: Date): RawBuilder<InvitationMail | null> => sql`
  case when p.mail_state = 'sending'
    and p.mail_at < ${now}::timestamptz - ${sql.lit(SENDING_MINUTES)} * interval '1 minute'
    then 'failed' else p.mail_state end`

/** The state of an invitation `p`. It counts as revoked once its author may no longer invite. */
const stateAt = (now: Date): RawBuilder<InvitationState> => sql`
  case when p.used_at is not null then 'used'
    when p.revoked_at is not null or not exists (
      select 1 from users a where a.id = p.made_by and ${hasRight(sql`a.staff_role`, 'invitations.make')}) then 'revoked'
    when p.expires_at <= ${now}::timestamptz then 'expired'
    else 'open' end`

const shownInvitation = (now: Date): Shown => ({
  table: 'invitations',
  columns: sql`
    p.id, ${stateAt(now)} as state, p.email, p.note, p.role, ${personOrNull('m')} as "madeBy",
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.expires_at`)} as "expiresAt", ${personOrNull('u')} as "usedBy",
    ${isoTime(sql`p.used_at`)} as "usedAt", ${mailAt(now)} as mail`,
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
  role: InvitedRole
  adminId: string
  /** Whether an email with a link follows. */
  isMailed: boolean
  now: Date
}

export async function insertInvitation(
  trx: Database,
  { tokenHash, email, note, role, adminId, isMailed, now }: NewInvitation,
): Promise<Invitation> {
  const id = newId()
  await sql`
    insert into invitations (id, token_hash, email, note, role, made_by, created_at, expires_at,
      mail_state, mail_at)
    values (${id}::uuid, ${tokenHash}, ${email}, ${note}, ${role}, ${adminId}::uuid, ${now},
      ${now}::timestamptz + ${INVITATION_DAYS}::int * interval '1 day',
      ${isMailed ? 'sending' : null}, ${isMailed ? now : null})`.execute(trx)
  return readInvitation(trx, id, now)
}

export async function readInvitation(db: Database, id: string, now: Date): Promise<Invitation> {
  const { columns, joins } = shownInvitation(now)
  const { json } = await onlyRow(
    db,
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
  role: InvitedRole
  expiresAt: Date
  usedBy: string | null
  mail: InvitationMail | null
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
    select p.id, ${stateAt(now)} as state, p.email, p.role, p.expires_at as "expiresAt", p.used_by as "usedBy",
      ${mailAt(now)} as mail
    from invitations p where ${'id' in by ? sql`p.id = ${by.id}::uuid` : hasLink(by.tokenHash)} ${hold}`

/** Whether a link leads to the invitation `p`: the one its author was shown, or one that was emailed. */
const hasLink = (tokenHash: Buffer) => sql`(p.token_hash = ${tokenHash} or p.id = (
  select invitation_id from invitation_links where token_hash = ${tokenHash}))`

/** Adds a link that is about to be emailed. */
export async function insertLink(
  trx: Database,
  { invitationId, tokenHash }: { invitationId: string; tokenHash: Buffer },
): Promise<void> {
  await trx
    .insertInto('invitation_links')
    .values({ invitation_id: invitationId, token_hash: tokenHash })
    .execute()
}

export async function recordMail(
  db: Database,
  { id, mail, now }: { id: string; mail: InvitationMail; now: Date },
): Promise<void> {
  await db
    .updateTable('invitations')
    .set({ mail_state: mail, mail_at: now })
    .where('id', '=', id)
    .execute()
}

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
  { id, userId, role, now }: { id: string; userId: string; role: Role; now: Date },
): Promise<void> {
  await trx
    .updateTable('invitations')
    .set({ used_by: userId, used_at: now })
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('users')
    .set({ staff_role: role, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
