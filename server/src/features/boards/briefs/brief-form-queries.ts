import type { BriefForm } from '@plinth/contract/boards/briefs.ts'
import { MAX_BRIEF_CHOICES } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../../core/media/media-sql.ts'
import { dollarsOf } from '../../../core/money/money-sql.ts'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../../core/users/block-sql.ts'
import { personJson, personOrNull } from '../../../core/users/person-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { isoTime } from '../../../db/time-sql.ts'
import { itemJson, type ItemJson } from '../board-item-queries.ts'
import type { Showables } from '../board-sql.ts'
import { maySend, me } from './brief-sql.ts'

/** How much of a board is searched for creators to suggest, and how many of them. */
const SEARCHED = 200
const SUGGESTED = 12

/** What somebody needs to write a brief from a board; no row if they may not. */
export const formStatement = (
  viewerId: string,
  boardId: string,
  { works }: Pick<Showables, 'works'>,
  { work, post, picture }: ItemJson,
): RawBuilder<BriefForm> => sql<BriefForm>`
    with ${meTable({ viewerId })},
    board as materialized (
      select bd.id, bd.title, bd.item_count from boards bd where bd.id = ${boardId}::uuid and ${maySend}),
    draft as materialized (
      select d.* from brief_drafts d where d.board_id = (select id from board) and d.user_id = ${me}),
    front as materialized (
      select f.id, row_number() over (order by f.place, f.id) as nth from (
        -- The index alone gives these. Nothing of it is read without a row of board.
        select i.id, i.place from board_items i where i.board_id = ${boardId}::uuid
        order by i.place, i.id limit ${sql.lit(SEARCHED)}) f),
    shown as materialized (
      select id from front where nth <= ${sql.lit(MAX_BRIEF_CHOICES)}
      union select w.id from draft cross join unnest(draft.item_ids) as w (id)
      -- No join, which may read the whole board.
      where (select i.board_id from board_items i where i.id = w.id) = draft.board_id),
    makers as (
      select p.creator_id as id, count(*) filter (where not i.is_against)::int as works, min(f.nth) as nth,
        (array_agg(p.id order by i.is_against, f.nth))[1] as work_id
      from front f join board_items i on i.id = f.id join portfolio_items p on p.id = i.portfolio_id
      where ${works.isSeen} and p.creator_id <> ${me}
      group by p.creator_id),
    asked as materialized (
      (select k.id, k.works, k.nth, k.work_id from makers k join users u on u.id = k.id and u.is_creator and not u.is_gone
        order by k.works = 0, k.nth limit ${sql.lit(SUGGESTED)})
      union
      select u.id, coalesce(k.works, 0), k.nth, k.work_id
      from users u left join makers k on k.id = u.id
      where u.id = any (array(select unnest(creator_ids) from draft)) and u.is_creator and not u.is_gone
        and ${isNotBlocked(sql`u.id`)})
    select json_build_object('id', bd.id, 'title', bd.title) as board, bd.item_count as "itemCount", (
      select coalesce(json_agg(t), '[]') from (
        select i.id, ${work} as work, ${post} as post, ${picture} as picture, i.note, i.is_against as "isAgainst",
          case when i.note <> '' and not n.is_gone then ${personOrNull('n')} end as "notedBy",
          ${isoTime(sql`i.noted_at`)} as "notedAt", ${isoTime(sql`i.added_at`)} as "addedAt"
        from shown join board_items i on i.id = shown.id left join users n on n.id = i.noted_by
        order by i.place, i.id) t) as items, (
      select coalesce(json_agg(json_build_object('person', ${personJson('u')}, 'workCount', a.works,
          'work', case when p.id is not null then json_build_object('id', p.id, 'title', p.title,
            'picture', ${pictureJson()}, 'startingPrice', ${dollarsOf(sql`p.starting_price_cents`)}) end,
          'isAgainst', a.work_id is not null and a.works = 0)
        order by a.work_id is null, a.works = 0, a.nth, u.id), '[]')
      from asked a join users u on u.id = a.id
      left join portfolio_items p on p.id = a.work_id left join media m on m.id = p.media_id) as creators, (
      select json_build_object('content', d.content, 'budget', d.budget, 'timeline', d.timeline,
        'neededBy', d.needed_by, 'sendsNotes', d.sends_notes, 'itemIds', array(
          select w.id from unnest(d.item_ids) with ordinality as w (id, nth)
          join shown on shown.id = w.id order by w.nth),
        'creatorIds', array(
          select w.id from unnest(d.creator_ids) with ordinality as w (id, nth)
          join asked a on a.id = w.id order by w.nth),
        'savedAt', ${isoTime(sql`d.saved_at`)})
      from draft d) as draft
    from board bd`

export async function findForm(
  db: Database,
  viewerId: string,
  boardId: string,
  showables: Showables,
): Promise<BriefForm | undefined> {
  const { rows } = await formStatement(viewerId, boardId, showables, itemJson(showables)).execute(
    db,
  )
  return rows[0]
}
