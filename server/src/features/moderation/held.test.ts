import { sendMessage, listMessages } from '@plinth/contract/messages/messages.ts'
import {
  HELD_AFTER_PEOPLE,
  MAX_HELD_TEXTS,
  YOUNG_TOGETHER,
  decideHeld,
  listHeld,
  listOwnHeld,
  type AdminHeldText,
} from '@plinth/contract/moderation/held.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { getOwnLimits } from '@plinth/contract/moderation/appeals.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { createComment, listComments } from '@plinth/contract/posts/comments.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { NOBODY_LISTENS, emailsWaitingFor } from '../../../test/content/jobs.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off', ...NOBODY_LISTENS })
let moderator: NamedPerson
let crowd: NamedPerson[]
let ben: NamedPerson
beforeAll(async () => {
  moderator = await t.person('Mod', { role: 'moderator' })
  crowd = []
  for (let at = 0; at < HELD_AFTER_PEOPLE + 3; at += 1) crowd.push(await t.person(`Person ${at}`))
})
beforeEach(async () => {
  ben = await t.person('Ben')
  await sql`delete from text_prints`.execute(t.deps.db)
})

const advert = (name: string, offer = 'the best glazes in town') =>
  `Hello ${name}, we sell ${offer} and we would love to send you our whole catalogue this week.`
const write = (from: Person, to: Person, content: string, more: object = {}) =>
  t.call(sendMessage, { as: from, body: { receiverId: to.id, content, ...more } })
/** Sends the text to so many people that the next one is held. */
async function fill(from: Person, textFor: (name: string) => string): Promise<void> {
  for (const [at, to] of crowd.slice(0, HELD_AFTER_PEOPLE).entries())
    expect((await write(from, to, textFor(`person ${at}`))).body).not.toHaveProperty('isHeld')
}
const last = (): NamedPerson => crowd[HELD_AFTER_PEOPLE]!
const received = async (as: Person): Promise<string[]> =>
  (await t.call(listMessages, { as, query: { limit: 100 } })).body.map(
    ({ content }: { content: string }) => content,
  )
const decide = (id: string, body: object, as: Person = moderator) =>
  t.call(decideHeld, { as, params: { id }, body })
const queue = async (status: 'waiting' | 'decided' = 'waiting'): Promise<AdminHeldText[]> =>
  (await t.call(listHeld, { as: moderator, query: { status, limit: 100 } })).body

describe('a message to many people', () => {
  it('is held after ten, told honestly, and sent once a moderator lets it', async () => {
    await fill(ben, advert)
    const content = advert('you')
    const { body, status } = await write(ben, last(), content)
    expect(status).toBe(201)
    expect(body).toEqual({
      heldId: expect.any(String),
      isHeld: true,
      message: expect.stringContaining('We look at this before it is sent.'),
    })
    expect(await received(last())).not.toContain(content)
    expect((await t.call(listOwnHeld, { as: ben })).body).toMatchObject([
      { id: body.heldId, kind: 'message', content, state: 'waiting', receiver: { id: last().id } },
    ])
    expect(await queue()).toContainEqual(
      expect.objectContaining({ id: body.heldId, author: expect.objectContaining({ id: ben.id }) }),
    )
    expect(await decide(body.heldId, { outcome: 'sent' })).toMatchObject({
      status: 200,
      body: { state: 'sent', decidedBy: { id: moderator.id } },
    })
    expect(await received(last())).toContain(content)
    expect(await queue()).toEqual([])
    expect((await decide(body.heldId, { outcome: 'sent' })).status).toBe(409)
    expect(await emailsWaitingFor(t, ben)).toEqual(['We sent your message'])
    expect((await received(last())).filter((one) => one === content)).toHaveLength(1)
    const { rows } = await sql<{ entry: string }>`
      select audit_log::text as entry from audit_log where action = 'held.send'`.execute(t.deps.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.entry).not.toContain('glazes')
  })

  it('is found with another name, case, figures and punctuation in it', async () => {
    await fill(ben, (name) => advert(name))
    const other = advert('dear Marit').toUpperCase().replace(',', '!!!')
    expect((await write(ben, last(), other)).body).toMatchObject({ isHeld: true })
  })

  it('is not held for other texts, short ones, or a second one to the same person', async () => {
    await fill(ben, advert)
    const own = 'Do you still have the tall jar with the ash glaze from your autumn show?'
    expect((await write(ben, last(), own)).body).not.toHaveProperty('isHeld')
    for (const to of crowd) {
      expect((await write(ben, to, 'Thank you!')).body).not.toHaveProperty('isHeld')
    }
    const dana = await t.person('Dana')
    for (let count = 0; count <= HELD_AFTER_PEOPLE; count += 1)
      expect((await write(dana, ben, advert('Ben'))).body).not.toHaveProperty('isHeld')
  })

  it('is held for the same link, however it is written', async () => {
    for (const [at, to] of crowd.slice(0, HELD_AFTER_PEOPLE).entries())
      await write(ben, to, `${at} http://www.glazes.example/Shop/?from=${at}`)
    const { body } = await write(ben, last(), 'see https://glazes.example/shop')
    expect(body).toMatchObject({ isHeld: true })
  })

  it('is not held for followers and for people who wrote first', async () => {
    await fill(ben, advert)
    const [fan, asker] = [await t.person('Fan'), await t.person('Asker')]
    await t.call(followUser, { as: fan, params: { id: ben.id }, body: { following: true } })
    await write(asker, ben, 'Do you sell glazes?')
    expect((await write(ben, fan, advert('Fan'))).body).not.toHaveProperty('isHeld')
    expect((await write(ben, asker, advert('Asker'))).body).not.toHaveProperty('isHeld')
  })

  it('is kept once for a repeated client id, and at most twenty wait', async () => {
    await fill(ben, advert)
    const clientId = newId()
    const first = await write(ben, last(), advert('you'), { clientId })
    expect((await write(ben, last(), advert('you'), { clientId })).body.heldId).toBe(
      first.body.heldId,
    )
    expect((await t.call(listOwnHeld, { as: ben })).body).toHaveLength(1)
    await sql`
      insert into held_texts (id, kind, author_id, receiver_id, content, payload)
      select gen_random_uuid(), 'message', ${ben.id}, ${last().id}, 'x', '{}'
      from generate_series(2, ${MAX_HELD_TEXTS})`.execute(t.deps.db)
    expect(await write(ben, crowd.at(-1)!, advert('you'))).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('20 of your messages and comments wait') },
    })
    await sql`delete from held_texts where author_id = ${ben.id}`.execute(t.deps.db)
  })

  it('is refused with a reason and a strike, and never sent', async () => {
    const kilns = (name: string) => advert(name, 'seven second-hand kilns')
    await fill(ben, kilns)
    const { body } = await write(ben, last(), kilns('you'))
    expect((await decide(body.heldId, { outcome: 'refused' })).body.fields).toHaveProperty('note')
    await decide(body.heldId, { outcome: 'refused', note: 'An advert to strangers' })
    expect(await received(last())).not.toContain(kilns('you'))
    expect((await t.call(listOwnHeld, { as: ben })).body).toMatchObject([
      { state: 'refused', note: 'An advert to strangers' },
    ])
    expect(await emailsWaitingFor(t, ben)).toEqual(['We didn’t send your message'])
    expect((await t.call(getOwnLimits, { as: ben })).body).toMatchObject({
      liveStrikes: 1,
      strikes: [{ kind: 'message', subjectId: body.heldId, reason: 'An advert to strangers' }],
    })
    expect(await queue('decided')).toContainEqual(
      expect.objectContaining({ id: body.heldId, state: 'refused' }),
    )
  })

  it('is gone without a strike when it can no longer be delivered', async () => {
    await fill(ben, advert)
    const eve = await t.person('Eve')
    const { body } = await write(ben, eve, advert('you'))
    await t.call(blockUser, { as: eve, params: { id: ben.id } })
    expect((await decide(body.heldId, { outcome: 'sent' })).body).toMatchObject({ state: 'gone' })
    expect((await t.call(getOwnLimits, { as: ben })).body.liveStrikes).toBe(0)
  })
})

