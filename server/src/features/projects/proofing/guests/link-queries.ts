import { MAX_PROOF_LINKS } from '@plinth/contract/limits.ts'
import type { LinkRight, ProofInvite, ProofLink } from '@plinth/contract/proofing/links.ts'
import type { ProjectRole } from '@plinth/contract/projects/project-states.ts'
import { sql, type RawBuilder } from 'kysely'
import { linkUrl } from '../../../../core/media/media-sql.ts'
import { personJson, personOrNull } from '../../../../core/users/person-sql.ts'
import type { Database } from '../../../../db/pool.ts'
import { isoTime } from '../../../../db/time-sql.ts'
import { DELIVERY_PATH, PREVIEW_NAME } from '../../delivery/delivery-sql.ts'
import { isOfRoom, ROOMS } from '../../delivery/room-sql.ts'
import { AT_WORK } from '../proofing-rules.ts'
import { isLinkOpen } from './guest-sql.ts'

interface LinksOf {
  roomId: string
  viewerId: string
  now: Date
}

/** The contract's ProofLink from link `l`, its room `p`, who made it (`u`) and the guest who was there last (`s`). */
const linkJson = ({
  viewerId,
  now,
}: Omit<LinksOf, 'roomId'>): RawBuilder<ProofLink> => sql<ProofLink>`
  json_build_object('id', l.id, 'name', l.name, 'right', l.rights, 'madeBy', ${personJson('u')},
    'isViewers', l.made_by = ${viewerId}::uuid, 'hasPassword', l.password_hash is not null,
    'allowsDownloads', l.allows_downloads,
    'person', case when l.person_email is not null
      then json_build_object('name', l.person_name, 'email', l.person_email) end,
    'state', case when l.ended_at is not null then 'off' when ${isLinkOpen(now)} then 'open' else 'ended' end,
    'expiresAt', ${isoTime(sql`l.expires_at`)}, 'endedAt', ${isoTime(sql`l.ended_at`)},
    'guests', (select count(*) from proof_guests g where g.link_id = l.id),
    'lastGuest', nullif(s.name, ''), 'seenAt', ${isoTime(sql`s.seen_at`)},
    'createdAt', ${isoTime(sql`l.created_at`)})`

const linkRows = sql`proof_links l join ${ROOMS} p on p.id = l.room_id join users u on u.id = l.made_by
  left join lateral (
    select g.name, g.seen_at from proof_guests g where g.link_id = l.id order by g.seen_at desc limit 1) s on true`

/** Whether the viewer is one of the two of project `p`, or has opened room `p`. */
const isOneOfTwo = (
  viewerId: string,
): RawBuilder<boolean> => sql<boolean>`(p.client_id = ${viewerId}::uuid
  or (p.creator_id = ${viewerId}::uuid and p.shared_at is not null))`

/** All links of a room, the newest first; undefined if the viewer is neither of the two. */
export async function listLinks(
  db: Database,
  { roomId, ...seen }: LinksOf,
): Promise<ProofLink[] | undefined> {
  const { rows } = await sql<{ json: ProofLink[] }>`
    select (
      select coalesce(json_agg(t.json), '[]') from (
        select ${linkJson(seen)} as json from ${linkRows}
        where l.room_id = room.id order by l.created_at desc, l.id desc limit ${MAX_PROOF_LINKS}::int) t) as json
    from (select p.id from ${ROOMS} p where p.id = ${roomId}::uuid and ${isOneOfTwo(seen.viewerId)}) room`.execute(
    db,
  )
  return rows[0]?.json
}

async function readLink(
  db: Database,
  { linkId, ...seen }: Omit<LinksOf, 'roomId'> & { linkId: string },
): Promise<ProofLink | undefined> {
  const { rows } = await sql<{ json: ProofLink }>`
    select ${linkJson(seen)} as json from ${linkRows} where l.id = ${linkId}::uuid`.execute(db)
  return rows[0]?.json
}

export interface SharedRoom {
  role: ProjectRole
  /** Somebody has opened it for themselves. */
  isOwn: boolean
  isAtWork: boolean
}

/**
 * Holds the project or the room, so that two links at the same time are counted one after the other; undefined if the viewer is
 * neither of the two.
 */
export async function holdShared(
  trx: Database,
  { roomId, viewerId }: Omit<LinksOf, 'now'>,
): Promise<SharedRoom | undefined> {
  const { rows } = await sql<SharedRoom>`
    with project as (select id from projects where id = ${roomId}::uuid for no key update),
      own as (
        select id from proof_rooms where id = ${roomId}::uuid and owner_id is not null for no key update)
    select case p.client_id when ${viewerId}::uuid then 'client' else 'creator' end as role, p.is_own as "isOwn",
      p.status = any(${[...AT_WORK]}::text[]) as "isAtWork"
    from (select id from project union all select id from own) held join ${ROOMS} p on p.id = held.id
    where ${isOneOfTwo(viewerId)}`.execute(trx)
  return rows[0]
}

