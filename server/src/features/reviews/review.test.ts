import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getProject, listProjects } from '@plinth/contract/projects/project-calls.ts'
import { getProjectReviews, listReviews, writeReview } from '@plinth/contract/projects/reviews.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { kindsOf } from '../../../test/content/projects.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()

interface Hired {
  id: string
  client: Person
  creator: Person
}

/** A project of two people as it is after completion. */
async function hired(status = 'completed', over: Partial<Hired> = {}): Promise<Hired> {
  const client = over.client ?? (await t.person('Client'))
  const creator = over.creator ?? (await t.person('Maker', { isCreator: true }))
  const itemId = await makeWork(t.deps, creator, { title: 'Moon Jar' })
  const id = newId()
  await sql`
    insert into projects (id, client_id, creator_id, item_id, title, subject, description, status,
      price_cents, shared_at)
    values (${id}::uuid, ${client.id}::uuid, ${creator.id}::uuid, ${itemId}::uuid, 'A secret order', 'Order',
      'Make it.', ${status}, 1000, now())`.execute(t.deps.db)
  return { id, client, creator }
}

const write = (as: Person | undefined, id: string, rating = 5, text = 'Good.') =>
  t.call(writeReview, { as, params: { id }, body: { rating, text } })
const readOf = (as: Person | undefined, id: string) =>
  t.call(getProjectReviews, { as, params: { id } })
const published = (userId: string, query: object = {}) =>
  t.call(listReviews, { params: { id: userId }, query })
const ratingOf = async (userId: string) =>
  (await t.call(getProfile, { params: { id: userId } })).body.rating as unknown

describe('writing a review', () => {
  it('is for the two of a completed project, once', async () => {
    const { id, client, creator } = await hired()
    const stranger = await t.person('Stranger')
    const admin = await t.person('Admin', { isAdmin: true })
    expect((await write(undefined, id)).status).toBe(401)
    expect((await write(stranger, id)).status).toBe(404)
    expect((await write(admin, id)).status).toBe(404)
    expect((await write(client, newId())).status).toBe(404)

    const first = await write(client, id, 4, '  It holds water.  ')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      own: {
        rating: 4,
        text: 'It holds water.',
        role: 'client',
        about: 'Moon Jar',
        publishedAt: null,
        author: { id: client.id },
      },
      other: null,
    })
    const again = await write(client, id, 1, 'Changed my mind.')
    expect([again.status, again.body.code]).toEqual([409, 'conflict'])
    expect((await readOf(client, id)).body.own.rating).toBe(4)
    expect((await write(creator, id)).status).toBe(201)
    expect(await kindsOf(t, id)).toEqual(['reviewed', 'reviewed'])
  })

  it.each(['accepted', 'delivered', 'approved', 'cancelled', 'resolved', 'disputed'])(
    'waits for the end of a project that is %s',
    async (status) => {
      const { id, client, creator } = await hired(status)
      for (const one of [client, creator]) {
        const answer = await write(one, id)
        expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
      }
    },
  )

  it.each([
    { rating: 0, text: 'Good.' },
    { rating: 6, text: 'Good.' },
    { rating: 4.5, text: 'Good.' },
    { rating: '5', text: 'Good.' },
    { rating: 5, text: '   ' },
    { rating: 5 },
    { text: 'Good.' },
    { rating: 5, text: 'x'.repeat(2_001) },
    { rating: 5, text: 'Good.', subjectId: newId() },
  ])('refuses %j', async (body) => {
    const { id, client } = await hired()
    const answer = await t.call(writeReview, { as: client, params: { id }, body })
    expect(answer.status).toBe(400)
    expect((await readOf(client, id)).body.own).toBeNull()
  })

  it('takes ten calls at once for one review', async () => {
    const { id, client, creator } = await hired()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => write(at % 2 === 0 ? client : creator, id, 3)),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(409)])
    expect(await ratingOf(client.id)).toEqual({ average: 3, count: 1 })
    expect(await ratingOf(creator.id)).toEqual({ average: 3, count: 1 })
  })
})

