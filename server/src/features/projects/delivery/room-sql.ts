import { sql, type RawBuilder } from 'kysely'

/**
 * Everything that files are put into, called `p` where it is joined: projects, and the proof rooms that people have
 * opened for themselves. Such a room is its owner's, who is its creator, and it goes on until they delete it.
 */
export const ROOMS: RawBuilder<unknown> = sql`(
  select id, title, status, client_id, creator_id, shared_at, picks, updated_at, false as is_own from projects
  union all
  select id, title, 'delivered'::text, null::uuid, owner_id, created_at, null::smallint, created_at, true
  from proof_rooms where owner_id is not null)`

/** Whether the row of files or deliveries with this alias is of room `p`. */
export const isOfRoom = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${alias}.project_id`)} = p.id or ${sql.ref(`${alias}.room_id`)} = p.id)`

/** The room of a file with this alias. */
export const roomOf = (alias: string): RawBuilder<string> =>
  sql<string>`coalesce(${sql.ref(`${alias}.project_id`)}, ${sql.ref(`${alias}.room_id`)})`
