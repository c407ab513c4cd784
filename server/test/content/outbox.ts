import type { BILLING_EVENTS } from '@plinth/contract/notifications/notifications.ts'
import type { ProjectActor } from '@plinth/contract/projects/project-states.ts'
import type { ProjectEventKind } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { newId } from '../../src/db/id.ts'
import type { Person, TestApp } from '../app.ts'

export interface OutboxRow {
  kind: 'like' | 'comment' | 'follow' | 'feature' | 'approval'
  by?: { id: string } | null
  post?: string
  work?: string
  comment?: string
  followed?: { id: string }
  isUndone?: boolean
}

/** Writes outbox rows in one transaction, as the actions themselves do. */
export async function writeOutbox(t: TestApp, ...notices: OutboxRow[]): Promise<void> {
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

/** Waits until the worker has processed the whole outbox. */
export async function waitForOutbox(t: TestApp): Promise<void> {
  const left = async () =>
    (await sql<{ left: number }>`select count(*)::int as left from notices`.execute(t.deps.db))
      .rows[0]?.left
  await expect.poll(left, { timeout: 100_000, message: 'outbox rows left' }).toBe(0)
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
  await writeOutbox(t, { kind: 'comment', by: comment.by, post: comment.post, comment: id })
  return id
}

/** Inserts a project without any payments. */
export async function beginProject(
  { deps }: TestApp,
  project: {
    client: Person
    creator: Person
    title?: string
    work?: string
    /** Whether the creator can see it. */
    isShared?: boolean
  },
): Promise<string> {
  const { client, creator, title = 'A jar and forty bowls', work = null, isShared = true } = project
  const id = newId()
  await sql`
    insert into projects (id, client_id, creator_id, item_id, title, subject, description, status, shared_at)
    values (${id}::uuid, ${client.id}::uuid, ${creator.id}::uuid, ${work}::uuid, ${title}, ${title}, 'Make it.',
      'requested', case when ${isShared}::boolean then now() end)`.execute(deps.db)
  return id
}

/** Writes a project event and its outbox row, as the project's steps do. Returns the id of the event. */
export async function writeProjectEvent(
  { deps }: TestApp,
  event: {
    project: string
    kind: ProjectEventKind
    by: ProjectActor
    actor?: Person
    cents?: number
    note?: string
  },
): Promise<string> {
  const { project, kind, by, actor, cents = null, note = null } = event
  const id = newId()
  await sql`
    with event as (
      insert into project_events (id, project_id, kind, by_role, actor_id, note, amount_cents)
      values (${id}::uuid, ${project}::uuid, ${kind}, ${by}, ${actor?.id ?? null}::uuid, ${note},
        ${cents}::bigint)
      returning id, actor_id)
    insert into notices (kind, actor_id, project_event_id)
    select 'project', actor_id, id from event`.execute(deps.db)
  return id
}

export async function writeBillingOutbox(
  { deps }: TestApp,
  billed: Person,
  event: (typeof BILLING_EVENTS)[number],
  post: string | null = null,
): Promise<void> {
  await deps.db
    .insertInto('notices')
    .values({ kind: 'billing', billing_event: event, billed_id: billed.id, post_id: post })
    .execute()
}
