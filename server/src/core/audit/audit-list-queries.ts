import type { AuditEntry, AuditQuery } from '@plinth/contract/moderation/moderation.ts'
import { sql, type RawBuilder } from 'kysely'
import { isoTime } from '../../db/time-sql.ts'
import {
  microsOf,
  timeOfMicros,
  byTime,
  onlyRow,
  pageStatement,
  pastTime,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { meTable } from '../session/viewer-sql.ts'
import { wordsOf } from '../users/people-search-queries.ts'
import { personOrNull } from '../users/person-sql.ts'

/** The name of the list in cursors. */
export const AUDIT_LIST = 'audit'

/** A search of the log considers at most this many people. */
const MAX_PEOPLE = 200

type Sql = RawBuilder<unknown>

/** The conditions on entries `p`, apart from the search. */
const conditionsOf = ({ action, actorId, subjectId, from, to }: AuditQuery): Sql[] => [
  ...(action === undefined ? [] : [sql`p.action = ${action}`]),
  ...(actorId === undefined ? [] : [sql`p.actor_id = ${actorId}::uuid`]),
  ...(subjectId === undefined ? [] : [sql`p.subject_id = ${subjectId}::uuid`]),
  ...(from === undefined ? [] : [sql`p.created_at >= ${from}::date::timestamp at time zone 'UTC'`]),
  ...(to === undefined
    ? []
    : [sql`p.created_at < (${to}::date + 1)::timestamp at time zone 'UTC'`]),
]

const columns = sql`e.id, e.actor_id, e.action, e.subject_id, e.created_at`

/**
 * The entries that a search finds. Each word must start a word in the name of the admin, in the name of the affected
 * person, or in the title. These are united, because with `or` the planner would not use their indexes.
 */
function entriesOf({ search }: AuditQuery): Sql {
  if (search === undefined) return sql`audit_log`
  const words = wordsOf(search)
  if (words.length === 0) return sql`(select ${columns} from audit_log e where false)`
  const fits = (name: Sql) =>
    sql.join(
      words.map(
        (word) => sql`name_words(${name}) like (select '% ' || search_text(${word}::text) || '%')`,
      ),
      sql` and `,
    )
  return sql`(
    with people as materialized (
      select u.id from users u where ${fits(sql`u.first_name || ' ' || u.last_name`)}
      limit ${sql.lit(MAX_PEOPLE)})
    select ${columns} from people join audit_log e on e.actor_id = people.id
    union select ${columns} from people join audit_log e on e.subject_id = people.id
    union select ${columns} from audit_log e where ${fits(sql`e.subject_title`)})`
}

/** The title of a thing at that time, or for things without a title a business name, email or note. */
const title = sql`coalesce(p.subject_title, case p.subject_kind
  when 'advertisement_inquiry' then (
    select i.business_name from advertisement_inquiries i where i.id = p.subject_id)
  when 'announcement' then (
    select a.subject from announcements a where a.id = p.subject_id)
  when 'invitation' then (
    select coalesce(i.email, nullif(i.note, '')) from invitations i where i.id = p.subject_id)
  end)`

const idIn = (fact: Sql) =>
  sql`case when ${fact} ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then (${fact})::uuid end`

/** Names for the ids in the fields of an entry: people and invitations. Some invitations have none. */
const names = sql`(
  select coalesce(json_object_agg(n.id, n.name), '{}') from (
    select u.id, u.first_name || ' ' || u.last_name as name from users u
    where not u.is_gone and u.id in (${idIn(sql`p.before ->> 'creatorId'`)},
      ${idIn(sql`p.before ->> 'assigneeId'`)}, ${idIn(sql`p.after ->> 'assigneeId'`)})
    union all
    select i.id, coalesce(i.email, i.note) from invitations i
    where i.id = ${idIn(sql`p.after ->> 'invitation'`)}) n
  where n.name is not null)`

export interface AuditInput extends AuditQuery {
  adminId: string
  limit: number
  after: TimePosition | null
}

/** A page of the log, newest first. */
export const auditStatement = ({
  adminId,
  limit,
  after,
  ...filters
}: AuditInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: adminId }),
    sort: byTime(sql`p.created_at`),
    from: sql`${entriesOf(filters)} p`,
    conditions: conditionsOf(filters),
    limit,
    after: pastTime(after),
    shown: {
      table: 'audit_log',
      columns: sql`
        p.id, ${personOrNull('u')} as actor, p.actor_role as "actorRole", p.action, p.subject_kind as "subjectKind",
        p.subject_id as "subjectId", ${title} as "subjectTitle", ${names} as names,
        ${personOrNull('s')} as "subjectPerson", p.before, p.after, p.request_id as "requestId",
        ${isoTime(sql`p.created_at`)} as "createdAt"`,
      joins: sql`
        left join users u on u.id = p.actor_id
        left join users s on s.id = p.subject_id and p.subject_kind = 'user'`,
    },
  })

export async function listAuditEntries(db: Database, input: AuditInput): Promise<Page<AuditEntry>> {
  const { json, last } = await onlyRow(db, auditStatement(input))
  return new Page(JSON.parse(json) as AuditEntry[], cursorAfter(AUDIT_LIST, last))
}

/** An entry as a line of the exported file. */
export interface AuditLine {
  place: string
  at: string
  actor: string
  role: string
  action: AuditEntry['action']
  subjectKind: string
  subject: string
  subjectId: string
  before: string
  after: string
  requestId: string
  hash: string
}
type FoundLine = AuditLine & { id: string; micros: string }

/** How many lines are in memory at once. */
const LINES = 500

/** Every matching entry, newest first. */
export async function* readAuditLines(
  db: Database,
  filters: AuditQuery,
): AsyncGenerator<AuditLine> {
  let last: FoundLine | undefined
  do {
    const { rows } = await linesStatement(filters, last).execute(db)
    yield* rows
    last = rows.length < LINES ? undefined : rows.at(-1)
  } while (last !== undefined)
}

function linesStatement(filters: AuditQuery, after: FoundLine | undefined): RawBuilder<FoundLine> {
  const conditions = [
    sql`true`,
    ...conditionsOf(filters),
    ...(after === undefined
      ? []
      : [sql`(p.created_at, p.id) < (${timeOfMicros(Number(after.micros))}, ${after.id}::uuid)`]),
  ]
  return sql<FoundLine>`
    select p.id, ${microsOf(sql`p.created_at`)}::text as micros,
      coalesce(p.place::text, '') as place,
      to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
      coalesce(concat_ws(' ', u.first_name, u.last_name), '') as actor,
      coalesce(p.actor_role, '') as role, p.action,
      p.subject_kind as "subjectKind",
      coalesce(${title}, concat_ws(' ', s.first_name, s.last_name), '') as subject,
      p.subject_id as "subjectId", coalesce(p.before::text, '') as before,
      coalesce(p.after::text, '') as after, coalesce(p.request_id, '') as "requestId",
      coalesce(encode(p.hash, 'hex'), '') as hash
    from ${entriesOf(filters)} found join audit_log p on p.id = found.id
    left join users u on u.id = p.actor_id
    left join users s on s.id = p.subject_id and p.subject_kind = 'user'
    where ${sql.join(conditions, sql` and `)}
    order by p.created_at desc, p.id desc limit ${sql.lit(LINES)}`
}
