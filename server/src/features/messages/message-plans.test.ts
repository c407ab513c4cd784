import {
  CONVERSATION_BOXES,
  type ConversationBox,
} from '@plinth/contract/messages/conversations.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { writePeople } from '../../../test/content/bulk.ts'
import { expectRead, vacuum, writeInBulk, type Compilable } from '../../../test/plans.ts'
import type { PageInput } from '../../core/session/viewer-page-sql.ts'
import { newId } from '../../db/id.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import { unreadMessagesStatement } from '../../db/unread-sql.ts'
import type { TimePosition } from '../../http/paging.ts'
import { conversationsStatement } from './conversation-queries.ts'
import { messagesStatement, specialsStatement, threadStatement } from './message-list-queries.ts'
import { SCANNED, searchStatement } from './search-queries.ts'

/** For one person; all others together have half as many of each. */
const CONVERSATIONS = 5_000
const MESSAGES = 100_000
/** How many of the messages are in one conversation. */
const THREAD = 10_000
/** One message in this many has a rare word. */
const RARE = 500

const t = testApp({ JOBS: 'off' })
const reader = newId()
const thread = newId()
const some: string[] = []

beforeAll(async () => {
  await writeInBulk(t.deps, write)
  await vi.waitUntil(vacuumed, { timeout: 60_000, interval: 500 })
  const { rows } = await sql<{ id: string }>`
    select id from messages where conversation_id = ${thread}::uuid limit 20`.execute(t.deps.db)
  some.push(...rows.map(({ id }) => id))
}, 120_000)

/** Whether index-only scans work; concurrent transactions such as autovacuum can prevent them for a while. */
async function vacuumed(): Promise<boolean> {
  const { db, env } = t.deps
  await vacuum(env.databaseUrl, 'messages', 'conversations', 'conversation_members')
  const { rows } = await sql`
    select 1 from pg_class
    where relname in ('messages', 'conversations', 'conversation_members')
      and relallvisible < relpages`.execute(db)
  return rows.length === 0
}

async function write(trx: Database): Promise<void> {
  await writePeople(trx, 200, reader)
  await sql`
    create temporary table sides on commit drop as
    select case when i = 1 then ${thread}::uuid else gen_random_uuid() end as id,
      case when i <= ${CONVERSATIONS} then ${reader}::uuid else u.ids[1 + i % 100] end as one,
      u.ids[101 + i % 100] as other, i, now() - i * interval '20 minutes' as at
    from generate_series(1, ${(CONVERSATIONS * 3) / 2}::int) i,
      (select array_agg(id) as ids from users where id <> ${reader}::uuid) u`.execute(trx)
  await sql`
    insert into conversations (id, low_id, high_id, subject, subject_key, started_by, created_at)
    select id, least(one, other), greatest(one, other), 'Subject ' || i, 'subject ' || i, one, at
    from sides`.execute(trx)
  const perThread = (MESSAGES - THREAD) / (CONVERSATIONS - 1)
  await sql`
    insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type,
      read_at, search, created_at)
    select gen_random_uuid(), s.id, p.sender_id, p.receiver_id, 'Subject', w.words, 'general',
      case when s.i % 7 = 0 and j < 3 then null else now() end,
      message_doc(p.sender_id, p.receiver_id, w.words), s.at - j * interval '1 minute'
    from sides s
    cross join lateral generate_series(1, case when s.i = 1 then ${THREAD}::int
      else ${Math.ceil(perThread)}::int end) j
    cross join lateral (select 'common words of ' || s.i
      || case when (s.i * 19 + j) % ${RARE} = 0 and s.i > 1 then ' rarity' else '' end as words) w
    cross join lateral (select case when j % 2 = 0 then s.one else s.other end as sender_id,
      case when j % 2 = 0 then s.other else s.one end as receiver_id) p`.execute(trx)
  await sql`
    update conversations c set last_message_id = m.id from (
      select distinct on (conversation_id) conversation_id, id from messages
      order by conversation_id, created_at desc) m
    where m.conversation_id = c.id`.execute(trx)
  await sql`
    insert into conversation_members (conversation_id, user_id, other_id, last_message_at, unread_count,
      is_business, is_archived, is_muted)
    select s.id, p.user_id, p.other_id, s.at, case when s.i % 7 = 0 then 2 else 0 end,
      s.i % 5 = 0, s.i % 3 = 0, s.i % 11 = 0
    from sides s cross join lateral (values (s.one, s.other), (s.other, s.one)) p (user_id, other_id)`.execute(
    trx,
  )
}

const farDown = { key: (Date.now() - 2_000 * 20 * 60_000) * 1_000, id: newId() }
/** A position in a conversation whose messages are a minute apart. */
const inTheThread = { ...farDown, key: (Date.now() - 5_000 * 60_000) * 1_000 }
const box =
  (name: ConversationBox, after: PageInput['after'] = null, limit = 20) =>
  () =>
    conversationsStatement({ viewerId: reader }, name, { limit, after })
const list =
  (after: PageInput['after'] = null, limit = 20) =>
  () =>
    messagesStatement({ viewerId: reader }, { limit, after })
const inThread =
  (after: PageInput['after'] = null, limit = 20) =>
  () =>
    threadStatement({ viewerId: reader }, thread, { limit, after })
const search =
  (words: string, after: TimePosition | null = null) =>
  () =>
    searchStatement({ viewerId: reader, search: words, limit: 20, after })

/** The rows of a page, and one more that shows whether another page follows. The oldest PostgreSQL reads one more. */
const PAGE = 22
const HUNDRED = 102
/** Rows that contain the rare word. */
const RARE_ROWS = MESSAGES / RARE

describe(`somebody with ${MESSAGES} messages in ${CONVERSATIONS} conversations`, () => {
  it.each<[string, () => Compilable, number]>([
    ['all messages', list(), PAGE],
    ['all messages, far down', list(farDown), PAGE],
    ['all messages, a hundred', list(farDown, 100), HUNDRED],
    ...CONVERSATION_BOXES.flatMap(({ value }): [string, () => Compilable, number][] => [
      [`the box ${value}`, box(value), PAGE],
      [`the box ${value}, far down`, box(value, farDown), PAGE],
      [`the box ${value}, a hundred`, box(value, null, 100), HUNDRED],
    ]),
    ['a long conversation', inThread(), PAGE],
    ['messages with more to show', () => specialsStatement({ viewerId: reader }, some), PAGE],
    ['a long conversation, far down', inThread(inTheThread), PAGE],
    // Muted conversations are skipped.
    ['unread conversations', () => unreadMessagesStatement([reader]), 120],
    ['a search for a common word', search('common'), PAGE],
    [
      'a search for common words, far down',
      search('words common', { micros: farDown.key, id: farDown.id }),
      PAGE,
    ],
    ['a search for what is nowhere', search('nowhere'), SCANNED],
    ['a search for a rare word', search('rarity'), SCANNED + RARE_ROWS],
    ['a search for the beginning of one', search('rari'), SCANNED + RARE_ROWS],
    ['a search for signs', search('%%'), PAGE],
  ])('is read from an index, no more than is needed: %s', async (_, statement, most) => {
    await expectRead(t.deps, statement(), { never: /Seq Scan (messages|conversation|users)/, most })
  })

  it.each([
    ['common', 20],
    ['rarity', 20],
    ['common rar', 20],
    ['nowhere', 0],
  ])('finds in it what there is: %s', async (words, count) => {
    const { json } = await onlyRow(t.deps.db, search(words)())
    expect(JSON.parse(json)).toHaveLength(count)
  })
})
