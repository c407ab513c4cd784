import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import { sql } from 'kysely'
import { meTable } from '../../../core/session/viewer-sql.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import { isPictureSeen, type Showables } from '../board-sql.ts'
import { maySend, me } from './brief-sql.ts'

interface Place {
  boardId: string
  userId: string
}

interface DraftFields {
  content: string
  budget: Budget | null
  timeline: Timeline | null
  neededBy: string | null
  sendsNotes: boolean
  itemIds: readonly string[]
  creatorIds: readonly string[]
}

/** Keeps a draft. Returns whether this person may send briefs from the board. */
export async function putDraft(
  db: Database,
  { boardId, userId }: Place,
  { content, budget, timeline, neededBy, sendsNotes, itemIds, creatorIds }: DraftFields,
): Promise<boolean> {
  const { rows } = await sql`
    with ${meTable({ viewerId: userId })}
    insert into brief_drafts (board_id, user_id, content, budget, timeline, needed_by, sends_notes,
      item_ids, creator_ids)
    select bd.id, ${me}, ${content}, ${budget}, ${timeline}, ${neededBy}::date, ${sendsNotes}::boolean,
      ${[...itemIds]}::uuid[], ${[...creatorIds]}::uuid[]
    from boards bd where bd.id = ${boardId}::uuid and ${maySend}
    on conflict (board_id, user_id) do update set content = excluded.content, budget = excluded.budget,
      timeline = excluded.timeline, needed_by = excluded.needed_by, sends_notes = excluded.sends_notes,
      item_ids = excluded.item_ids, creator_ids = excluded.creator_ids, saved_at = now()
    returning board_id`.execute(db)
  return rows.length > 0
}

interface NewBrief extends DraftFields {
  budget: Budget
  timeline: Timeline
  clientId: string
}

/** The brief with this client id, if it was written before; `isSame` if it came from this board. */
export async function findWritten(
  db: Database,
  { boardId, userId }: Place,
  clientId: string,
): Promise<{ id: string; isSame: boolean } | undefined> {
  const { rows } = await sql<{ id: string; isSame: boolean }>`
    select id, board_id is not distinct from ${boardId}::uuid as "isSame" from briefs
    where sender_id = ${userId}::uuid and client_id = ${clientId}::uuid`.execute(db)
  return rows[0]
}

/** What comes of writing a brief: some of its things or people can't be in it, or there is no such board for them. */
type WriteResult = { id: string } | 'no board' | 'no item' | 'no creator' | 'again'

/**
 * Writes a brief with what it shows and whom it goes to, and drops the draft. Sends nothing. Of notes only those are kept
 * that are sent. `again`: somebody has written it at the same moment.
 */
export async function insertBrief(
  trx: Database,
  { boardId, userId }: Place,
  brief: NewBrief,
  { works, posts }: Showables,
): Promise<WriteResult> {
  const { content, budget, timeline, neededBy, sendsNotes, itemIds, creatorIds, clientId } = brief
  const { rows: boards } = await sql<{ title: string; items: number; creators: number }>`
    with ${meTable({ viewerId: userId })}
    select bd.title, (
        select count(*)::int from board_items i
        where i.board_id = bd.id and i.id = any (${[...itemIds]}::uuid[]) and (
          exists (select from portfolio_items p where p.id = i.portfolio_id and ${works.isSeen})
          or exists (select from posts p where p.id = i.post_id and ${posts.isSeen})
          or exists (select from media m join users u on u.id = m.owner_id
            where m.id = i.media_id and m.state = 'ready' and ${isPictureSeen}))) as items, (
        select count(*)::int from users u
        where u.id = any (${[...creatorIds]}::uuid[]) and u.is_creator and not u.is_gone
          and u.id <> ${me}) as creators
    from boards bd where bd.id = ${boardId}::uuid and ${maySend}
    for share of bd`.execute(trx)
  const [board] = boards
  if (board === undefined) return 'no board'
  if (board.items !== itemIds.length) return 'no item'
  if (board.creators !== creatorIds.length) return 'no creator'
  const id = newId()
  const { rows } = await sql`
    insert into briefs (id, board_id, sender_id, title, content, budget, timeline, needed_by, sends_notes,
      client_id)
    values (${id}::uuid, ${boardId}::uuid, ${userId}::uuid, ${board.title}, ${content}, ${budget},
      ${timeline}, ${neededBy}::date, ${sendsNotes}::boolean, ${clientId}::uuid)
    on conflict on constraint briefs_client do nothing returning id`.execute(trx)
  if (rows.length === 0) return 'again'
  await sql`
    insert into brief_references (brief_id, place, portfolio_id, post_id, media_id, note, is_against)
    select ${id}::uuid, w.nth, i.portfolio_id, i.post_id, i.media_id,
      case when ${sendsNotes}::boolean then i.note else '' end, i.is_against
    from unnest(${[...itemIds]}::uuid[]) with ordinality as w (id, nth)
    join board_items i on i.id = w.id and i.board_id = ${boardId}::uuid`.execute(trx)
  await sql`
    insert into brief_recipients (brief_id, place, creator_id, inquiry_key, thanks_key)
    select ${id}::uuid, w.nth, w.id, w.inquiry_key, w.thanks_key
    from unnest(${[...creatorIds]}::uuid[], ${creatorIds.map(newId)}::uuid[], ${creatorIds.map(newId)}::uuid[])
      with ordinality as w (id, inquiry_key, thanks_key, nth)`.execute(trx)
  await sql`
    delete from brief_drafts where board_id = ${boardId}::uuid and user_id = ${userId}::uuid`.execute(
    trx,
  )
  return { id }
}

/** An inquiry of a brief that is still to be sent. */
export interface Unsent {
  creatorId: string
  key: string
  title: string
  content: string
  budget: Budget
  timeline: Timeline
}

/** The inquiries of a brief that neither went nor wait for staff, in its order. */
export async function findUnsent(
  db: Database,
  briefId: string,
  senderId: string,
): Promise<Unsent[]> {
  const { rows } = await sql<Unsent>`
    select r.creator_id as "creatorId", r.inquiry_key as key, bf.title, bf.content, bf.budget, bf.timeline
    from briefs bf join brief_recipients r on r.brief_id = bf.id
    where bf.id = ${briefId}::uuid and bf.sender_id = ${senderId}::uuid
      and not exists (select from messages m where m.brief_id = bf.id and m.receiver_id = r.creator_id)
      and not exists (select from held_texts h
        where h.author_id = bf.sender_id and h.client_id = r.inquiry_key)
    order by r.place`.execute(db)
  return rows
}

/** Notes why an inquiry of a brief did not go; null once it went. */
export async function noteProblem(
  db: Database,
  { briefId, creatorId }: { briefId: string; creatorId: string },
  problem: string | null,
): Promise<void> {
  await sql`
    update brief_recipients set problem = ${problem}
    where brief_id = ${briefId}::uuid and creator_id = ${creatorId}::uuid
      and problem is distinct from ${problem}::text`.execute(db)
}

/** The client id of the message that tells each creator of a brief that somebody was found. */
export async function findThanksKeys(db: Database, briefId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ creatorId: string; key: string }>`
    select creator_id as "creatorId", thanks_key as key from brief_recipients
    where brief_id = ${briefId}::uuid`.execute(db)
  return new Map(rows.map(({ creatorId, key }) => [creatorId, key]))
}
