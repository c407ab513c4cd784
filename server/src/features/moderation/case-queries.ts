import type { CaseKind, ContentCase } from '@plinth/contract/moderation/cases.ts'
import { MAX_REPORTS_TOGETHER, type ReportKind } from '@plinth/contract/moderation/moderation.ts'
import { sql, type RawBuilder } from 'kysely'
import { caseKindOfAppeal } from '../../core/cases/case-sql.ts'
import { pictureJson } from '../../core/media/media-sql.ts'
import { personJson, personOrNull } from '../../core/users/person-sql.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import { titleOfSubject } from './moderation-list-queries.ts'
import { filesOf } from './report-targets-sql.ts'

type Sql = RawBuilder<unknown>

/** How many earlier decisions against the author are shown. */
const MAX_STRIKES = 50

const most = sql.lit(MAX_REPORTS_TOGETHER)

const picturesOf = (files: Sql): Sql => sql`(
  select coalesce(json_agg(${pictureJson()} order by rf.position), '[]')
  from (${files}) rf join media m on m.id = rf.media_id)`

/** The row of the thing as it is now, with its author. Of a message only that message. */
function nowOf(kind: ReportKind, id: Sql): Sql {
  const bare = sql`'{}'::text[] as tags, null::timestamptz as down_at, null::text as down_reason`
  switch (kind) {
    case 'post':
      return sql`select creator_id as author_id, title, description as text, tags,
        taken_down_at as down_at, taken_down_reason as down_reason from posts where id = ${id}`
    case 'portfolio':
      return sql`select creator_id as author_id, title, description as text, tags,
        taken_down_at as down_at, taken_down_reason as down_reason
        from portfolio_items where id = ${id}`
    case 'message':
      return sql`select sender_id as author_id, subject as title, content as text, ${bare}
        from messages where id = ${id}`
    case 'comment':
      return sql`select author_id, '' as title, content as text, ${bare}
        from comments where id = ${id} and not is_removed`
    case 'board':
      return sql`select owner_id as author_id, title, description as text, '{}'::text[] as tags,
        taken_down_at as down_at, taken_down_reason as down_reason from boards where id = ${id}`
    case 'user':
      return sql`select id as author_id, btrim(first_name || ' ' || last_name) as title,
        concat_ws(E'\\n', nullif(bio, ''), nullif(location, ''), nullif(website, '')) as text,
        '{}'::text[] as tags, suspended_at as down_at, suspended_reason as down_reason
        from users where id = ${id} and deleted_at is null`
  }
}

/** What was decided against the person `who.id`, apart from this case. The copyright holder's name stays out of it. */
const strikes = (kind: ReportKind, id: Sql): Sql => sql`
  select 'removed' as kind, coalesce(case when r.kind in ('post', 'portfolio', 'board') then r.snapshot ->> 'title' end, '') as title,
    r.note as reason, r.closed_at as at
  from (
    select distinct on (kind, subject_id) kind, subject_id, snapshot, note, closed_at from reports
    where author_id = who.id and outcome = 'removed'
      and (kind, subject_id) is distinct from (${kind}::text, ${id})
    order by kind, subject_id, closed_at desc) r
  union all
  select 'removed', t.title, t.taken_down_reason, t.taken_down_at
  from (
    select 'post' as kind, id, title, taken_down_reason, taken_down_at from posts
    where creator_id = who.id and taken_down_at is not null and not is_down_with_work
    union all
    select 'portfolio', id, title, taken_down_reason, taken_down_at from portfolio_items
    where creator_id = who.id and taken_down_at is not null
    union all
    select 'board', id, title, taken_down_reason, taken_down_at from boards
    where owner_id = who.id and taken_down_at is not null) t
  where (t.kind, t.id) is distinct from (${kind}::text, ${id})
    and not exists (select 1 from reports r where r.kind = t.kind and r.subject_id = t.id
      and r.outcome = 'removed')
  union all
  select 'copyright', n.work, n.note, n.removed_at
  from takedown_notices n where n.author_id = who.id and n.removed_at is not null
    and n.state in ('removed', 'counter', 'closed')
  union all
  select 'suspended', '', u.suspended_reason, u.suspended_at
  from users u where u.id = who.id and u.suspended_at is not null and ${kind}::text <> 'user'
  union all
  select 'creator', '', c.reason, c.removed_at from creator_removals c where c.user_id = who.id`

type ContentFacts = Pick<ContentCase, 'author' | 'now' | 'reports' | 'appeals' | 'strikes'>

/** The facts of a case about something reported or appealed. */
export async function findContentFacts(
  db: Database,
  { kind, subjectId }: { kind: Exclude<CaseKind, 'dispute'>; subjectId: string },
): Promise<ContentFacts> {
  const id = sql`${subjectId}::uuid`
  const reportFiles = sql`select rm.position, rm.media_id from report_media rm where rm.report_id = r.id`
  const { rows } = await sql<{ facts: ContentFacts }>`
    with thing as materialized (${nowOf(kind, id)}),
    known as materialized (
      select * from reports where kind = ${kind} and subject_id = ${id}
      order by created_at desc, id desc limit ${most}),
    pleas as materialized (
      select * from appeals p where p.subject_id = ${id} and ${caseKindOfAppeal(sql`p.kind`)} = ${kind}
      order by created_at desc, id desc limit ${most}),
    who as materialized (
      select coalesce((select author_id from thing), (select author_id from known
          where author_id is not null limit 1), (select user_id from pleas limit 1)) as id)
    select json_build_object(
      'author', (select ${personJson('u')} from users u join who on who.id = u.id),
      'now', (select json_build_object('title', t.title, 'text', t.text, 'tags', t.tags,
          'pictures', ${picturesOf(filesOf(kind, id))},
          'takenDown', case when t.down_at is not null then
            json_build_object('at', ${isoTime(sql`t.down_at`)}, 'reason', t.down_reason) end)
        from thing t),
      'reports', (select coalesce(json_agg(json_build_object('id', r.id,
          'reporter', ${personOrNull('u')}, 'reason', r.reason, 'text', r.text,
          'snapshot', r.snapshot || jsonb_build_object('createdAt',
            ${isoTime(sql`(r.snapshot ->> 'createdAt')::timestamptz`)}),
          'pictures', ${picturesOf(reportFiles)},
          'status', case when r.closed_at is null then 'open' else 'closed' end,
          'outcome', r.outcome, 'note', r.note, 'createdAt', ${isoTime(sql`r.created_at`)},
          'closedAt', ${isoTime(sql`r.closed_at`)}) order by r.created_at desc, r.id desc), '[]')
        from known r left join users u on u.id = r.reporter_id),
      'appeals', (select coalesce(json_agg(json_build_object('id', a.id, 'kind', a.kind,
          'subjectId', a.subject_id, 'title', ${titleOfSubject(sql`a.kind`, sql`a.subject_id`)},
          'reason', a.reason, 'text', a.text, 'state', a.state, 'note', a.note,
          'createdAt', ${isoTime(sql`a.created_at`)}, 'decidedAt', ${isoTime(sql`a.decided_at`)})
          order by a.created_at desc, a.id desc), '[]')
        from pleas a),
      'strikes', (select coalesce(json_agg(json_build_object('kind', s.kind, 'title', s.title,
          'reason', coalesce(s.reason, ''), 'at', ${isoTime(sql`s.at`)}) order by s.at desc), '[]')
        from who cross join lateral (
          select * from (${strikes(kind, id)}) x order by at desc limit ${sql.lit(MAX_STRIKES)}) s)
    ) as facts`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The statement returned no row.')
  return row.facts
}
