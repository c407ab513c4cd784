import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../media/media-sql.ts'
import { personJson } from '../users/person-sql.ts'

/** Whether the viewer in `me` may see the row `p`, by the conditions of all lists. */
interface SeenRow {
  isSeen: RawBuilder<unknown>
}
/** Works and posts belong to other features, which say who may see them. */
export interface Seen {
  works: SeenRow
  posts: SeenRow
  /** Of tables that have uploaded pictures as well, in `media_id`; for the rows `m` and their owners `u`. */
  pictures?: SeenRow
}

interface ReferenceRows {
  /** A table with `place`, `portfolio_id`, `post_id`, `note` and `is_against`. */
  table: string
  /** The column that names what the references belong to, and its value, which can't use the alias `p`. */
  column: string
  id: RawBuilder<unknown>
}

/**
 * The contract's references as JSON, as far as the viewer in `me` may see them: by the conditions of all lists, so what was
 * deleted, hidden or taken down is left out.
 */
export const referencesJson = (
  { table, column, id }: ReferenceRows,
  { works, posts, pictures }: Seen,
): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('kind', f.kind, 'id', f.id, 'title', f.title,
    'maker', ${personJson('u')}, 'picture', case when m.id is not null then ${pictureJson()} end,
    'note', f.note, 'isAgainst', f.is_against) order by f.place), '[]')
  from (
    select r.place, r.note, r.is_against, 'work' as kind, p.id, p.title, p.creator_id, p.media_id
    from ${sql.table(table)} r join portfolio_items p on p.id = r.portfolio_id
    where ${sql.ref(`r.${column}`)} = ${id} and ${works.isSeen}
    union all
    select r.place, r.note, r.is_against, 'post', p.id, p.title, p.creator_id, (
      select pm.media_id from post_media pm where pm.post_id = p.id order by pm.position limit 1)
    from ${sql.table(table)} r join posts p on p.id = r.post_id
    where ${sql.ref(`r.${column}`)} = ${id} and ${posts.isSeen}
    ${
      pictures === undefined
        ? sql``
        : sql`union all
          select r.place, r.note, r.is_against, 'picture', m.id, m.alt, m.owner_id, m.id
          from ${sql.table(table)} r join media m on m.id = r.media_id join users u on u.id = m.owner_id
          where ${sql.ref(`r.${column}`)} = ${id} and ${pictures.isSeen}`
    }) f
  join users u on u.id = f.creator_id left join media m on m.id = f.media_id)`
