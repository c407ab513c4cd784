import { CONVERSATIONS_PER_HOUR } from '@plinth/contract/limits.ts'
import { sendMessage } from '@plinth/contract/messages/messages.ts'
import {
  dropPersonLimit,
  getPersonLimits,
  setPersonLimit,
} from '@plinth/contract/moderation/limits.ts'
import { getOwnLimits } from '@plinth/contract/moderation/appeals.ts'
import { DAILY_LIMITS, type DailyKind } from '@plinth/contract/people/levels.ts'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { createComment, updateComment } from '@plinth/contract/posts/comments.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { secretText } from '../../../test/canary.ts'
import { formOf, makePost } from '../../../test/content/posts.ts'
import { createMediaClient } from '../../../test/media/media-client.ts'
import { drawPicture } from '../../../test/media/pictures.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: NamedPerson
let admin: NamedPerson
let postId: string
let ben: NamedPerson
beforeAll(async () => {
  marit = await t.person('Marit', { isCreator: true })
  admin = await t.person('Ada', { isAdmin: true })
  postId = await makePost(t.deps, marit)
})
beforeEach(async () => {
  ben = await t.person('Ben', { days: 0 })
})

const { first_day: FIRST } = DAILY_LIMITS.comments.limits

/** Pretends that somebody has done this much today. */
const used = (person: Person, kind: DailyKind, count: number) =>
  sql`insert into daily_counts (user_id, kind, day, count)
    values (${person.id}, ${kind}, (now() at time zone 'utc')::date, ${count})
    on conflict (user_id, kind) do update set count = excluded.count`.execute(t.deps.db)
const comment = (as: Person, content = 'Lovely glaze', more: object = {}) =>
  t.call(createComment, { as, params: { id: postId }, body: { content, ...more } })
const limitsOf = async (as: Person) => (await t.call(getOwnLimits, { as })).body
const usedOf = async (as: Person, kind: DailyKind): Promise<number> =>
  (await limitsOf(as)).limits.find((one: { kind: string }) => one.kind === kind).used
const strike = (person: Person, days = 90) =>
  sql`insert into strikes (id, user_id, kind, subject_id, reason, created_at, until)
    values (${newId()}, ${person.id}, 'comment', ${newId()}, 'Spam', now(),
      now() + ${days} * interval '1 day')`.execute(t.deps.db)
const age = (person: Person, days: number) =>
  sql`update users set created_at = now() - ${days} * interval '1 day'
    where id = ${person.id}`.execute(t.deps.db)

describe('on the first day', () => {
  it('refuses the comment after the last one allowed, and says when it lifts', async () => {
    await used(ben, 'comments', FIRST - 1)
    expect((await comment(ben)).status).toBe(201)
    const refused = await comment(ben)
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'rate.limited',
        message: expect.stringMatching(
          new RegExp(
            `^You can write ${FIRST} comments a day on your first day. You can write more in \\d+ (hours|minutes?).$`,
          ),
        ),
      },
    })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(86_400)
    expect(await usedOf(ben, 'comments')).toBe(FIRST)
  })

  it('counts only what was written', async () => {
    const clientId = newId()
    await comment(ben, 'Once', { clientId })
    await comment(ben, 'Once', { clientId })
    await t.call(createComment, { as: ben, params: { id: newId() }, body: { content: 'Nowhere' } })
    expect(await usedOf(ben, 'comments')).toBe(1)
  })

  it('holds for comments written at the same time, and spares those of others', async () => {
    await used(ben, 'comments', FIRST - 2)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => comment(ben)),
      ...Array.from({ length: 3 }, () => comment(marit)),
    ])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.slice(0, 6).filter((status) => status === 201)).toHaveLength(2)
    expect(statuses.slice(6)).toEqual([201, 201, 201])
    expect(await usedOf(ben, 'comments')).toBe(FIRST)
  })

  it('limits posts', async () => {
    await used(ben, 'posts', DAILY_LIMITS.posts.limits.first_day)
    const file = await drawPicture(60, 40).png().toBuffer()
    const { body, headers } = await formOf([
      { name: 'title', value: 'Jar' },
      { name: 'media_0', fileName: 'jar.png', value: new Uint8Array(file) },
    ])
    const refused = await t.request({
      method: 'POST',
      url: '/api/posts',
      payload: body,
      headers,
      as: ben,
    })
    expect(refused).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('You can publish 5 posts a day on your first day') },
    })
    expect(await usedOf(ben, 'posts')).toBe(DAILY_LIMITS.posts.limits.first_day)
  })

  it('limits follows, and never refuses an unfollow', async () => {
    const follow = (following: boolean) =>
      t.call(followUser, { as: ben, params: { id: marit.id }, body: { following } })
    expect((await follow(true)).status).toBe(200)
    await used(ben, 'follows', DAILY_LIMITS.follows.limits.first_day)
    expect((await follow(false)).status).toBe(200)
    expect(await follow(true)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('follow 30 people a day') },
    })
    expect((await follow(false)).body).toMatchObject({ isFollowing: false })
  })

  it('limits uploads', async () => {
    const desk = createMediaClient(t, ben)
    const file = await drawPicture(60, 40).png().toBuffer()
    await used(ben, 'uploads', DAILY_LIMITS.uploads.limits.first_day)
    expect(await desk.send(file)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('upload 50 files a day') },
    })
  })
})

