import type { Right } from '@plinth/contract/http/rights.ts'
import type { Proof } from '@plinth/contract/moderation/cases.ts'
import { MAX_CASE_NOTES } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { hasRight } from '../../db/staff-sql.ts'
import { isoTime } from '../../db/time-sql.ts'
import { attachmentsJson } from '../media/media-sql.ts'
import { personJson, personOrNull } from '../users/person-sql.ts'

type Sql = RawBuilder<unknown>

/** The kind of case that an appeal of this kind belongs to: appeals about a person are about the person. */
export const caseKindOfAppeal = (kind: Sql): Sql =>
  sql`(case when ${kind} in ('account', 'creator') then 'user' else ${kind} end)`

/**
 * Whether something is at stake for this person in case `c`: the two of a project, the author of a thing, the person who
 * was reported. They can neither decide it nor read what staff write about it. Who reported it can.
 */
export const isInterested = (userId: Sql): RawBuilder<boolean> => sql<boolean>`(case c.kind
  when 'dispute' then exists (select 1 from projects j
    where j.id = c.subject_id and ${userId} in (j.client_id, j.creator_id))
  when 'user' then c.subject_id = ${userId}
  else exists (select 1 from reports r where r.kind = c.kind and r.subject_id = c.subject_id
      and r.author_id = ${userId})
    or exists (select 1 from appeals a where a.kind = c.kind and a.subject_id = c.subject_id
      and a.user_id = ${userId}) end)`

/** The proof in case `c` that fulfils a condition on `f`, oldest first. */
export const proofJson = (viewerId: Sql, condition: Sql = sql`true`): RawBuilder<Proof[]> => sql<
  Proof[]
>`(
  select coalesce(json_agg(json_build_object('id', f.id, 'side', f.side, 'by', ${personJson('w')},
    'isOwn', f.author_id = ${viewerId}, 'text', f.text,
    'files', ${attachmentsJson({ table: 'case_proof_media', column: 'proof_id', id: sql`f.id` })},
    'createdAt', ${isoTime(sql`f.created_at`)}) order by f.created_at, f.id), '[]')
  from case_proofs f join users w on w.id = f.author_id
  where f.case_id = c.id and ${condition})`

/** The columns of `caseFields` for case `c`, whose assignee is joined as `assigned`. */
export const caseFileColumns = (viewerId: Sql, right: Right): Sql => sql`
  c.id, c.kind, c.subject_id as "subjectId", ${isoTime(sql`c.opened_at`)} as "openedAt",
  ${personOrNull('assigned')} as assignee,
  (select coalesce(json_agg(${personJson('u')} order by u.first_name, u.last_name, u.id), '[]')
    from users u where u.is_admin and ${hasRight(sql`u.staff_role`, right)} and not u.is_gone
      and not ${isInterested(sql`u.id`)}) as staff,
  ${proofJson(viewerId)} as proof,
  (select coalesce(json_agg(json_build_object('id', n.id, 'author', ${personOrNull('w')},
      'text', n.text, 'createdAt', ${isoTime(sql`n.created_at`)}) order by n.created_at, n.id), '[]')
    from (select * from case_notes where case_id = c.id
      order by created_at, id limit ${sql.lit(MAX_CASE_NOTES)}) n
    left join users w on w.id = n.author_id) as notes`
