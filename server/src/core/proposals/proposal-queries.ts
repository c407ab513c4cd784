import { PROPOSAL_DAYS } from '@plinth/contract/limits.ts'
import { rolesWith, type Right } from '@plinth/contract/http/rights.ts'
import {
  PROPOSAL_KINDS,
  PROPOSAL_RIGHTS,
  type Proposal,
  type ProposalKind,
  type ProposalState,
} from '@plinth/contract/moderation/proposals.ts'
import { sql, type RawBuilder } from 'kysely'
import { newId } from '../../db/id.ts'
import {
  byTime,
  findShown,
  onlyRow,
  pageStatement,
  pastTime,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { hasRight } from '../../db/staff-sql.ts'
import { isoTime } from '../../db/time-sql.ts'
import { Page } from '../../http/mount.ts'
import { cursorAfter, type TimePosition } from '../../http/paging.ts'
import { meTable } from '../session/viewer-sql.ts'
import { personOrNull } from '../users/person-sql.ts'

type Sql = RawBuilder<unknown>

/** How the case of proposal `p` is now; null if there is nothing left to decide. */
const versionOf = (kind: Sql, subjectId: Sql): RawBuilder<string | null> => sql<string | null>`
  case ${kind}
    when 'ruling' then (
      select (select e.id::text from project_events e where e.project_id = j.id
        order by e.created_at desc, e.id desc limit 1)
      from projects j where j.id = ${subjectId} and j.status = 'disputed')
    when 'owner' then (
      select coalesce(u.staff_role, 'none') from users u
      where u.id = ${subjectId} and not u.is_gone and u.staff_role is distinct from 'owner')
  end`

/** Whether whoever proposed `p` still has the right that it needs. */
const isProposerStaff = sql`exists (
  select 1 from users a where a.id = p.proposed_by and not a.is_gone and case p.kind ${sql.join(
    PROPOSAL_KINDS.map(
      (kind) =>
        sql`when ${sql.lit(kind)} then ${hasRight(sql`a.staff_role`, PROPOSAL_RIGHTS[kind])}`,
    ),
    sql` `,
  )} end)`

/** The state of proposal `p`. What nobody answered in time, or in time for the case, needs no row to say so. */
const stateAt = (now: Date): RawBuilder<ProposalState> => sql`
  case when p.state <> 'open' then p.state
    when not ${isProposerStaff}
      or ${versionOf(sql`p.kind`, sql`p.subject_id`)} is distinct from p.subject_version then 'void'
    when p.expires_at <= ${now}::timestamptz then 'expired'
    else 'open' end`

interface Viewing {
  viewerId: string
  now: Date
}

const dollars = (cents: Sql) => sql`(${cents})::float8 / 100`

const shownProposal = ({ viewerId, now }: Viewing): Shown => ({
  table: 'proposals',
  columns: sql`
    p.id, p.kind, p.subject_id as "subjectId",
    coalesce(j.title, s.first_name || ' ' || s.last_name, '') as title,
    case when p.kind = 'ruling' then json_build_object('toClient', ${dollars(sql`p.to_client_cents`)},
      'toCreator', ${dollars(sql`j.deposit_cents - p.to_client_cents`)}) end as split,
    p.reason, ${personOrNull('a')} as "proposedBy",
    coalesce(p.proposed_by = ${viewerId}::uuid, false) as "isOwn", ${stateAt(now)} as state,
    ${isoTime(sql`p.created_at`)} as "createdAt", ${isoTime(sql`p.expires_at`)} as "expiresAt",
    ${personOrNull('d')} as "decidedBy", ${isoTime(sql`p.decided_at`)} as "decidedAt", p.note`,
  joins: sql`
    left join projects j on p.kind = 'ruling' and j.id = p.subject_id
    left join users s on p.kind = 'owner' and s.id = p.subject_id
    left join users a on a.id = p.proposed_by left join users d on d.id = p.decided_by`,
})

/** Both lists read an index in order; few open rows are not open any more. */
const BOXES = {
  open: (now: Date) => sql`p.state = 'open' and ${stateAt(now)} = 'open'`,
  closed: (now: Date) => sql`(p.state <> 'open' or ${stateAt(now)} <> 'open')`,
} as const
export type ProposalBox = keyof typeof BOXES

export interface ProposalsInput extends Viewing {
  kinds: readonly ProposalKind[]
  box: ProposalBox
  limit: number
  after: TimePosition | null
}

export const proposalsStatement = ({
  kinds,
  box,
  limit,
  after,
  ...viewing
}: ProposalsInput): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: meTable({ viewerId: viewing.viewerId }),
    sort: byTime(sql`p.created_at`),
    from: sql`proposals p`,
    conditions: [sql`p.kind = any (${kinds}::text[])`, BOXES[box](viewing.now)],
    limit,
    after: pastTime(after),
    shown: shownProposal(viewing),
  })

