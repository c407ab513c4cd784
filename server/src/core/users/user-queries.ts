import { NO_LINKS, type OwnUser } from '@plinth/contract/people/users.ts'
import { rolesWith, type Right } from '@plinth/contract/http/rights.ts'
import type { Role } from '@plinth/contract/http/roles.ts'
import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { IdentityClaims } from '../../gateways/identity.ts'
import type { HotRow } from '../../http/mount.ts'
import { viewerReads } from '../session/viewer-page-sql.ts'
import { handleChangesAt } from './handle-queries.ts'

interface SignedInUser {
  id: string
  isSuspended: boolean
  /** Deleted, and can still be restored. */
  isDeleted: boolean
  /** This sign-in made the account. */
  isNew: boolean
}

/**
 * Finds the account of this identity, or creates it at the first sign-in. Only issuer and subject decide: an email
 * address that somebody else's account has gives no access to that account. The address follows the provider at each
 * sign-in, names belong to the person after the first, and `isOwner` only ever gives the role.
 */
export async function findOrCreateUser(
  db: Database,
  claims: IdentityClaims,
  { isOwner }: { isOwner: boolean },
): Promise<SignedInUser> {
  // Of two first sign-ins at once the second finds the identity but cannot see the account's row yet.
  const user = (await upsertUser(db, claims, isOwner)) ?? (await upsertUser(db, claims, isOwner))
  if (user === undefined) throw new Error('The account vanished while its owner signed in.')
  return user
}

async function upsertUser(
  db: Database,
  claims: IdentityClaims,
  isOwner: boolean,
): Promise<SignedInUser | undefined> {
  const id = newId()
  const { rows } = await sql<SignedInUser>`
    with identity as (
      insert into identities (issuer, subject, user_id)
      values (${claims.issuer}, ${claims.subject}, ${id})
      on conflict (issuer, subject) do update set subject = excluded.subject
      returning user_id
    ), created as (
      insert into users (id, first_name, last_name, email, email_verified, staff_role)
      select user_id, ${claims.firstName}, ${claims.lastName}, ${claims.email}::text,
        ${claims.emailVerified}::boolean, case when ${isOwner}::boolean then 'owner' end
      from identity where user_id = ${id}
      returning id, false as "isSuspended", false as "isDeleted", true as "isNew"
    ), refreshed as (
      update users set
        email = ${claims.email}::text, email_verified = ${claims.emailVerified}::boolean,
        staff_role = case when ${isOwner}::boolean and deleted_at is null then 'owner' else staff_role end
      from identity where users.id = identity.user_id and users.id <> ${id}
      returning users.id, suspended_at is not null as "isSuspended",
        deleted_at is not null as "isDeleted", false as "isNew"
    )
    select * from created union all select * from refreshed`.execute(db)
  return rows[0]
}

/** A person's own record as they see it, from a row `users`. */
const ownColumns = sql`
  users.id, users.handle, users.first_name as "firstName", users.last_name as "lastName", users.email, users.bio, users.location, users.website,
  users.profile_image_url as "profileImageUrl", users.is_creator as "isCreator", users.is_admin as "isAdmin", users.staff_role as role,
  users.subscription_status as "subscriptionStatus", ${isoTime(sql`users.created_at`)} as "createdAt",
  users.profile_colors as "profileColors",
  ${sql.lit(JSON.stringify(NO_LINKS))}::jsonb || users.social_links as "socialLinks",
  users.shows_sensitive as "showsSensitive", users.default_origin as "defaultOrigin",
  users.reserves_training as "reservesTraining", users.keeps_name as "keepsName",
  users.welcomed_at is not null as "isWelcomed", users.time_zone as "timeZone",
  ${isoTime(handleChangesAt)} as "handleChangesAt"`

export async function getOwnUser(db: Database, id: string): Promise<OwnUser | null> {
  const { rows } = await sql<OwnUser>`
    select ${ownColumns} from users where users.id = ${id}::uuid`.execute(db)
  return rows[0] ?? null
}

interface OwnRow extends HotRow {
  /** Whether their session should be noted as used. */
  isStale: boolean | null
}

/** The same of whoever calls. */
export const ownUserOf = viewerReads<object, object, OwnRow>(
  (_, __, me) => sql<OwnRow>`
    with ${me}
    select me.user_id as "viewerId", me.last_seen_at < now() - interval '1 hour' as "isStale", (
      select row_to_json(t)::text from (
        select ${ownColumns} from users where users.id = me.user_id) t) as json
    from (select 1) one left join me on true`,
)

interface GrantedUser {
  id: string
  firstName: string
  lastName: string
  email: string
}

/** Makes the accounts with this verified email address owners; returns them. */
export const grantOwner = (db: Database, email: string): Promise<GrantedUser[]> =>
  grant(db, email, { staff_role: 'owner' })

/** Makes the accounts with this verified email address creators without a subscription; returns them. */
export const grantCreator = (db: Database, email: string): Promise<GrantedUser[]> =>
  grant(db, email, { creator_granted: true })

async function grant(
  db: Database,
  email: string,
  right: { staff_role: 'owner' } | { creator_granted: true },
): Promise<GrantedUser[]> {
  return db
    .updateTable('users')
    .set({ ...right, updated_at: sql<Date>`now()` })
    .where(sql<string>`lower(email)`, '=', email.trim().toLowerCase())
    .where('email_verified', '=', true)
    .returning([
      'id',
      'first_name as firstName',
      'last_name as lastName',
      sql<string>`email`.as('email'),
    ])
    .execute()
}

/** The verified email addresses of all staff with this right. */
export async function findStaffEmails(db: Database, right: Right): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users
    where is_admin and staff_role = any (${rolesWith(right)}::text[]) and email_verified and email is not null and not is_gone`.execute(
    db,
  )
  return rows.map(({ email }) => email)
}

/**
 * Locks all staff until the transaction ends and returns their roles by id. Call it before changing a role or deleting an
 * account: of two such changes at once the second waits and then sees which owners are left.
 */
export async function lockStaff(trx: Database): Promise<Map<string, Role>> {
  const rows = await trx
    .selectFrom('users')
    .select(['id', sql<Role>`staff_role`.as('role')])
    .where('is_admin', '=', true)
    .where('is_gone', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Whether this person is an owner, and no other is left. */
export const isLastOwner = (staff: ReadonlyMap<string, Role>, id: string): boolean =>
  staff.get(id) === 'owner' && [...staff].every(([one, role]) => one === id || role !== 'owner')
