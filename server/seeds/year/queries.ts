import { sql } from 'kysely'
import type { Database } from '../../src/db/pool.ts'

export interface Known {
  people: { id: string; isCreator: boolean }[]
  /** Newest first. */
  posts: { id: string; creatorId: string }[]
  works: { id: string; creatorId: string }[]
}

/** Who is here and what they have published. */
export async function readWorldOf(db: Database): Promise<Known> {
  const people = await sql<{ id: string; isCreator: boolean }>`
    select id, is_creator as "isCreator" from users where not is_gone and not is_admin
    order by created_at, id`.execute(db)
  const posts = await sql<{ id: string; creatorId: string }>`
    select id, creator_id as "creatorId" from posts where is_visible
    order by created_at desc, id desc`.execute(db)
  const works = await sql<{ id: string; creatorId: string }>`
    select id, creator_id as "creatorId" from portfolio_items where is_listed
    order by created_at desc, id desc`.execute(db)
  return { people: people.rows, posts: posts.rows, works: works.rows }
}

/** Makes a ready picture of this person, whose renditions are those of another one. Returns its address. */
export async function copyPicture(db: Database, ownerId: string): Promise<string> {
  const { rows } = await sql<{ id: string; extension: string }>`
    insert into media
    select (jsonb_populate_record(null::media, to_jsonb(m) || jsonb_build_object('id', gen_random_uuid(),
      'secret', gen_random_uuid(), 'owner_id', ${ownerId}::uuid, 'created_at', now()))).*
    from (select * from media where state = 'ready' and kind = 'image' and not is_private limit 1) m
    returning id, extension`.execute(db)
  const [made] = rows
  if (made === undefined) throw new Error('There is no picture to copy.')
  return `/media/${made.id}/original.${made.extension}`
}
