import type { CaseSide, OwnCase } from '@plinth/contract/moderation/cases.ts'
import { MAX_PROOFS, PROOF_DAYS } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import { isoTime } from '../../db/time-sql.ts'
import type { CaseKey } from './case-queries.ts'
import { caseKindOfAppeal, proofJson } from './case-sql.ts'

/** A case by what it is about, or by its own id. */
export type CaseRef = CaseKey | { caseId: string }

const refersTo = (ref: CaseRef): RawBuilder<unknown> =>
  'caseId' in ref
    ? sql`c.id = ${ref.caseId}::uuid`
    : sql`c.kind = ${ref.kind} and c.subject_id = ${ref.subjectId}::uuid`

/**
 * The side that this person has in case `c`, as `s`: of a project they are one of the two; otherwise they have appealed
 * or, failing that, reported. What nobody told them of has no side of theirs, so it does not exist for them. The last
 * appeal or report counts.
 */
const sideOf = (me: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  lateral (
    select * from (
      select 0 as place, o.side, coalesce((select t.text from project_statements t
          where t.project_id = p.id and t.by_role = o.side and t.created_at >= d.opened_at), '') as said,
        d.opened_at as since, p.status = 'disputed' as is_open,
        case when p.status <> 'disputed' and d.ruled_at is not null then 'ruled' end as result,
        d.reason, d.ruled_at as ended_at, p.title
      from projects p join project_disputes d on d.project_id = p.id
      cross join lateral (
        select case when p.client_id = ${me} then 'client' else 'creator' end as side) o
      where c.kind = 'dispute' and p.id = c.subject_id
        and (p.client_id = ${me} or (p.creator_id = ${me} and p.shared_at is not null))
      union all
      (select 1, 'author', a.text, a.created_at, a.state = 'open', nullif(a.state, 'open'), a.note,
        a.decided_at, null
      from appeals a
      where a.user_id = ${me} and a.subject_id = c.subject_id
        and ${caseKindOfAppeal(sql`a.kind`)} = c.kind
      order by a.created_at desc, a.id desc limit 1)
      union all
      (select 2, 'reporter', r.text, r.created_at, r.closed_at is null, r.outcome,
        case when r.is_note_shared then r.note end, r.closed_at, null
      from reports r
      where r.reporter_id = ${me} and r.kind = c.kind and r.subject_id = c.subject_id
      order by r.created_at desc, r.id desc limit 1)) sides
    order by place limit 1) s`

const until = sql`(s.since + ${sql.lit(`${PROOF_DAYS} days`)}::interval)`

interface Asking {
  viewerId: string
  now: Date
}

/** The case as this person's side sees it; undefined if they have none in it. */
export async function findOwnCase(
  db: Database,
  ref: CaseRef,
  { viewerId, now }: Asking,
): Promise<OwnCase | undefined> {
  const me = sql`${viewerId}::uuid`
  const { rows } = await sql<{ json: OwnCase }>`
    select json_build_object('id', c.id, 'kind', c.kind, 'subjectId', c.subject_id, 'side', s.side,
      'title', coalesce(s.title,
        (select t.title from posts t where c.kind = 'post' and t.id = c.subject_id),
        (select t.title from portfolio_items t where c.kind = 'portfolio' and t.id = c.subject_id),
        (select t.title from boards t where c.kind = 'board' and t.id = c.subject_id
          and (s.side = 'author' or (t.visibility <> 'private' and t.taken_down_at is null))), ''),
      'said', s.said, 'proofUntil', ${isoTime(until)},
      'canAdd', s.is_open and ${until} > ${now}::timestamptz,
      'proof', ${proofJson(me, sql`(c.kind = 'dispute' or f.author_id = ${me})`)},
      'outcome', case when s.result is not null then json_build_object(
        'result', s.result, 'reason', s.reason, 'at', ${isoTime(sql`s.ended_at`)}) end) as json
    from cases c cross join ${sideOf(me)} where ${refersTo(ref)}`.execute(db)
  return rows[0]?.json
}

/** A side of a locked case, as far as it matters for adding proof. */
export interface HeldSide {
  caseId: string
  side: CaseSide
  isOpen: boolean
  until: Date
  isInTime: boolean
  proofCount: number
}

/** Locks the case until the transaction ends; undefined if this person has no side in it. */
export async function lockSide(
  trx: Database,
  ref: CaseRef,
  { viewerId, now }: Asking,
): Promise<HeldSide | undefined> {
  await sql`select 1 from cases c where ${refersTo(ref)} for update`.execute(trx)
  const me = sql`${viewerId}::uuid`
  const { rows } = await sql<HeldSide>`
    select c.id as "caseId", s.side, s.is_open as "isOpen", ${until} as until,
      ${until} > ${now}::timestamptz as "isInTime",
      (select count(*)::int from (select 1 from case_proofs f
        where f.case_id = c.id and f.author_id = ${me} and f.created_at >= s.since
        limit ${sql.lit(MAX_PROOFS)}) f) as "proofCount"
    from cases c cross join ${sideOf(me)} where ${refersTo(ref)}`.execute(trx)
  return rows[0]
}

interface NewProof {
  caseId: string
  authorId: string
  side: CaseSide
  text: string
  fileIds: readonly string[]
  now: Date
}

/** Adds proof to a locked case. Returns false, having added nothing that counts, unless each file is the author's own. */
export async function insertProof(trx: Database, proof: NewProof): Promise<boolean> {
  const { caseId, authorId, side, text, fileIds, now } = proof
  const id = newId()
  await trx
    .insertInto('case_proofs')
    .values({ id, case_id: caseId, author_id: authorId, side, text, created_at: now })
    .execute()
  const { numAffectedRows } = await sql`
    insert into case_proof_media (proof_id, position, media_id)
    select ${id}::uuid, f.position - 1, m.id
    from unnest(${[...fileIds]}::uuid[]) with ordinality as f (id, position)
    join media m on m.id = f.id and m.owner_id = ${authorId}::uuid`.execute(trx)
  return Number(numAffectedRows) === fileIds.length
}
