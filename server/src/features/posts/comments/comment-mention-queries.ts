import type { Mention } from '@plinth/contract/posts/comments.ts'
import { sql, type RawBuilder } from 'kysely'
import { isBlockBetween } from '../../../core/users/block-sql.ts'
import type { Database } from '../../../db/pool.ts'
import { hasRight } from '../../../db/staff-sql.ts'

/** Most mentions in a comment. */
const MAX_MENTIONS = 20

/** An @ with a handle, at the start of the text, after white space or after an opening bracket. */
const HANDLES = /(?<=^|[\s([{])@([a-z0-9_]{3,30})(?![\p{L}\p{M}\p{N}_])/giu

/** Somebody with this handle. */
export interface HandleOwner {
  userId: string
  handle: string
}

interface MentionInput {
  content: string
  postId: string
  writerId: string
}

/** The people whom a comment names by their handles. */
export async function findMentions(db: Database, input: MentionInput): Promise<Mention[]> {
  const named = [...input.content.matchAll(HANDLES)]
    .slice(0, MAX_MENTIONS)
    .map(({ index, 1: handle = '' }) => ({ start: index, handle: handle.toLowerCase() }))
  if (named.length === 0) return []
  const handles = [...new Set(named.map(({ handle }) => handle))]
  const { rows } = await handleOwnersStatement(handles, input).execute(db)
  const owners = new Map(rows.map(({ handle, userId }) => [handle, userId]))
  return named.flatMap(({ start, handle }) => {
    const userId = owners.get(handle)
    return userId === undefined ? [] : [{ userId, start, length: handle.length + 1 }]
  })
}

/** The people with these handles, without the writer, people who cannot see the post, and people in a block with the writer. */
export const handleOwnersStatement = (
  handles: readonly string[],
  { postId, writerId }: Pick<MentionInput, 'postId' | 'writerId'>,
): RawBuilder<HandleOwner> => sql<HandleOwner>`
  select u.id as "userId", u.handle
  from users u join posts p on p.id = ${postId}::uuid
  where u.handle = any (${handles}::text[]) and not u.is_gone and u.id <> ${writerId}::uuid
    and (p.is_visible or u.id = p.creator_id or ${hasRight(sql`u.staff_role`, 'content.read')})
    and not ${isBlockBetween(sql`u.id`, sql`${writerId}::uuid`)}`
