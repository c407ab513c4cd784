import type { FileDecision, FileVerdict, ProofPicks } from '@plinth/contract/proofing/decisions.ts'
import { sql } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { areFilesOpen } from '../delivery/delivery-sql.ts'
import { viewerId } from '../room/project-card-sql.ts'
import { decisionAuthors, decisionJson, pickedThings, picksJson } from './decision-sql.ts'
import { DECIDING } from './proofing-rules.ts'
import type { By } from './proofing-write-queries.ts'

interface NewDecision {
  roomId: string
  versionId: string
  by: By
  verdict: FileVerdict
  note: string
  change: number
}

/** What a decision would be about, as it is while the room is held. */
export async function findDecided(
  trx: Database,
  { roomId, versionId }: { roomId: string; versionId: string },
): Promise<{ isHashed: boolean; isOpen: boolean } | undefined> {
  const { rows } = await sql<{ isHashed: boolean; isOpen: boolean }>`
    select f.sha256 is not null as "isHashed", p.status = any(${[...DECIDING]}::text[]) as "isOpen"
    from delivery_files f join projects p on p.id = f.project_id
    where f.id = ${versionId}::uuid and p.id = ${roomId}::uuid and f.delivery_id is not null`.execute(
    trx,
  )
  return rows[0]
}

/** Replaces what this person has decided about the version. Saying the same again changes nothing. */
export async function putDecision(trx: Database, decision: NewDecision): Promise<void> {
  await sql`
    insert into proof_decisions (version_id, person_id, guest_id, room_id, verdict, note, sha256, change)
    select f.id, ${decision.by.authorId}::uuid, ${decision.by.guestId}::uuid, f.project_id, ${decision.verdict}, ${decision.note}, f.sha256,
      ${decision.change}::int
    from delivery_files f
    where f.id = ${decision.versionId}::uuid and f.project_id = ${decision.roomId}::uuid
      and f.delivery_id is not null and f.sha256 is not null
    on conflict (version_id, decided_by) do update set verdict = excluded.verdict, note = excluded.note,
      sha256 = excluded.sha256, change = excluded.change, decided_at = now()
    where (proof_decisions.verdict, proof_decisions.note) is distinct from (excluded.verdict, excluded.note)`.execute(
    trx,
  )
}

export async function readDecision(
  trx: Database,
  { versionId, by: { authorId, guestId } }: { versionId: string; by: By },
): Promise<FileDecision | undefined> {
  const seer = { viewerId: sql`${authorId}::uuid`, guestId: sql`${guestId}::uuid` }
  const { rows } = await sql<{ json: FileDecision }>`
    select ${decisionJson(seer)} as json from proof_decisions x ${decisionAuthors}
    where x.version_id = ${versionId}::uuid
      and x.decided_by = coalesce(${authorId}::uuid, ${guestId}::uuid)`.execute(trx)
  return rows[0]?.json
}

/** What decides whether these things can be picked, while the room is held. */
interface PickFacts {
  isOpen: boolean
  most: number | null
  /** The count of changes at which the picks changed last. */
  pickedAt: number
  areThings: boolean
}

export async function findPickFacts(
  trx: Database,
  { roomId, thingIds }: { roomId: string; thingIds: readonly string[] },
): Promise<PickFacts | undefined> {
  const { rows } = await sql<PickFacts>`
    select p.status = any(${[...DECIDING]}::text[]) as "isOpen", p.picks as most, r.picks_change as "pickedAt",
      not exists (
        select from unnest(${thingIds}::uuid[]) g (id) where not exists (
          select from delivery_files f
          where f.thing_id = g.id and f.project_id = p.id and f.delivery_id is not null)) as "areThings"
    from projects p join proof_rooms r on r.id = p.id where p.id = ${roomId}::uuid`.execute(trx)
  return rows[0]
}

/** The picks after the change; the room is held. */
export async function putPicks(
  trx: Database,
  picked: { roomId: string; thingIds: readonly string[]; change: number },
): Promise<ProofPicks | undefined> {
  await sql`
    update proof_rooms set picks = ${picked.thingIds}::uuid[], picks_change = ${picked.change}::int
    where id = ${picked.roomId}::uuid`.execute(trx)
  const { rows } = await sql<{ json: ProofPicks }>`
    select ${picksJson} as json from projects p where p.id = ${picked.roomId}::uuid`.execute(trx)
  return rows[0]?.json
}

/** The picks of a room as a contact sheet shows them. */
export interface PickSheet {
  title: string
  creator: string
  most: number | null
  /** Whether the viewer gets pictures without a watermark. */
  isOpen: boolean
  picks: {
    id: string
    fileName: string
    version: number
    hasPreview: boolean
    hasPicture: boolean
  }[]
}

/** Undefined unless the viewer is one of the two of the project. */
export async function findPickSheet(
  db: Database,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<PickSheet | undefined> {
  const { rows } = await sql<PickSheet>`
    with ${meTable({ viewerId: userId })}
    select p.title, btrim(u.first_name || ' ' || u.last_name) as creator, p.picks as most,
      ${areFilesOpen('p', viewerId)} as "isOpen", (
        select coalesce(json_agg(json_build_object('id', v.id, 'fileName', v.file_name, 'version', v.version,
          'hasPreview', v.preview_state = 'ready', 'hasPicture', coalesce(v.has_picture, false)) order by k.rank), '[]')
        from proof_rooms r cross join unnest(${pickedThings}) with ordinality k (id, rank)
        cross join lateral (
          select f.id, f.file_name, f.preview_state, f.has_picture, count(*) over () as version
          from delivery_files f join project_deliveries d on d.id = f.delivery_id
          where f.thing_id = k.id order by d.number desc limit 1) v
        where r.id = p.id) as picks
    from projects p join users u on u.id = p.creator_id
    where p.id = ${roomId}::uuid and (p.client_id = ${viewerId}
      or (p.creator_id = ${viewerId} and p.shared_at is not null))`.execute(db)
  return rows[0]
}
