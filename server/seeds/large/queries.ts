import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface PersonRow {
  n: number
  id: string
  firstName: string
  lastName: string
  location: string
  isCreator: boolean
  workCount: number
  joinedAt: Date
}

export interface ItemRow {
  id: string
  /** Number of a person. */
  owner: number
  categoryId: number
  title: string
  description: string
  tags: string[]
  mediaId: string
  /** Number of the picture that the work's own file is a copy of. */
  picture: number
  priceCents: number | null
  featuredAt: Date | null
  createdAt: Date
  /** Number of the first person in each run of marks, and the length of each run, owner included. */
  start: number
  likeRun: number
  saveRun: number
  viewRun: number
  likeCount: number
  saveCount: number
  viewCount: number
}

/** Counts the published works of invented people. */
export async function countLargeWorld(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from portfolio_items
    where creator_id in (select id from users where bio = ${INVENTED_BIO})`.execute(db)
  return rows[0]?.count ?? 0
}

const INVENTED_BIO = 'Invented for measurements.'

/**
 * Creates temporary tables of people by number, of the pictures to copy and of the works' runs of marks. They end with
 * the transaction. Returns how many pictures there are.
 */
export async function makeLoadTables(db: Database): Promise<number> {
  await sql`create temp table load_people (n integer primary key, id uuid not null) on commit drop`.execute(
    db,
  )
  await sql`create temp table load_items (
    id uuid not null, owner integer not null, picture integer not null, start integer not null,
    like_run integer not null, save_run integer not null, view_run integer not null,
    created_at timestamptz not null
  ) on commit drop`.execute(db)
  await sql`
    create temp table load_pictures on commit drop as
    select (row_number() over (order by m.id) - 1)::integer as n, m.*
    from media m
    where m.state = 'ready' and exists (select 1 from portfolio_items p where p.media_id = m.id)`.execute(
    db,
  )
  const { rows } = await sql<{ pictures: number }>`
    select count(*)::integer as pictures from load_pictures`.execute(db)
  const pictures = rows[0]?.pictures ?? 0
  if (pictures === 0) throw new Error('There are no pictures to copy: seed the demo world first.')
  return pictures
}

const column = <R>(rows: readonly R[], pick: (row: R) => unknown) => rows.map(pick)

export async function insertPeople(db: Database, people: readonly PersonRow[]): Promise<void> {
  await sql`
    with person as (
      select * from unnest(
        ${column(people, (one) => one.n)}::integer[],
        ${column(people, (one) => one.id)}::uuid[],
        ${column(people, (one) => one.firstName)}::text[],
        ${column(people, (one) => one.lastName)}::text[],
        ${column(people, (one) => one.location)}::text[],
        ${column(people, (one) => one.isCreator)}::boolean[],
        ${column(people, (one) => one.workCount)}::integer[],
        ${column(people, (one) => one.joinedAt.toISOString())}::timestamptz[]
      ) as t (n, id, first_name, last_name, location, is_creator, work_count, joined_at)
    ), portraits as (
      select array_agg(profile_image_url order by id) as urls
      from users where profile_image_url is not null
    ), numbered as (
      insert into load_people (n, id) select n, id from person
    )
    insert into users (id, first_name, last_name, location, bio, profile_image_url, creator_granted,
      work_count, created_at, updated_at, welcomed_at)
    select id, first_name, last_name, location, ${INVENTED_BIO}, urls[1 + n % cardinality(urls)], is_creator,
      work_count, joined_at, joined_at, joined_at
    from person, portraits`.execute(db)
}

/**
 * Inserts a ready file for each row of `files`: media_id, owner_id, picture, created_at. Everything that an answer says
 * of it is copied from the picture; there are no bytes behind it.
 */
export const copyPictures = (files: RawBuilder<unknown>) => sql`
  insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes, width, height,
    thumbhash, alt, rendition_widths, created_at, processed_at, kind, duration_ms, has_sound, plays, is_animated,
    has_tiles, palette, pages, has_preview, has_captions, is_same, is_private, is_reserved, carries_reservation)
  select f.media_id, f.owner_id, p.state, p.file_name, p.content_type, p.extension, p.received_bytes, p.bytes, p.width,
    p.height, p.thumbhash, p.alt, p.rendition_widths, f.created_at, f.created_at, p.kind, p.duration_ms, p.has_sound,
    p.plays, p.is_animated, p.has_tiles, p.palette, p.pages, p.has_preview, p.has_captions, p.is_same,
    -- No trigger follows what shows them.
    false, u.reserves_training, u.reserves_training
  from (${files}) f join load_pictures p on p.n = f.picture join users u on u.id = f.owner_id`

/** Inserts works with the popularity that the refresh would compute, so that it has no row to rewrite. */
export async function insertItems(db: Database, items: readonly ItemRow[]): Promise<void> {
  await sql`
    with item as (
      select *, save_count + view_count / 20 as second from unnest(
        ${column(items, (one) => one.id)}::uuid[],
        ${column(items, (one) => one.owner)}::integer[],
        ${column(items, (one) => one.categoryId)}::smallint[],
        ${column(items, (one) => one.title)}::text[],
        ${column(items, (one) => one.description)}::text[],
        ${column(items, (one) => one.tags.join(','))}::text[],
        ${column(items, (one) => one.mediaId)}::uuid[],
        ${column(items, (one) => one.picture)}::integer[],
        ${column(items, (one) => one.priceCents)}::bigint[],
        ${column(items, (one) => one.featuredAt?.toISOString() ?? null)}::timestamptz[],
        ${column(items, (one) => one.createdAt.toISOString())}::timestamptz[],
        ${column(items, (one) => one.start)}::integer[],
        ${column(items, (one) => one.likeRun)}::integer[],
        ${column(items, (one) => one.saveRun)}::integer[],
        ${column(items, (one) => one.viewRun)}::integer[],
        ${column(items, (one) => one.likeCount)}::integer[],
        ${column(items, (one) => one.saveCount)}::integer[],
        ${column(items, (one) => one.viewCount)}::integer[]
      ) as t (id, owner, category_id, title, description, tags, media_id, picture, price, featured_at,
        created_at, start, like_run, save_run, view_run, like_count, save_count, view_count)
    ), remembered as (
      insert into load_items (id, owner, picture, start, like_run, save_run, view_run, created_at)
      select id, owner, picture, start, like_run, save_run, view_run, created_at from item
    ), files as (
      ${copyPictures(sql`
        select item.media_id, load_people.id as owner_id, item.picture, item.created_at
        from item join load_people on load_people.n = item.owner`)}
    )
    insert into portfolio_items (id, creator_id, category_id, title, description, media_id,
      starting_price_cents, tags, is_listed, featured_at, like_count, save_count, view_count, pop,
      facets, doc, created_at, updated_at)
    select item.id, users.id, item.category_id, item.title, item.description, item.media_id,
      item.price, string_to_array(item.tags, ','), true, item.featured_at, item.like_count,
      item.save_count, item.view_count,
      (item.like_count + 0.99::float8 * item.second / (item.second + 10))::real,
      f.facets, work_doc(portfolio_doc(item.title, string_to_array(item.tags, ','),
        users.first_name || ' ' || users.last_name, categories.name, item.description),
        users.handle, f.facets),
      item.created_at, item.created_at
    from item
    join load_people on load_people.n = item.owner
    join users on users.id = load_people.id
    join categories on categories.id = item.category_id
    cross join lateral (
      select all_facets(item.category_id, null, users.location, item.price) as facets) f`.execute(
    db,
  )
}

/** The marks of a work are spread evenly between its publication and now. */
const time = (run: string) =>
  sql`(i.created_at + (now() - i.created_at) * ((step + 0.5) / i.${sql.ref(run)}))`

/** Inserts exactly the likes, saves and views that the works' counters already hold. */
export async function insertMarks(
  db: Database,
  people: number,
): Promise<{ likes: number; saves: number; views: number }> {
  const run = (length: 'like_run' | 'save_run' | 'view_run') => sql`
    from load_items i
    cross join generate_series(0, i.${sql.ref(length)} - 1) as step
    join load_people p on p.n = (i.start + step) % ${sql.lit(people)}
    where p.n <> i.owner`
  const likes = await sql`insert into portfolio_likes (user_id, item_id, created_at)
    select p.id, i.id, ${time('like_run')} ${run('like_run')}`.execute(db)
  const saves = await sql`insert into portfolio_saves (user_id, item_id, created_at)
    select p.id, i.id, ${time('save_run')} ${run('save_run')}`.execute(db)
  const views = await sql`insert into portfolio_views (item_id, day, viewer_id)
    select i.id, (${time('view_run')} at time zone 'utc')::date, p.id ${run('view_run')}`.execute(
    db,
  )
  return {
    likes: Number(likes.numAffectedRows ?? 0),
    saves: Number(saves.numAffectedRows ?? 0),
    views: Number(views.numAffectedRows ?? 0),
  }
}

/** Marks the most popular tenth, as the refresh would. This is much faster before the indexes exist. */
export async function markTop(db: Database): Promise<void> {
  await sql`
    update portfolio_items set is_top = true where id in (
      select id from portfolio_items where is_listed order by pop desc, id desc
      limit (select count(*) / 10 from portfolio_items where is_listed))`.execute(db)
}

/** Adds the words of these texts to search, so that the refresh only counts them and does not read every work. */
export async function insertWords(db: Database, texts: readonly string[]): Promise<void> {
  await sql`
    insert into search_terms (word, stem, item_count)
    select distinct on (w.word) w.word, w.stem, 1
    from unnest(${texts}::text[]) as t (words) cross join lateral search_words(t.words) w
    order by w.word on conflict do nothing`.execute(db)
}

/** Lets the refresh read everybody's works and followers, which have come without triggers. */
export async function markPeopleStale(db: Database): Promise<void> {
  await sql`update people_docs set is_stale = true where is_creator`.execute(db)
}
