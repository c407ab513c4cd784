import { NO_LINKS, type OwnUser } from '@plinth/contract/people/users.ts'
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
 * sign-in, names belong to the person after the first, and `isAdmin` only ever grants the right.
 */
export async function findOrCreateUser(
  db: Database,
  claims: IdentityClaims,
  { isAdmin }: { isAdmin: boolean },
): Promise<SignedInUser> {
  // Of two first sign-ins at once the second finds the identity but cannot see the account's row yet.
  const user = (await upsertUser(db, claims, isAdmin)) ?? (await upsertUser(db, claims, isAdmin))
  if (user === undefined) throw new Error('The account vanished while its owner signed in.')
  return user
}

async function upsertUser(
  db: Database,
  claims: IdentityClaims,
  isAdmin: boolean,
): Promise<SignedInUser | undefined> {
  const id = newId()
  const { rows } = await sql<SignedInUser>`
    with identity as (
      insert into identities (issuer, subject, user_id)
      values (${claims.issuer}, ${claims.subject}, ${id})
      on conflict (issuer, subject) do update set subject = excluded.subject
      returning user_id
    ), created as (
      insert into users (id, first_name, last_name, email, email_verified, is_admin)
      select user_id, ${claims.firstName}, ${claims.lastName}, ${claims.email}::text,
        ${claims.emailVerified}::boolean, ${isAdmin}::boolean
      from identity where user_id = ${id}
      returning id, false as "isSuspended", false as "isDeleted", true as "isNew"
    ), refreshed as (
      update users set
        email = ${claims.email}::text, email_verified = ${claims.emailVerified}::boolean,
        is_admin = is_admin or (${isAdmin}::boolean and deleted_at is null)
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
  users.profile_image_url as "profileImageUrl", users.is_creator as "isCreator", users.is_admin as "isAdmin",
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

/** Makes the accounts with this verified email address admins; returns them. */
export const grantAdmin = (db: Database, email: string): Promise<GrantedUser[]> =>
  grant(db, email, { is_admin: true })

/** Makes the accounts with this verified email address creators without a subscription; returns them. */
export const grantCreator = (db: Database, email: string): Promise<GrantedUser[]> =>
  grant(db, email, { creator_granted: true })

async function grant(
  db: Database,
  email: string,
  right: { is_admin: true } | { creator_granted: true },
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

/** The verified email addresses of all current admins. */
export async function findAdminEmails(db: Database): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(email) as email from users
    where is_admin and email_verified and email is not null and not is_gone`.execute(db)
  return rows.map(({ email }) => email)
}

/**
 * Locks all admins until the transaction ends and returns their ids. Call it before taking the right from somebody or
 * deleting their account: of two such changes at once the second waits and then sees which admins are left.
 */
export async function lockAdmins(trx: Database): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('is_gone', '=', false)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
