import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../src/db/id.ts'
import type { Person, TestApp } from './app.ts'

export interface Notice {
  kind: 'like' | 'comment' | 'follow' | 'feature' | 'approval'
  by?: { id: string } | null
  post?: string
  work?: string
  comment?: string
  followed?: { id: string }
  isUndone?: boolean
}

/** Leaves notices in one transaction, as the deeds do. */
export async function leave(t: TestApp, ...notices: Notice[]): Promise<void> {
  await t.deps.db
    .insertInto('notices')
    .values(
      notices.map((notice) => ({
        kind: notice.kind,
        actor_id: notice.by?.id ?? null,
        post_id: notice.post ?? null,
        item_id: notice.work ?? null,
        comment_id: notice.comment ?? null,
        followed_id: notice.followed?.id ?? null,
        is_undone: notice.isUndone ?? false,
      })),
    )
    .execute()
}

/** Waits until the worker has taken all notices. */
export async function worked(t: TestApp): Promise<void> {
  const left = async () =>
    (await sql<{ left: number }>`select count(*)::int as left from notices`.execute(t.deps.db))
      .rows[0]?.left
  await expect.poll(left, { timeout: 20_000, message: 'notices left' }).toBe(0)
}

export async function writeComment(
  t: TestApp,
  comment: {
    post: string
    by: Person
    content?: string
    parent?: string
    mentions?: Person[]
  },
): Promise<string> {
  const id = newId()
  const mentions = (comment.mentions ?? []).map((person) => ({
    userId: person.id,
    start: 0,
    length: 1,
  }))
  await t.deps.db
    .insertInto('comments')
    .values({
      id,
      post_id: comment.post,
      author_id: comment.by.id,
      content: comment.content ?? 'So well lit.',
      parent_id: comment.parent ?? null,
      mentions: JSON.stringify(mentions),
    })
    .execute()
  await leave(t, { kind: 'comment', by: comment.by, post: comment.post, comment: id })
  return id
}
