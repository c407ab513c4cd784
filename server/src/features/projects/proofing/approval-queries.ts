import type { FileVerdict } from '@plinth/contract/proofing/decisions.ts'
import { sql } from 'kysely'
import { isoTime } from '../../../db/time-sql.ts'
import type { Database } from '../../../db/pool.ts'

/** The open comments of a room become the list of a change that was asked for. Returns how many they are. */
export async function freezeMarks(
  trx: Database,
  { projectId, round }: { projectId: string; round: number },
): Promise<number> {
  // Whoever makes a mark holds the room: it is on the list if they were first.
  await sql`select from proof_rooms where id = ${projectId}::uuid for update`.execute(trx)
  const { numAffectedRows } = await sql`
    with held as (
      update proof_rooms set changes = changes + 1 where id = ${projectId}::uuid returning id, changes)
    update proof_marks m set round = ${round}::smallint, change = h.changes
    from held h where m.room_id = h.id and m.state = 'open' and m.gone_at is null`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Holds the room of a project until the transaction ends, so that nobody changes what is approved meanwhile. */
export async function holdForApproval(trx: Database, projectId: string): Promise<void> {
  await sql`
    insert into proof_rooms (id, changes) values (${projectId}::uuid, 1)
    on conflict (id) do update set changes = proof_rooms.changes + 1`.execute(trx)
}

/** The last delivery of a project; undefined if there is none. */
export async function findApproved(
  trx: Database,
  projectId: string,
): Promise<{ number: number; files: number; unhashed: number } | undefined> {
  const { rows } = await sql<{ number: number; files: number; unhashed: number }>`
    select d.number, count(*)::int as files, count(*) filter (where df.sha256 is null)::int as unhashed
    from project_deliveries d join delivery_files df on df.delivery_id = d.id
    where d.project_id = ${projectId}::uuid
    group by d.id order by d.number desc limit 1`.execute(trx)
  return rows[0]
}

const hex = (column: string) => sql`encode(${sql.ref(column)}, 'hex')`

/** Keeps what is approved as it is now. The room is held, and all files have their SHA-256. */
export async function insertApproval(
  trx: Database,
  approval: { projectId: string; by: string | null; now: Date },
): Promise<void> {
  await sql`
    with last as (
      select d.id, d.project_id, d.number from project_deliveries d
      where d.project_id = ${approval.projectId}::uuid order by d.number desc limit 1),
    versions as materialized (
      select df.id, df.thing_id, df.file_name, df.kind, df.bytes, df.sha256, df.delivery_id, df.position,
        row_number() over (partition by df.thing_id order by d.number) as version
      from delivery_files df join project_deliveries d on d.id = df.delivery_id
      where df.project_id = ${approval.projectId}::uuid)
    insert into proof_approvals (project_id, approved_by, approved_at, delivery, files, open_marks, decisions, picks)
    select l.project_id, ${approval.by}::uuid, ${approval.now}, l.number,
      (select jsonb_agg(jsonb_build_object('id', v.id, 'thingId', v.thing_id, 'fileName', v.file_name,
          'kind', v.kind, 'version', v.version, 'bytes', v.bytes, 'sha256', ${hex('v.sha256')}) order by v.position)
        from versions v where v.delivery_id = l.id),
      (select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'number', m.number, 'fileName', v.file_name,
          'version', v.version, 'text', m.text) order by m.created_at, m.id), '[]')
        from proof_marks m join versions v on v.id = m.version_id
        where m.room_id = l.project_id and m.state = 'open' and m.gone_at is null),
      (select coalesce(jsonb_agg(jsonb_build_object('fileId', v.id, 'fileName', v.file_name,
          'version', v.version, 'verdict', x.verdict, 'note', x.note, 'personId', x.person_id, 'guestId', x.guest_id,
          'sha256', ${hex('x.sha256')}, 'at', ${isoTime(sql`x.decided_at`)}) order by v.position, x.change), '[]')
        from proof_decisions x join versions v on v.id = x.version_id and v.delivery_id = l.id),
      (select coalesce(jsonb_agg(jsonb_build_object('thingId', k.id, 'fileName', n.file_name,
          'version', n.version) order by k.rank), '[]')
        from proof_rooms r cross join unnest(r.picks) with ordinality k (id, rank)
        cross join lateral (
          select v.file_name, v.version from versions v where v.thing_id = k.id
          order by v.version desc limit 1) n
        where r.id = l.project_id)
    from last l`.execute(trx)
}

/** What was approved, with the names that its people have now. */
export interface ApprovalRecord {
  number: number
  title: string
  client: string
  creator: string
  /** Null: nobody answered in time. */
  approvedBy: string | null
  approvedAt: Date
  delivery: number
  files: { fileName: string; version: number; bytes: number; sha256: string }[]
  openMarks: { number: number; fileName: string; version: number; text: string }[]
  decisions: { fileName: string; version: number; verdict: FileVerdict; note: string; at: string }[]
  picks: { fileName: string; version: number }[]
  /** How many files were in the price; null for all of them. */
  most: number | null
}

/** The record of a project, for its two people; undefined if there is none, or it is not theirs. */
export async function findApproval(
  db: Database,
  { projectId, viewerId }: { projectId: string; viewerId: string },
): Promise<ApprovalRecord | undefined> {
  const { rows } = await sql<ApprovalRecord>`
    select p.number, p.title, btrim(c.first_name || ' ' || c.last_name) as client,
      btrim(u.first_name || ' ' || u.last_name) as creator,
      case when a.approved_by is not null then btrim(c.first_name || ' ' || c.last_name) end as "approvedBy",
      a.approved_at as "approvedAt", a.delivery, a.files, a.open_marks as "openMarks", a.decisions, a.picks,
      p.picks as most
    from proof_approvals a join projects p on p.id = a.project_id
    join users c on c.id = p.client_id join users u on u.id = p.creator_id
    where p.id = ${projectId}::uuid and ${viewerId}::uuid in (p.client_id, p.creator_id)`.execute(
    db,
  )
  return rows[0]
}