describe('messages to new people', () => {
  const write = (from: Person, to: Person, subject = 'Jar') =>
    t.call(sendMessage, {
      as: from,
      body: { receiverId: to.id, subject, content: secretText(from, to) },
    })

  it('refuses the next new person, while known people and followers can be written to', async () => {
    const dana = await t.person('Dana')
    const fan = await t.person('Fan')
    await t.call(followUser, { as: fan, params: { id: ben.id }, body: { following: true } })
    expect((await write(ben, dana)).status).toBe(201)
    await used(ben, 'strangers', DAILY_LIMITS.strangers.limits.first_day)
    expect(await write(ben, marit)).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('write to 5 new people a day on your first day') },
    })
    expect((await write(ben, dana, 'Another subject')).status).toBe(201)
    expect((await write(ben, fan)).status).toBe(201)
    expect((await write(ben, dana)).status).toBe(201)
  })

  it('is a limit of its own beside the one for an hour', async () => {
    const member = await t.person('Mo')
    await sql`
      insert into conversations (id, low_id, high_id, subject, subject_key, started_by, created_at)
      select gen_random_uuid(), least(${member.id}::uuid, ${marit.id}::uuid),
        greatest(${member.id}::uuid, ${marit.id}::uuid), 'Old', 'old ' || i, ${member.id}::uuid,
        now() - interval '61 minutes'
      from generate_series(1, ${CONVERSATIONS_PER_HOUR}::int) i`.execute(t.deps.db)
    expect((await write(member, ben)).status).toBe(201)
  })
})

describe('links', () => {
  const withLinks = 'See https://a.example and www.b.example'

  it('counts those of comments, messages and the bio together', async () => {
    expect((await comment(ben, withLinks)).status).toBe(201)
    expect(
      await t.call(updateProfile, { as: ben, body: { bio: `${withLinks} https://c.example` } }),
    ).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('share 3 links a day on your first day') },
    })
    expect(
      (await t.call(updateProfile, { as: ben, body: { bio: 'https://c.example' } })).status,
    ).toBe(200)
    expect((await comment(ben, withLinks)).status).toBe(429)
    expect((await comment(ben, 'No link')).status).toBe(201)
    const dana = await t.person('Dana')
    const message = { receiverId: dana.id, content: `${secretText(ben, dana)} https://d.example` }
    expect((await t.call(sendMessage, { as: ben, body: message })).status).toBe(429)
  })

  it('counts the links that an edit adds, and not those that were there', async () => {
    const { body } = await comment(ben, withLinks)
    const edit = (content: string) =>
      t.call(updateComment, { as: ben, params: { id: body.id }, body: { content } })
    expect((await edit(`${withLinks}!`)).status).toBe(200)
    expect((await edit(`${withLinks} https://c.example https://d.example`)).status).toBe(429)
    expect((await edit(`${withLinks} https://c.example`)).status).toBe(200)
    expect(await usedOf(ben, 'links')).toBe(3)
  })
})

describe('levels', () => {
  it('rise with age and what was published', async () => {
    const level = async () => (await limitsOf(ben)).level
    expect(await level()).toBe('first_day')
    await age(ben, 2)
    expect(await level()).toBe('new')
    await age(ben, 8)
    expect(await level()).toBe('member')
    await age(ben, 91)
    expect(await level()).toBe('member')
    await makePost(t.deps, ben)
    expect(await level()).toBe('established')
    await strike(ben)
    expect(await level()).toBe('member')
    await sql`update users set creator_subscribed = true where id = ${ben.id}`.execute(t.deps.db)
    expect(await level()).toBe('creator')
  })

  it('fall to the lowest with three live strikes, and rise when one ends', async () => {
    await age(ben, 400)
    await strike(ben)
    await strike(ben)
    await strike(ben, -1)
    expect(await limitsOf(ben)).toMatchObject({ level: 'member', liveStrikes: 2 })
    await strike(ben)
    expect(await limitsOf(ben)).toMatchObject({ level: 'first_day', liveStrikes: 3 })
    await used(ben, 'comments', FIRST)
    expect((await comment(ben)).body.message).toContain('while your account has strikes')
  })
})

