import type { HeldText } from '@plinth/contract/moderation/held.ts'
import { MAX_HELD_TEXTS } from '@plinth/contract/moderation/held.ts'
import { sql } from 'kysely'
import { newId } from '../../db/id.ts'
import { takeLock } from '../../db/locks.ts'
import type { Database } from '../../db/pool.ts'

export interface NewHeld {
  kind: HeldText['kind']
  authorId: string
  /** The receiver of a message, or the post of a comment. */
  targetId: string
  content: string
  /** Everything that sending it needs. */
  payload: object
  mediaIds: readonly string[]
  clientId: string | null
}

/** Keeps a text until somebody has looked at it; null if too many of this person wait already. The same client id is kept once. */
export async function holdText(trx: Database, held: NewHeld): Promise<string | null> {
  const { kind, authorId, targetId, content, payload, mediaIds, clientId } = held
  await takeLock(trx, 'heldOf', authorId)
  const known = await findHeld(trx, authorId, clientId)
  if (known !== null) return known
  const { rows } = await sql<{ id: string }>`
    insert into held_texts (id, kind, author_id, receiver_id, post_id, content, payload, client_id)
    select ${newId()}::uuid, ${kind}, ${authorId}::uuid,
      case when ${kind}::text = 'message' then ${targetId}::uuid end,
      case when ${kind}::text = 'comment' then ${targetId}::uuid end,
      ${content}, ${JSON.stringify(payload)}::jsonb, ${clientId}::uuid
    where (select count(*) from (select 1 from held_texts h
      where h.author_id = ${authorId}::uuid and h.state = 'waiting'
      limit ${sql.lit(MAX_HELD_TEXTS)}) w) < ${sql.lit(MAX_HELD_TEXTS)}
    returning id`.execute(trx)
  const id = rows[0]?.id ?? null
  if (id !== null && mediaIds.length > 0)
    await sql`
      insert into held_media (held_id, media_id)
      select ${id}::uuid, m.id from media m
      where m.id = any (${[...mediaIds]}::uuid[]) and m.owner_id = ${authorId}::uuid`.execute(trx)
  return id
}

/** The text that this person's client already sent with this id and that was kept, whatever became of it. */
export async function findHeld(
  db: Database,
  authorId: string,
  clientId: string | null,
): Promise<string | null> {
  if (clientId === null) return null
  const { rows } = await sql<{ id: string }>`
    select id from held_texts
    where author_id = ${authorId}::uuid and client_id = ${clientId}::uuid`.execute(db)
  return rows[0]?.id ?? null
}
