import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'

/** How many people take part, how many others each writes with, and how much they have to read. */
const PEOPLE = 256
const CONTACTS = 10
const MESSAGES = 30
const NOTIFICATIONS = 60

const POSTS = 4_000
const CREATORS = 128
const CROWD = 2_000
const TAGS = 32

export interface Person {
  id: string
  /** The `Cookie` header. */
  cookie: string
}

/** What requests ask for. */
export interface World {
  /** Followers of a few people each. */
  people: readonly Person[]
  /** People whose For You has not been made yet. */
  crowd: readonly Person[]
  /** Follows more people than anybody else. */
  eager: Person
  /** Creators with many posts and works. */
  creators: readonly (Person & { handle: string })[]
  /** Visible posts and works, from the whole time. */
  posts: readonly string[]
  works: readonly string[]
  tags: readonly string[]
  /** Conversations of these people: both sides by their place among `people`, and the subject. */
  threads: readonly { id: string; low: number; high: number; subject: string }[]
}

export const anyOf = <T>(list: readonly T[]): T =>
  list[Math.floor(Math.random() * list.length)] as T

const SUBJECT = 'About the wall'

/** Gives the people notifications: three of four are read, each of two actors. */
const NOTIFICATIONS_SQL = `
  with given as (
    insert into notifications (id, user_id, kind, post_id, actor_count, is_read, created_at, updated_at, mailed_at)
    select gen_random_uuid(), u.id, (array['like', 'comment'])[1 + p.n % 2], p.id, 2, p.n % 4 <> 0,
      now() - p.n * interval '1 hour', now() - p.n * interval '1 hour', now()
    from unnest($1::uuid[]) with ordinality u (id, k)
    cross join lateral (
      select id, row_number() over () as n from (
        select id from posts where is_visible order by created_at desc offset u.k * 7 limit ${NOTIFICATIONS}) x) p
    returning id, user_id, kind, subject_id)
  insert into notification_actors (user_id, kind, subject_id, actor_id, notification_id)
  select g.user_id, g.kind, g.subject_id, a.id, g.id
  from (select *, row_number() over () as n from given) g
  cross join lateral (select ($1::uuid[])[1 + (g.n * 3 + step) % ${PEOPLE}] as id from generate_series(1, 2) step) a
  on conflict do nothing`

const THREADS_SQL = `
  insert into conversations (id, low_id, high_id, subject, subject_key, started_by)
  select gen_random_uuid(), least(a.id, b.id), greatest(a.id, b.id), $2, subject_key($2), a.id
  from unnest($1::uuid[]) with ordinality a (id, n)
  cross join generate_series(1, ${CONTACTS}) step
  join unnest($1::uuid[]) with ordinality b (id, n) on b.n = 1 + (a.n - 1 + step) % cardinality($1::uuid[])
  returning id, low_id as low, high_id as high`

/** The last message of every eighth conversation is unread. */
const MESSAGES_SQL = [
  `insert into messages (id, conversation_id, sender_id, receiver_id, subject, content, message_type, read_at, search,
     created_at)
   select m.id, m.thread, m.sender, m.receiver, m.subject, m.content, 'general',
     case when m.n < ${MESSAGES} or m.k % 8 <> 0 then m.at end,
     message_doc(m.sender, m.receiver, m.subject || ' ' || m.content), m.at
   from (
     select gen_random_uuid() as id, c.id as thread, c.subject, n, c.k,
       case when n % 2 = 0 then c.low_id else c.high_id end as sender,
       case when n % 2 = 0 then c.high_id else c.low_id end as receiver,
       'The large one could go next to a window, and we see how its colours change. ' || n as content,
       now() - c.k * interval '3 minutes' - (${MESSAGES} - n) * interval '1 hour' as at
     from (select *, row_number() over (order by id) as k from conversations where id = any ($1)) c
     cross join generate_series(1, ${MESSAGES}) n) m`,
  `update conversations c set last_message_id = l.id from (
     select distinct on (conversation_id) conversation_id, id from messages where conversation_id = any ($1)
     order by conversation_id, created_at desc) l
   where l.conversation_id = c.id`,
  `insert into conversation_members (conversation_id, user_id, other_id, last_message_at, unread_count)
   select c.id, side.user_id, side.other_id, m.created_at,
     (select count(*) from messages u where u.conversation_id = c.id and u.receiver_id = side.user_id
       and u.read_at is null)
   from conversations c join messages m on m.id = c.last_message_id
   cross join lateral (values (c.low_id, c.high_id), (c.high_id, c.low_id)) side (user_id, other_id)
   where c.id = any ($1)`,
]