export async function countLinks(trx: Database, roomId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from proof_links where room_id = ${roomId}::uuid`.execute(trx)
  return rows[0]?.count ?? 0
}

export interface NewLink {
  id: string
  roomId: string
  madeBy: string
  name: string
  right: LinkRight
  secretHash: Buffer
  passwordHash: Buffer | null
  allowsDownloads: boolean
  person: { name: string; email: string } | null
  days: number | null
  now: Date
}

export async function insertLink(trx: Database, link: NewLink): Promise<ProofLink | undefined> {
  await sql`
    with room as (insert into proof_rooms (id) values (${link.roomId}::uuid) on conflict (id) do nothing)
    insert into proof_links (id, room_id, made_by, name, rights, secret_hash, password_hash, allows_downloads,
      person_name, person_email, expires_at, created_at)
    values (${link.id}::uuid, ${link.roomId}::uuid, ${link.madeBy}::uuid, ${link.name}, ${link.right},
      ${link.secretHash}, ${link.passwordHash}, ${link.allowsDownloads}, ${link.person?.name ?? null},
      ${link.person?.email ?? null}, ${link.now}::timestamptz + ${link.days}::int * interval '1 day', ${link.now})`.execute(
    trx,
  )
  return readLink(trx, { linkId: link.id, viewerId: link.madeBy, now: link.now })
}

/** Ends a link. Its guests are out with it. Undefined if the viewer's rooms have no such link. */
export async function endLink(
  trx: Database,
  { roomId, linkId, viewerId, now }: LinksOf & { linkId: string },
): Promise<ProofLink | undefined> {
  await sql`
    update proof_links l set ended_at = ${now}, code_hash = null, code_until = null from ${ROOMS} p
    where l.id = ${linkId}::uuid and l.room_id = ${roomId}::uuid and p.id = l.room_id and l.ended_at is null
      and ${isOneOfTwo(viewerId)}`.execute(trx)
  const { rows } = await sql<{ json: ProofLink }>`
    select ${linkJson({ viewerId, now })} as json from ${linkRows}
    where l.id = ${linkId}::uuid and l.room_id = ${roomId}::uuid and ${isOneOfTwo(viewerId)}`.execute(
    trx,
  )
  return rows[0]?.json
}

/** What a link leads to, for whoever has its secret; `person` has the whole address. */
export async function findInvite(
  db: Database,
  {
    id,
    secretHash,
    viewerId,
    now,
  }: { id: string; secretHash: Buffer; viewerId: string | null; now: Date },
): Promise<ProofInvite | undefined> {
  const preview = linkUrl({
    path: DELIVERY_PATH,
    id: sql.ref('f.id'),
    name: PREVIEW_NAME,
    secret: sql.ref('f.secret'),
  })
  const { rows } = await sql<{ json: ProofInvite }>`
    select json_build_object('id', l.id, 'roomId', l.room_id, 'title', p.title, 'client', ${personOrNull('c')},
      'creator', ${personJson('m')}, 'madeBy', ${personJson('u')}, 'right', l.rights,
      'hasEnded', not o.is_open, 'hasPassword', l.password_hash is not null,
      'allowsDownloads', l.allows_downloads,
      'isOwn', coalesce(${viewerId}::uuid in (p.client_id, p.creator_id), false),
      'person', case when l.person_email is not null
        then json_build_object('name', l.person_name, 'email', l.person_email) end,
      'preview', (
        select json_build_object('url', ${preview}, 'width', f.preview_width, 'height', f.preview_height,
          'alt', 'Preview of ' || f.file_name)
        from delivery_files f join project_deliveries d on d.id = f.delivery_id
        where ${isOfRoom('d')} and f.preview_state = 'ready' and o.is_open and l.password_hash is null
          and l.person_email is null
        order by d.number desc, f.position limit 1),
      'versions', (select count(*) from project_deliveries d where ${isOfRoom('d')}),
      'files', (
        select count(distinct f.thing_id) from delivery_files f
        where ${isOfRoom('f')} and f.delivery_id is not null)) as json
    from proof_links l join ${ROOMS} p on p.id = l.room_id join users u on u.id = l.made_by
      left join users c on c.id = p.client_id join users m on m.id = p.creator_id
      cross join lateral (select ${isLinkOpen(now)} as is_open) o
    where l.id = ${id}::uuid and l.secret_hash = ${secretHash}`.execute(db)
  return rows[0]?.json
}
