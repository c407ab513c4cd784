import type { ReportKind } from '@plinth/contract/moderation/moderation.ts'
import { sql, type RawBuilder } from 'kysely'
import { personHasRight } from '../../db/staff-sql.ts'

type Sql = RawBuilder<unknown>

interface Words {
  title?: Sql
  text: Sql
  tags?: Sql
  files?: Sql
  origin?: Sql
  postId?: Sql
  createdAt: Sql
}

const NONE = sql`'[]'::jsonb`
/** A report stores the text of the reported thing as it is now. */
const snapshotOf = ({ title = sql`''`, text, tags = NONE, files = NONE, ...rest }: Words): Sql =>
  sql`jsonb_build_object('title', ${title}, 'text', ${text}, 'tags', ${tags}, 'files', ${files},
    'origin', ${rest.origin ?? sql`null`}, 'postId', ${rest.postId ?? sql`null`}, 'createdAt', ${rest.createdAt})`

/**
 * One row with the thing's author and text (`author_id`, `snapshot`) when this person can see and report it, else none.
 * They can report messages they received, everybody but themselves, and boards of others that are open.
 */
export function targetOf(kind: ReportKind, given: { id: string; reporterId: string }): Sql {
  const id = sql`${given.id}::uuid`
  const me = sql`${given.reporterId}::uuid`
  const seesHidden = personHasRight(me, 'content.read')
  switch (kind) {
    case 'message':
      return sql`
        select m.sender_id as author_id, ${snapshotOf({
          title: sql`m.subject`,
          text: sql`m.content`,
          files: sql`(select coalesce(jsonb_agg(f.file_name order by mm.position), '[]')
            from message_media mm join media f on f.id = mm.media_id where mm.message_id = m.id)`,
          createdAt: sql`m.created_at`,
        })} as snapshot
        from messages m where m.id = ${id} and m.receiver_id = ${me}`
    case 'post':
      return sql`
        select p.creator_id as author_id, ${snapshotOf({
          title: sql`p.title`,
          text: sql`p.description`,
          tags: sql`to_jsonb(p.tags)`,
          createdAt: sql`p.created_at`,
        })} as snapshot
        from posts p where p.id = ${id} and (p.is_visible or p.creator_id = ${me} or ${seesHidden})`
    case 'portfolio':
      return sql`
        select i.creator_id as author_id, ${snapshotOf({
          title: sql`i.title`,
          text: sql`concat_ws(E'\\n\\n', nullif(i.description, ''), (
            select nullif(string_agg(w.word #>> '{}', E'\\n'), '') from case_studies s
            cross join jsonb_path_query(s.published, ${WORDS}::jsonpath) w (word) where s.item_id = i.id))`,
          tags: sql`to_jsonb(i.tags)`,
          origin: sql`case when i.origin is not null then jsonb_build_object(
            'kind', i.origin, 'parts', i.origin_parts, 'saidAt', i.origin_said_at) end`,
          createdAt: sql`i.created_at`,
        })} as snapshot
        from portfolio_items i
        where i.id = ${id} and (i.is_listed or i.creator_id = ${me} or ${seesHidden})`
    case 'comment':
      return sql`
        select c.author_id, ${snapshotOf({
          text: sql`c.content`,
          postId: sql`c.post_id`,
          createdAt: sql`c.created_at`,
        })} as snapshot
        from comments c join posts p on p.id = c.post_id
        where c.id = ${id} and not c.is_removed
          and (p.is_visible or p.creator_id = ${me} or ${seesHidden})`
    case 'user':
      return sql`
        select u.id as author_id, ${snapshotOf({
          title: sql`btrim(u.first_name || ' ' || u.last_name)`,
          text: sql`concat_ws(E'\\n', nullif(u.bio, ''), nullif(u.location, ''),
            nullif(u.website, ''))`,
          createdAt: sql`u.created_at`,
        })} as snapshot
        from users u where u.id = ${id} and u.id <> ${me} and not u.is_gone`
    case 'board':
      return sql`
        select bd.owner_id as author_id, ${snapshotOf({
          title: sql`bd.title`,
          text: sql`concat_ws(E'\n\n', nullif(bd.description, ''), (
            select string_agg(concat_ws(': ', coalesce(w.title, p.title, '-'), nullif(f.note, '')), E'\n'
              order by f.place, f.id)
            from (select * from board_items i where i.board_id = bd.id
              order by i.place, i.id limit ${sql.lit(MOST_ON_BOARD)}) f
            left join portfolio_items w on w.id = f.portfolio_id
            left join posts p on p.id = f.post_id))`,
          createdAt: sql`bd.created_at`,
        })} as snapshot
        from boards bd join users o on o.id = bd.owner_id and not o.is_gone
        where bd.id = ${id} and bd.owner_id <> ${me}
          and bd.visibility in ('link', 'public') and bd.taken_down_at is null`
  }
}

/** The files of a thing in their order, as `position` and `media_id`: of a person, their portrait; of a board, what people uploaded to it. Comments have none. */
export function filesOf(kind: ReportKind, id: Sql): Sql {
  switch (kind) {
    case 'message':
      return sql`select position, media_id from message_media where message_id = ${id}`
    case 'post':
      return sql`select position, media_id from post_media where post_id = ${id}`
    case 'portfolio':
      return sql`
        select row_number() over (order by f.place, f.media_id) - 1 as position, f.media_id from (
          select 0 as place, media_id from portfolio_items where id = ${id}
          union
          select 1, s.media_id from case_study_media s join portfolio_items i on i.id = s.item_id
          where i.id = ${id} and s.in_published and s.media_id <> i.media_id) f`
    case 'board':
      return sql`
        select row_number() over (order by i.place, i.id) - 1 as position, i.media_id
        from board_items i where i.board_id = ${id} and i.media_id is not null
        order by i.place, i.id limit ${sql.lit(MOST_ON_BOARD)}`
    case 'comment':
      return sql`select 0 as position, null::uuid as media_id where false`
    case 'user':
      return sql`
        select 0 as position, m.id as media_id from users u
        join media m on m.id = substring(u.profile_image_url from ${PORTRAIT}::text)::uuid
        where u.id = ${id} and m.owner_id = u.id`
  }
}

/** A report of a board keeps the titles and notes of this many things, from its front. */
const MOST_ON_BOARD = 500

/** What people wrote in the blocks of a case study. */
const WORDS = `strict $.** ? (@.type() == "object").keyvalue()
  ? (@.key == "text" || @.key == "caption" || @.key == "title" || @.key == "cite" || @.key == "name").value`

/** The id of the file in a portrait's URL. */
const PORTRAIT = '/media/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/'