/** Picks people, posts, works and tags at random, signs the people in and gives them something to read. */
export async function makeWorld(client: pg.Client): Promise<World> {
  const column = async (sql: string): Promise<string[]> =>
    (await client.query<string[]>({ text: sql, rowMode: 'array' })).rows.map(
      ([value]) => value ?? '',
    )
  const followers = await column(
    `select id from users where following_count between 5 and 30 and work_count = 0
     order by md5('p' || id) limit ${PEOPLE}`,
  )
  const crowd = await column(
    `select id from users where following_count > 0 and work_count = 0
     order by md5('p' || id) desc limit least(${CROWD}, (select count(*) / 2 from users))`,
  )
  const [eager = ''] = await column(
    'select id from users order by following_count desc, id limit 1',
  )
  const makers = (
    await client.query<{ id: string; handle: string }>(
      `select id, handle from users where is_creator and work_count > 20 and post_count > 20
       order by md5(id::text) limit ${CREATORS}`,
    )
  ).rows
  if (followers.length < PEOPLE || makers.length === 0)
    throw new Error('The data set is too small: take a --scale of at least 10000.')
  await client.query('begin')
  const peopleCookies = await signIn(client, followers)
  const crowdCookies = await signIn(client, crowd)
  const [eagerCookie = ''] = await signIn(client, [eager])
  const makerCookies = await signIn(
    client,
    makers.map(({ id }) => id),
  )
  await client.query(NOTIFICATIONS_SQL, [followers])
  const { rows: threads } = await client.query<{ id: string; low: string; high: string }>(
    THREADS_SQL,
    [followers, SUBJECT],
  )
  for (const statement of MESSAGES_SQL) await client.query(statement, [threads.map(({ id }) => id)])
  await client.query('commit')
  await client.query(
    'vacuum analyze sessions, notifications, notification_actors, conversations, conversation_members, messages',
  )
  return {
    people: followers.map((id, at) => ({ id, cookie: peopleCookies[at] ?? '' })),
    crowd: crowd.map((id, at) => ({ id, cookie: crowdCookies[at] ?? '' })),
    eager: { id: eager, cookie: eagerCookie },
    creators: makers.map((one, at) => ({ ...one, cookie: makerCookies[at] ?? '' })),
    posts: await column(
      `select id from posts where is_visible order by md5(id::text) limit ${POSTS}`,
    ),
    works: await column(
      `select id from portfolio_items where is_listed order by md5(id::text) limit ${POSTS}`,
    ),
    tags: await column(
      `select tag from (select tag from post_tags limit 20000) t group by tag order by count(*) desc, tag limit ${TAGS}`,
    ),
    threads: threads.map(({ id, low, high }) => ({
      id,
      low: followers.indexOf(low),
      high: followers.indexOf(high),
      subject: SUBJECT,
    })),
  }
}

/** Signs people in for a day. Returns their `Cookie` headers. */
async function signIn(client: pg.Client, ids: readonly string[]): Promise<string[]> {
  const tokens = ids.map(() => randomBytes(32).toString('base64url'))
  await client.query(
    `insert into sessions (token_hash, id, user_id, expires_at, absolute_expires_at, id_token)
     select hash, id, user_id, now() + interval '1 day', now() + interval '1 day', ''
     from unnest($1::bytea[], $2::uuid[], $3::uuid[]) s (hash, id, user_id)`,
    [
      tokens.map((token) => createHash('sha256').update(token).digest()),
      ids.map(() => randomUUID()),
      ids,
    ],
  )
  return tokens.map((token) => `plinth=${token}; __Host-plinth=${token}`)
}

/** Keeps everybody's For You list as new as if it had just been made, so that a row measures kept lists. */
export async function keepLists(client: pg.Client, people: readonly Person[]): Promise<void> {
  await client.query('update for_you_lists set made_at = now() where user_id = any ($1)', [
    people.map(({ id }) => id),
  ])
}

/** Forgets the crowd's For You lists, so that the next visit makes them. */
export async function forgetLists(client: pg.Client, { crowd }: World): Promise<void> {
  await client.query('delete from for_you_lists where user_id = any ($1)', [
    crowd.map(({ id }) => id),
  ])
}

/** A file that no post shows yet. */
export interface Picture {
  creator: Person
  url: string
}

/** Makes ready pictures of creators: copies of their own. */
export async function makePictures(
  client: pg.Client,
  creators: readonly Person[],
  count: number,
): Promise<Picture[]> {
  const { rows } = await client.query<{ id: string; owner: string; extension: string }>(
    `insert into media
     select copy.* from (
       select (jsonb_populate_record(null::media, to_jsonb(m) || jsonb_build_object(
         'id', gen_random_uuid(), 'secret', gen_random_uuid(), 'created_at', now()))).*
       from (
         select distinct on (owner_id) media.* from media
         where owner_id = any ($1) and state = 'ready' and kind = 'image' and not is_private
         order by owner_id, id) m
       cross join generate_series(1, $2::int)) copy
     returning id, owner_id as owner, extension`,
    [creators.map(({ id }) => id), Math.ceil(count / creators.length)],
  )
  const byId = new Map(creators.map((creator) => [creator.id, creator]))
  return rows.flatMap(({ id, owner, extension }) => {
    const creator = byId.get(owner)
    return creator ? [{ creator, url: `/media/${id}/original.${extension}` }] : []
  })
}
