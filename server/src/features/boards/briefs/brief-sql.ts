import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../../core/media/media-sql.ts'
import { personJson } from '../../../core/users/person-sql.ts'
import { isOwnerThere, isPictureSeen, roleOf, type Showables } from '../board-sql.ts'

export const me = sql`(select user_id from me)`

/** Whether the viewer in `me` may send briefs from `boards bd`. */
export const maySend = sql<boolean>`(${roleOf(me)} in ('owner', 'edit') and ${isOwnerThere(me)})`

/**
 * The contract's references of the brief with this id as JSON, as far as the viewer in `me` may see them: by the conditions of all lists, so what was
 * deleted, hidden or taken down is left out.
 */
export const referencesJson = (
  briefId: RawBuilder<unknown>,
  { works, posts }: Showables,
): RawBuilder<unknown> => sql`(
  select coalesce(json_agg(json_build_object('kind', f.kind, 'id', f.id, 'title', f.title,
    'maker', ${personJson('u')}, 'picture', case when m.id is not null then ${pictureJson()} end,
    'note', f.note, 'isAgainst', f.is_against) order by f.place), '[]')
  from (
    select r.place, r.note, r.is_against, 'work' as kind, p.id, p.title, p.creator_id, p.media_id
    from brief_references r join portfolio_items p on p.id = r.portfolio_id
    where r.brief_id = ${briefId} and ${works.isSeen}
    union all
    select r.place, r.note, r.is_against, 'post', p.id, p.title, p.creator_id, (
      select pm.media_id from post_media pm where pm.post_id = p.id order by pm.position limit 1)
    from brief_references r join posts p on p.id = r.post_id
    where r.brief_id = ${briefId} and ${posts.isSeen}
    union all
    select r.place, r.note, r.is_against, 'picture', m.id, m.alt, m.owner_id, m.id
    from brief_references r join media m on m.id = r.media_id join users u on u.id = m.owner_id
    where r.brief_id = ${briefId} and ${isPictureSeen}) f
  join users u on u.id = f.creator_id left join media m on m.id = f.media_id)`
