import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'
import type { Attention } from './attention.ts'
import type { SeedFollow } from './follows.ts'

export interface DemoPerson {
  id: string
  firstName: string
  lastName: string
  /** Null for those who never sign in. */
  email: string | null
  bio: string
  location: string
  website: string
  isCreator: boolean
  isAdmin: boolean
  profileColors: object | null
  socialLinks: object
  joinedAt: Date
  timeZone?: string | null
}

export interface DemoWork {
  id: string
  creatorId: string
  mediaId: string
  category: string
  title: string
  description: string
  tags: string[]
  priceCents: number | null
  featuredAt: Date | null
  createdAt: Date
}

/** When this person joined; null if they do not exist. */
export async function findJoinDate(db: Database, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('users')
    .select('created_at')
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** Whether the seed is complete: the demo people can sign in only once everything else exists. */
export async function isSeeded(db: Database, personIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('identities')
    .select('user_id')
    .where('user_id', 'in', personIds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether somebody else than these people has an account. */
export async function hasOthers(db: Database, personIds: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'not in', personIds)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertDemoPeople(db: Database, people: readonly DemoPerson[]): Promise<void> {
  await db
    .insertInto('users')
    .values(
      people.map((person) => ({
        id: person.id,
        first_name: person.firstName,
        last_name: person.lastName,
        email: person.email,
        email_verified: person.email !== null,
        bio: person.bio,
        location: person.location,
        website: person.website || null,
        welcomed_at: person.joinedAt,
        time_zone: person.timeZone ?? null,
        creator_granted: person.isCreator,
        is_admin: person.isAdmin,
        ...(person.profileColors ? { profile_colors: JSON.stringify(person.profileColors) } : {}),
        social_links: JSON.stringify(person.socialLinks),
        created_at: person.joinedAt,
        updated_at: person.joinedAt,
        // They have been here for long.
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function setPortrait(
  db: Database,
  { personId, mediaId, url }: { personId: string; mediaId: string; url: string },
): Promise<void> {
  await db.updateTable('users').set({ profile_image_url: url }).where('id', '=', personId).execute()
  await sql`select refresh_media_privacy(array[${mediaId}::uuid])`.execute(db)
}

/** Finds a picture that an interrupted run has already stored. */
export async function findPicture(
  db: Database,
  ownerId: string,
  fileName: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('media')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('file_name', '=', fileName)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function findWorkIds(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('portfolio_items').select('id').where('id', 'in', ids).execute()
  return new Set(rows.map((row) => row.id))
}

/** Publishes a work with its date. Its picture must be ready. */
export async function insertDemoWork(db: Database, work: DemoWork): Promise<void> {
  await sql`
    insert into portfolio_items (id, creator_id, category_id, title, description, media_id,
      starting_price_cents, tags, is_listed, from_upload, featured_at, doc, created_at, updated_at)
    select ${work.id}::uuid, u.id, c.id, ${work.title}::text, ${work.description}::text,
      ${work.mediaId}::uuid, ${work.priceCents}::bigint, ${work.tags}::text[], true, true,
      ${work.featuredAt}::timestamptz,
      portfolio_doc(${work.title}::text, ${work.tags}::text[], u.first_name || ' ' || u.last_name,
        c.name, ${work.description}::text),
      ${work.createdAt}::timestamptz, ${work.createdAt}::timestamptz
    from users u, categories c
    where u.id = ${work.creatorId}::uuid and c.slug = ${work.category}
    on conflict (id) do nothing`.execute(db)
}

/** The tables of likes, saves and views, for works and for posts. */
const MARKED = {
  works: { kind: 'portfolio', item: 'item_id' },
  posts: { kind: 'post', item: 'post_id' },
} as const

export async function insertAttention(
  db: Database,
  marked: keyof typeof MARKED,
  attention: Attention,
): Promise<void> {
  const { likes, saves, views } = attention
  const { kind, item } = MARKED[marked]
  for (const [name, marks] of [
    ['likes', likes],
    ['saves', saves],
  ] as const) {
    await sql`
      insert into ${sql.table(`${kind}_${name}`)} (user_id, ${sql.ref(item)}, created_at)
      select * from unnest(${marks.map((mark) => mark.userId)}::uuid[],
        ${marks.map((mark) => mark.itemId)}::uuid[],
        ${marks.map((mark) => mark.at.toISOString())}::timestamptz[])
      on conflict do nothing`.execute(db)
  }
  await sql`
    insert into ${sql.table(`${kind}_views`)} (${sql.ref(item)}, day, viewer_id)
    select * from unnest(${views.map((view) => view.itemId)}::uuid[],
      ${views.map((view) => view.day)}::date[], ${views.map((view) => view.viewerId)}::uuid[])
    on conflict do nothing`.execute(db)
}

export async function insertFollows(db: Database, follows: readonly SeedFollow[]): Promise<void> {
  await sql`
    insert into follows (follower_id, followed_id, created_at)
    select * from unnest(${follows.map((one) => one.followerId)}::uuid[],
      ${follows.map((one) => one.followedId)}::uuid[],
      ${follows.map((one) => one.at.toISOString())}::timestamptz[])
    on conflict do nothing`.execute(db)
}

/** Recounts the followers of these people. */
export async function recountFollows(db: Database, personIds: readonly string[]): Promise<void> {
  await sql`
    update users u set
      follower_count = (select count(*) from follows where followed_id = u.id),
      following_count = (select count(*) from follows where follower_id = u.id)
    where u.id = any(${personIds}::uuid[])`.execute(db)
}

/** Recounts the counters of these works, their makers and the categories. */
export async function recount(db: Database, itemIds: readonly string[]): Promise<void> {
  await sql`
    update portfolio_items p set
      like_count = (select count(*) from portfolio_likes where item_id = p.id),
      save_count = (select count(*) from portfolio_saves where item_id = p.id),
      view_count = (select count(*) from portfolio_views where item_id = p.id)
    where p.id = any(${itemIds}::uuid[])`.execute(db)
  await sql`
    update users u set work_count = (select count(*) from portfolio_items where creator_id = u.id)
    where u.id in (select creator_id from portfolio_items where id = any(${itemIds}::uuid[]))`.execute(
    db,
  )
  await recountCategories(db)
}

export async function recountCategories(db: Database): Promise<void> {
  await sql`
    update categories c set work_count = (
      select count(*) from portfolio_items p where p.category_id = c.id and p.is_listed)`.execute(
    db,
  )
}

/** Lets those of these people who still exist sign in with their subject at the issuer. */
export async function insertIdentities(
  db: Database,
  issuer: string,
  people: readonly { id: string; subject: string }[],
): Promise<void> {
  await sql`
    insert into identities (issuer, subject, user_id)
    select ${issuer}, t.subject, u.id
    from unnest(${people.map((one) => one.subject)}::text[], ${people.map((one) => one.id)}::uuid[])
      as t (subject, id)
    join users u on u.id = t.id
    on conflict do nothing`.execute(db)
}

/** Lets the commit of this transaction wait until it, and everything before it, is on the disk. */
export async function waitForDisk(trx: Database): Promise<void> {
  await sql`set local synchronous_commit = on`.execute(trx)
}