describe('an unpublished review', () => {
  it('is hidden from the other side until both have written', async () => {
    const { id, client, creator } = await hired()
    const canary = `canary-${newId()}`
    await write(client, id, 2, canary)
    await t.runJob('reviews.publish')
    const answers = [
      await readOf(creator, id),
      await published(creator.id),
      await t.call(listReviews, { as: creator, params: { id: creator.id } }),
      await t.call(getProject, { as: creator, params: { id } }),
      await t.call(listProjects, { as: creator }),
      await t.call(listNotifications, { as: creator }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(JSON.stringify(answer.body)).not.toContain(canary)
    }
    expect(answers[0]?.body).toMatchObject({ own: null, other: null })
    expect(await ratingOf(creator.id)).toBeNull()

    const { body } = await write(creator, id, 5, 'A good client.')
    expect(body.other).toMatchObject({ text: canary, rating: 2, role: 'client' })
    expect(body.own.publishedAt).toBe(body.other.publishedAt)
    expect(body.publishesAt).toBeNull()
    expect((await published(creator.id)).body).toMatchObject([{ text: canary }])
    expect((await published(client.id)).body).toMatchObject([{ text: 'A good client.' }])
  })

  it('is published after a week', async () => {
    const { id, client, creator } = await hired()
    const { body } = await write(creator, id, 5, 'Paid in time.')
    const waits = new Date(body.publishesAt as string).getTime() - t.deps.now().getTime()
    expect(Math.round(waits / 3_600_000)).toBe(7 * 24)
    t.clock.advance({ days: 6, hours: 23 })
    await t.runJob('reviews.publish')
    expect((await readOf(client, id)).body.other).toBeNull()
    t.clock.advance({ hours: 2 })
    await Promise.all([t.runJob('reviews.publish'), t.runJob('reviews.publish')])
    expect((await readOf(client, id)).body.other).toMatchObject({ text: 'Paid in time.' })
    expect(await ratingOf(client.id)).toEqual({ average: 5, count: 1 })

    const late = await write(client, id, 1, 'Too late for a surprise.')
    expect(late.body.own.publishedAt).not.toBeNull()
    expect(await ratingOf(creator.id)).toEqual({ average: 1, count: 1 })
    expect(await ratingOf(client.id)).toEqual({ average: 5, count: 1 })
  })

  it('is shown to nobody else in the room', async () => {
    const { id } = await hired()
    expect((await readOf(undefined, id)).status).toBe(401)
    expect((await readOf(await t.person('Stranger'), id)).status).toBe(404)
    const malformed = await readOf(await t.person('Somebody'), 'no-id')
    expect(malformed.status).toBe(400)
  })
})

describe('published reviews', () => {
  it('count for profile and works, to one decimal', async () => {
    const creator = await t.person('Maker', { isCreator: true })
    for (const rating of [5, 4, 4]) {
      const { id, client } = await hired('completed', { creator })
      await write(client, id, rating)
      await write(creator, id)
    }
    expect(await ratingOf(creator.id)).toEqual({ average: 4.3, count: 3 })
    const { body } = await t.call(listPortfolios)
    const card = body.find((one: { creatorId: string }) => one.creatorId === creator.id)
    expect(card.rating).toEqual({ average: 4.3, count: 3 })
  })

  it('are read page by page, newest first, by anybody', async () => {
    const creator = await t.person('Maker', { isCreator: true })
    for (const text of ['One', 'Two', 'Three']) {
      const { id, client } = await hired('completed', { creator })
      await write(client, id, 5, text)
      await write(creator, id)
      t.clock.advance({ minutes: 1 })
    }
    const first = await published(creator.id, { limit: 2 })
    expect(first.body.map(({ text }: { text: string }) => text)).toEqual(['Three', 'Two'])
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
    const second = await published(creator.id, {
      limit: 2,
      cursor: decodeURIComponent(cursor ?? ''),
    })
    expect(second.body.map(({ text }: { text: string }) => text)).toEqual(['One'])
    expect(second.headers.link).toBeUndefined()
    expect(JSON.stringify(first.body)).not.toContain('A secret order')

    expect((await published(newId())).status).toBe(404)
    expect((await published(creator.id, { cursor: 'nonsense' })).status).toBe(400)
    expect((await published(creator.id, { limit: 0 })).status).toBe(400)
  })
})
