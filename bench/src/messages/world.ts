import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { withClient } from '../client.ts'

/** One person's messages and conversations, and the length of their longest thread. */
export const MESSAGES = 100_000
export const CONVERSATIONS = 5_000
export const LONGEST_THREAD = 10_000

const idOf = (kind: string, n: number) =>
  `${kind}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
/** The same id as an SQL expression. */
const idSql = (kind: string, n: string) =>
  `('${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const [READER, OTHERS, THREADS, MESSAGE, STREAMERS] = [
  '01900000',
  '01900001',
  '01900002',
  '01900003',
  '01900004',
] as const
export const READER_ID = idOf(READER, 0)
export const THREAD_ID = idOf(THREADS, 0)
export const streamerId = (n: number): string => idOf(STREAMERS, n)

/** Words found in many messages, in some, and in one. */
export const WORDS = { common: 'paper', some: 'wedding', rare: 'lighthouse' }

const peopleSql = (kind: string, count: number, name: string) => `
  insert into users (id, first_name, last_name, email)
  select ${idSql(kind, 'n')}, '${name}', n::text, '${name}-' || n || '@bench.example'
  from generate_series(0, ${count - 1}) n on conflict do nothing`

const OTHERS_WORDS =
  'we could hang the large one next to a window and see how its colours change until evening'

const WORLD_SQL = [
  peopleSql(READER, 1, 'Reader'),
  peopleSql(OTHERS, CONVERSATIONS, 'Other'),
  `insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
   select ${idSql(THREADS, 'n')}, '${READER_ID}', ${idSql(OTHERS, 'n')},
     'Wall ' || n, subject_key('Wall ' || n), ${idSql(OTHERS, 'n')}
   from generate_series(0, ${CONVERSATIONS - 1}) n`,
  // The long thread is spread over the whole time, like the others.
  `insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type, read_at,
     search, created_at)
   select m.id, m.thread, m.sender, m.receiver, m.subject, m.content, 'general', m.at,
     message_doc(m.sender, m.receiver, m.subject || ' ' || m.content), m.at
   from (
     select ${idSql(MESSAGE, 'n')} as id, ${idSql(THREADS, 'thread')} as thread,
       case when n % 3 = 0 then '${READER_ID}' else ${idSql(OTHERS, 'thread')} end as sender,
       case when n % 3 = 0 then ${idSql(OTHERS, 'thread')} else '${READER_ID}' end as receiver,
       'Wall ' || thread as subject,
       '${OTHERS_WORDS} ' || n || case when n % 2 = 0 then ' ${WORDS.common}' else '' end
         || case when n % 500 = 0 then ' ${WORDS.some}' else '' end
         || case when n = 777 then ' ${WORDS.rare}' else '' end as content,
       now() - (${MESSAGES} - n) * interval '1 minute' as at
     from (select n, case when n % ${MESSAGES / LONGEST_THREAD} = 0 then 0
         else 1 + n % ${CONVERSATIONS - 1} end as thread
       from generate_series(0, ${MESSAGES - 1}) n) s) m`,
  // In one conversation of sixteen, the last message to the reader is unread.
  `update messages m set read_at = null from (
     select distinct on (conversation_id) id from messages where receiver_id = '${READER_ID}'
     order by conversation_id, created_at desc) l
   where m.id = l.id and right(m.conversation_id::text, 1) = '0'`,
  `update conversations c set last_message_id = l.id from (
     select distinct on (conversation_id) conversation_id, id from messages
     order by conversation_id, created_at desc) l
   where l.conversation_id = c.id`,
  `insert into conversation_members (conversation_id, user_id, other_id, last_message_at, unread_count)
   select c.id, side.user_id, side.other_id, m.created_at,
     (select count(*) from messages u where u.conversation_id = c.id and u.receiver_id = side.user_id
       and u.read_at is null)
   from conversations c join messages m on m.id = c.last_message_id
   cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) side (user_id, other_id)
   where c.low_id = '${READER_ID}'`,
]

/** Inserts the person with many messages. Returns the seconds it took, or null if an earlier run did it. */
export async function makeReader(databaseUrl: string): Promise<number | null> {
  return withClient(databaseUrl, async (client) => {
    const begun = performance.now()
    const known = await client.query('select 1 from users where id = $1', [READER_ID])
    if (known.rowCount !== 0) return null
    await client.query('begin')
    for (const statement of WORLD_SQL) await client.query(statement)
    await client.query('commit')
    await client.query('vacuum analyze messages, conversations, conversation_members, users')
    return (performance.now() - begun) / 1_000
  })
}

/** Inserts people without conversations and signs them in. Returns their `Cookie` headers. */
export async function makeStreamers(databaseUrl: string, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const ids = tokens.map((_, n) => streamerId(n))
  await withClient(databaseUrl, async (client) => {
    await client.query(peopleSql(STREAMERS, count, 'Streamer'))
    await client.query('delete from conversations where low_id = any ($1)', [ids])
    await client.query('delete from sessions where user_id = any ($1)', [ids])
    await client.query(
      `insert into sessions (token_hash, id, user_id, expires_at, absolute_expires_at, id_token)
       select hash, id, user_id, now() + interval '1 hour', now() + interval '1 hour', ''
       from unnest($1::bytea[], $2::uuid[], $3::uuid[]) s (hash, id, user_id)`,
      [
        tokens.map((token) => createHash('sha256').update(token).digest()),
        tokens.map(() => randomUUID()),
        ids,
      ],
    )
  })
  return tokens.map((token) => `plinth=${token}; __Host-plinth=${token}`)
}