/** The name of a list in its cursors. */
export const proposalList = (box: ProposalBox): string => `proposals-${box}`

export async function listOfProposals(
  db: Database,
  input: ProposalsInput,
): Promise<Page<Proposal>> {
  const { json, last } = await onlyRow(db, proposalsStatement(input))
  return new Page(JSON.parse(json) as Proposal[], cursorAfter(proposalList(input.box), last))
}

export async function countProposals(
  db: Database,
  { kinds, now }: { kinds: readonly ProposalKind[]; now: Date },
): Promise<number> {
  const { count } = await onlyRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from proposals p
      where p.kind = any (${kinds}::text[]) and ${BOXES.open(now)}`,
  )
  return count
}

export const readProposal = (
  db: Database,
  id: string,
  viewing: Viewing,
): Promise<Proposal | null> => findShown<Proposal>(db, id, shownProposal(viewing))

export interface HeldProposal {
  id: string
  kind: ProposalKind
  subjectId: string
  proposedBy: string | null
  reason: string
  /** Of a ruling. */
  toClientCents: number | null
  state: ProposalState
}

/**
 * A proposal of one of these kinds. Lock its subject first and then read it again with `lock`, because whoever makes a
 * proposal locks in this order too.
 */
export async function findProposal(
  db: Database,
  id: string,
  { kinds, now, lock = false }: { kinds: readonly ProposalKind[]; now: Date; lock?: boolean },
): Promise<HeldProposal | undefined> {
  const { rows } = await sql<HeldProposal>`
    select p.id, p.kind, p.subject_id as "subjectId", p.proposed_by as "proposedBy", p.reason,
      p.to_client_cents::int as "toClientCents", ${stateAt(now)} as state
    from proposals p where p.id = ${id}::uuid and p.kind = any (${kinds}::text[])
    ${lock ? sql`for update of p` : sql``}`.execute(db)
  return rows[0]
}

export interface NewProposal {
  kind: ProposalKind
  subjectId: string
  proposedBy: string
  reason: string
  toClientCents: number | null
  now: Date
}

/**
 * Inserts a proposal about a locked subject and returns its id; null if another one about it is open. One that is over
 * without anybody's answer gets its state now.
 */
export async function insertProposal(trx: Database, proposal: NewProposal): Promise<string | null> {
  const { kind, subjectId, proposedBy, reason, toClientCents, now } = proposal
  await sql`
    update proposals p set state = ${stateAt(now)}, decided_at = ${now}
    where p.kind = ${kind} and p.subject_id = ${subjectId}::uuid and p.state = 'open'
      and ${stateAt(now)} <> 'open'`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    insert into proposals (id, kind, subject_id, subject_version, proposed_by, reason, to_client_cents,
      created_at, expires_at)
    values (${newId()}::uuid, ${kind}, ${subjectId}::uuid,
      ${versionOf(sql`${kind}::text`, sql`${subjectId}::uuid`)}, ${proposedBy}::uuid, ${reason},
      ${toClientCents}::bigint, ${now}, ${now}::timestamptz + ${PROPOSAL_DAYS}::int * interval '1 day')
    on conflict (kind, subject_id) where state = 'open' do nothing returning id`.execute(trx)
  return rows[0]?.id ?? null
}

export async function closeProposal(
  trx: Database,
  id: string,
  end: {
    state: 'confirmed' | 'declined' | 'withdrawn'
    by: string
    note: string | null
    now: Date
  },
): Promise<void> {
  await trx
    .updateTable('proposals')
    .set({ state: end.state, decided_by: end.by, decided_at: end.now, note: end.note })
    .where('id', '=', id)
    .execute()
}

/** Whether anybody else has this right, apart from these people. */
export async function hasOtherWith(
  db: Database,
  right: Right,
  without: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where is_admin and deleted_at is null and not is_gone
      and staff_role = any (${rolesWith(right)}::text[]) and id <> all (${without}::uuid[])
    limit 1`.execute(db)
  return rows.length > 0
}

/** The confirmed addresses of everybody else with this right, apart from these people. */
export async function findAddressesWith(
  db: Database,
  right: Right,
  without: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select email from users where is_admin and deleted_at is null and not is_gone
      and staff_role = any (${rolesWith(right)}::text[]) and id <> all (${without}::uuid[])
      and email is not null and email_verified order by id`.execute(db)
  return rows.map(({ email }) => email)
}
