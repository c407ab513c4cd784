import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../src/db/id.ts'
import type { Database } from '../../src/db/pool.ts'

/** A new id for something of this time. Tables that are divided by months find its partition by it. */
export const idAt = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`overlay(gen_random_uuid()::text placing left(first_id_at(${time})::text, 13) from 1)::uuid`

/** Inserts this many people, and one with this id. */
export async function writePeople(db: Database, count: number, id = newId()): Promise<void> {
  await sql`
    insert into users (id, first_name, last_name)
    select case when i = 0 then ${id}::uuid else gen_random_uuid() end, 'Person', i::text
    from generate_series(0, ${count}::int) i`.execute(db)
}

/** Inserts ready pictures without files, distributed over all people. */
export const writePictures = (db: Database, count: number): Promise<unknown> =>
  sql`
    with owner as materialized (select id, row_number() over () as n from users)
    insert into media (id, owner_id, state, file_name, content_type, extension, received_bytes, bytes,
      width, height, rendition_widths)
    select gen_random_uuid(), owner.id, 'ready', 'x.jpg', 'image/jpeg', 'jpg', 1, 1, 1200, 800,
      '{320,640,960}'
    from generate_series(1, ${count}::int) i
    join owner on owner.n = 1 + i % (select count(*) from owner)`.execute(db)

/** Gives each post one of the existing files, and writes the tag rows that triggers would write. */
export async function finishPosts(db: Database): Promise<void> {
  await sql`
    with file as materialized (select id, row_number() over () as n from media)
    insert into post_media (post_id, position, media_id)
    select p.id, 0, file.id from (select id, row_number() over () as n from posts) p
    join file on file.n = 1 + p.n % (select count(*) from file)`.execute(db)
  // Each tag has its key computed once.
  await sql`
    with key as materialized (
      select tag, tag_key(tag) as key from (select distinct unnest(tags) as tag from posts) t)
    insert into post_tags (tag, created_at, post_id)
    select distinct key, created_at, id from posts cross join unnest(tags) one
    join key on key.tag = one where is_visible`.execute(db)
}