it('begins anew on another day', async () => {
  await used(ben, 'comments', FIRST)
  await sql`update daily_counts set day = day - 1 where user_id = ${ben.id}`.execute(t.deps.db)
  expect(await usedOf(ben, 'comments')).toBe(0)
  expect((await comment(ben)).status).toBe(201)
  expect(await usedOf(ben, 'comments')).toBe(1)
})

it('counts without refusing where the limits are off', async () => {
  const free = await startTestApp({ JOBS: 'off', DAILY_LIMITS: 'off' })
  try {
    const new1 = await free.person('New', { days: 0 })
    const post = await makePost(free.deps, new1)
    for (let count = 0; count <= FIRST; count += 1) {
      const body = { content: `No. ${count}` }
      const { status } = await free.call(createComment, { as: new1, params: { id: post }, body })
      expect(status).toBe(201)
    }
    const { body } = await free.call(getOwnLimits, { as: new1 })
    expect(body.limits).toContainEqual(
      expect.objectContaining({ kind: 'comments', used: FIRST + 1, allowed: FIRST }),
    )
  } finally {
    await free.close()
  }
})

describe('a limit of one person', () => {
  const inDays = (days: number) =>
    new Date(t.deps.now().getTime() + days * 86_400_000).toISOString()
  const set = (kind: DailyKind, allowed: number, more: object = {}, as: Person = admin) =>
    t.call(setPersonLimit, {
      as,
      params: { id: ben.id, kind },
      body: { allowed, reason: 'Workshop week', until: inDays(7), ...more },
    })

  it('raises what somebody may do at once, and is logged', async () => {
    await used(ben, 'comments', FIRST)
    expect((await comment(ben)).status).toBe(429)
    const { body, status } = await set('comments', FIRST + 1)
    expect(status).toBe(200)
    expect(body.limits).toContainEqual(
      expect.objectContaining({
        kind: 'comments',
        allowed: FIRST + 1,
        own: { reason: 'Workshop week', until: expect.any(String) },
      }),
    )
    t.clock.advance({ seconds: 2 })
    expect((await comment(ben)).status).toBe(201)
    t.clock.advance({ seconds: 2 })
    expect((await comment(ben)).body.message).toContain('as our staff decided for your account')
    const { rows } = await sql<{ after: object }>`
      select after from audit_log where action = 'user.limit' and subject_id = ${ben.id}`.execute(
      t.deps.db,
    )
    expect(rows).toMatchObject([{ after: { limit: 'comments', allowed: FIRST + 1 } }])
  })

  it('can be lower than that of the level, down to nothing, and ends by itself', async () => {
    await age(ben, 400)
    await set('comments', 0)
    expect((await comment(ben)).body.message).toMatch(/^You can write 0 comments a day/)
    await sql`update person_limits set until = now() where user_id = ${ben.id}`.execute(t.deps.db)
    t.clock.advance({ seconds: 2 })
    expect((await comment(ben)).status).toBe(201)
  })

  it('can be changed and ended, once', async () => {
    await set('links', 1)
    await set('links', 2)
    const end = () => t.call(dropPersonLimit, { as: admin, params: { id: ben.id, kind: 'links' } })
    const { body } = await end()
    expect(body.limits).toContainEqual(
      expect.objectContaining({ kind: 'links', allowed: 3, own: null }),
    )
    expect((await end()).status).toBe(404)
  })

  it('is refused without the right, for nobody, for staff, and for a wrong time', async () => {
    const finance = await t.person('Fin', { role: 'finance' })
    const support = await t.person('Sue', { role: 'support' })
    expect((await set('posts', 1, {}, finance)).status).toBe(403)
    expect((await set('posts', 1, {}, ben)).status).toBe(403)
    expect((await set('posts', 1, {}, support)).status).toBe(200)
    const of = (id: string) => ({
      as: support,
      params: { id, kind: 'posts' },
      body: { allowed: 1, reason: 'x', until: inDays(1) },
    })
    expect((await t.call(setPersonLimit, of(newId()))).status).toBe(404)
    expect((await t.call(setPersonLimit, of(finance.id))).status).toBe(403)
    expect((await set('posts', 1, { until: inDays(-1) })).body.fields).toHaveProperty('until')
    expect((await set('posts', 1, { until: inDays(400) })).body.fields).toHaveProperty('until')
    expect((await set('posts', -1)).status).toBe(400)
    expect((await t.call(getPersonLimits, { as: admin, params: { id: newId() } })).status).toBe(404)
  })
})