it('holds what many young accounts send together, and not what older ones do', async () => {
  const send = async (days: number) => {
    let held = 0
    for (let at = 0; at < YOUNG_TOGETHER; at += 1) {
      const from = await t.person(`Young ${at}`, { days })
      for (const to of crowd.slice(at * 4, at * 4 + 4)) {
        const { body } = await write(from, to, advert('you', `kilns from ${days} years ago`))
        if (body.isHeld === true) held += 1
      }
    }
    return held
  }
  expect(await send(30)).toBe(0)
  expect(await send(2)).toBeGreaterThan(0)
})

describe('a comment on many posts', () => {
  const comment = async (postId: string, as: Person = ben) =>
    t.call(createComment, {
      as,
      params: { id: postId },
      body: { content: 'Buy our wonderful brushes and glazes at half the price today' },
    })

  it('is held, and appears once it may', async () => {
    const marit = await t.person('Marit')
    for (let count = 0; count < HELD_AFTER_PEOPLE; count += 1) {
      const { body } = await comment(await makePost(t.deps, marit))
      expect(body).not.toHaveProperty('isHeld')
    }
    const postId = await makePost(t.deps, marit)
    const { body, status } = await comment(postId)
    expect(status).toBe(201)
    expect(body).toMatchObject({ isHeld: true })
    const shown = async () => (await t.call(listComments, { params: { id: postId } })).body
    expect(await shown()).toEqual([])
    await decide(body.heldId, { outcome: 'sent' })
    expect(await shown()).toMatchObject([{ author: { id: ben.id } }])
  })
})

it('lets only who decides reports see and decide what is held', async () => {
  const support = await t.person('Sue', { role: 'support' })
  expect((await t.call(listHeld, { as: support })).status).toBe(403)
  expect((await decide(newId(), { outcome: 'sent' }, support)).status).toBe(403)
  expect((await decide(newId(), { outcome: 'sent' }, ben)).status).toBe(403)
  expect((await decide(newId(), { outcome: 'sent' })).status).toBe(404)
  expect((await decide(newId(), { outcome: 'later' })).status).toBe(400)
  expect((await t.call(listOwnHeld, {})).status).toBe(401)
})

it('forgets prints after a day', async () => {
  await write(ben, last(), advert('you'))
  await sql`update text_prints set created_at = now() - interval '25 hours'`.execute(t.deps.db)
  await write(ben, last(), advert('you'))
  await t.runJob('held.sweep')
  const { rows } = await sql`select 1 from text_prints`.execute(t.deps.db)
  expect(rows).toHaveLength(1)
})
