import {
  getPortfolio,
  likePortfolio,
  listCategories,
  listPortfolios,
  listUserPortfolios,
  savePortfolio,
  viewPortfolio,
} from '@plinth/contract/portfolios/portfolios.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testApp, startTestApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let alice: Person
let bob: Person
let carol: Person

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
  bob = await t.person('Bob', { isCreator: true })
  carol = await t.person('Carol')
})

const get = (id: string, as?: Person) => t.call(getPortfolio, { params: { id }, as })
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 12, n))

describe('one work', () => {
  it('comes with its neighbours, newest first', async () => {
    const dora = await t.person('Dora', { isCreator: true })
    const ids: string[] = []
    // Two at the same instant: the id decides.
    for (const n of [1, 2, 2, 3, 4]) {
      ids.push(await makeWork(t.deps, dora, { title: `W${ids.length}`, createdAt: minute(n) }))
    }
    const newestFirst = [...ids].reverse()
    const hidden = await makeWork(t.deps, dora, { isListed: false, createdAt: minute(3) })
    await makeWork(t.deps, bob, { createdAt: minute(2) })
    for (const [index, id] of newestFirst.entries()) {
      const { status, body } = await get(id)
      expect(status).toBe(200)
      expect(body).toMatchObject({ id, position: index + 1, creatorWorkCount: 5 })
      expect(body.previous?.id ?? null).toBe(newestFirst[index - 1] ?? null)
      expect(body.next?.id ?? null).toBe(newestFirst[index + 1] ?? null)
      expect(body.moreByCreator.map((work: { id: string }) => work.id)).toEqual(
        newestFirst.filter((other) => other !== id).slice(0, 3),
      )
    }
    expect((await get(hidden, dora)).body).toMatchObject({ creatorWorkCount: 6 })
    expect((await get(newestFirst[0] ?? '', dora)).body.creatorWorkCount).toBe(6)
  })

  it('says whether the viewer follows the creator, and how many projects the creator finished', async () => {
    const id = await makeWork(t.deps, alice)
    await t.request({ method: 'POST', url: `/api/users/${alice.id}/follow`, as: carol })
    const facts = { isFollowing: false, followsViewer: false, projectsCompleted: 0 }
    expect((await get(id)).body).toMatchObject(facts)
    expect((await get(id, bob)).body).toMatchObject(facts)
    expect((await get(id, carol)).body).toMatchObject({ ...facts, isFollowing: true })
    expect((await get(await makeWork(t.deps, carol), alice)).body).toMatchObject({
      ...facts,
      followsViewer: true,
    })
  })

  it("can be its creator's only one", async () => {
    const solo = await t.person('Solo', { isCreator: true })
    const { body } = await get(await makeWork(t.deps, solo, { priceCents: 45_050 }))
    expect(body).toMatchObject({
      previous: null,
      next: null,
      position: 1,
      creatorWorkCount: 1,
      moreByCreator: [],
      startingPrice: 450.5,
    })
  })

  it('is 404 when it does not exist, is hidden, or the id is malformed', async () => {
    const hidden = await makeWork(t.deps, alice, { isListed: false })
    const never = await get(newId())
    const notTheirs = await get(hidden, bob)
    expect([never.status, notTheirs.status]).toEqual([404, 404])
    expect({ ...never.body, requestId: '' }).toEqual({ ...notTheirs.body, requestId: '' })
    expect((await get(hidden, alice)).status).toBe(200)
    expect((await get('x')).status).toBe(400)
    expect((await t.request({ method: 'GET', url: `/api/portfolios/${hidden}?x=1` })).status).toBe(
      400,
    )
    const dead = await t.call(getPortfolio, {
      params: { id: hidden },
      headers: { cookie: 'plinth=gone' },
    })
    expect(dead.status).toBe(401)
  })

  it('is found by its id in upper or lower case', async () => {
    const id = await makeWork(t.deps, alice)
    expect((await get(id.toUpperCase())).body.id).toBe(id)
    const { status, body } = await t.call(likePortfolio, {
      params: { id: id.toUpperCase() },
      as: bob,
    })
    expect([status, body]).toEqual([200, { liked: true, likeCount: 1 }])
  })
})

describe.each([
  ['like', likePortfolio, 'liked', 'likeCount', 'isLiked'],
  ['save', savePortfolio, 'saved', 'saveCount', 'isSaved'],
] as const)('the %s', (name, endpoint, flag, counter, shown) => {
  const toggle = (as: Person | undefined, id: string, body?: object) =>
    t.call(endpoint, { params: { id }, as, body })

  it('toggles without a body and sets a wanted state any number of times', async () => {
    const id = await makeWork(t.deps, alice)
    for (const isOn of [true, false, true]) {
      const { status, body } = await toggle(bob, id)
      expect(status).toBe(200)
      expect(body).toEqual({ [flag]: isOn, [counter]: Number(isOn) })
    }
    for (const wish of [true, true, false, false, true]) {
      expect((await toggle(bob, id, { [flag]: wish })).body).toEqual({
        [flag]: wish,
        [counter]: Number(wish),
      })
    }
    expect((await get(id, bob)).body).toMatchObject({ [shown]: true, [counter]: 1 })
    expect((await get(id, carol)).body).toMatchObject({ [shown]: false, [counter]: 1 })
  })

  it('counts correctly when many arrive at once', async () => {
    const id = await makeWork(t.deps, alice)
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => t.person(`P${n}`)))
    await Promise.all(
      crowd.flatMap((person) => [
        toggle(person, id, { [flag]: true }),
        toggle(person, id, { [flag]: false }),
        toggle(person, id, { [flag]: true }),
        t.call(viewPortfolio, { params: { id }, as: person }),
      ]),
    )
    const { rows } = await sql<{ on: number }>`
      select count(*)::int as on from ${sql.table(`portfolio_${name}s`)} where item_id = ${id}`.execute(
      t.deps.db,
    )
    // Requests of the same person can arrive in any order.
    expect((await get(id)).body[counter]).toBe(rows[0]?.on)
    await Promise.all(crowd.map((person) => toggle(person, id, { [flag]: true })))
    expect((await get(id)).body[counter]).toBe(20)
    await Promise.all(Array.from({ length: 51 }, () => toggle(crowd[0], id)))
    expect((await get(id)).body[counter]).toBe(19)
  })

  it('is refused where there is nothing to see, nobody signed in, or nonsense asked', async () => {
    const id = await makeWork(t.deps, alice)
    const hidden = await makeWork(t.deps, alice, { isListed: false })
    expect((await toggle(undefined, id)).status).toBe(401)
    expect((await toggle(bob, hidden)).status).toBe(404)
    expect((await toggle(bob, newId())).status).toBe(404)
    expect((await toggle(alice, hidden)).status).toBe(200)
    expect((await toggle(bob, 'x')).status).toBe(400)
    for (const body of [{ [flag]: 'yes' }, { [flag]: 1 }, { other: true }, []]) {
      expect((await toggle(bob, id, body as object)).status).toBe(400)
    }
    expect((await get(id)).body[counter]).toBe(0)
  })
})

describe('views', () => {
  const look = (as: Person | undefined, id: string) => t.call(viewPortfolio, { params: { id }, as })
  const untilSeen = (id: string, count: number) =>
    vi.waitFor(async () => expect((await get(id)).body.viewCount).toBe(count), { timeout: 100_000 })

  it("count each person once a day, but not the creator's own", async () => {
    const id = await makeWork(t.deps, alice)
    const hidden = await makeWork(t.deps, alice, { isListed: false })
    for (const as of [bob, bob, carol, alice, bob]) expect((await look(as, id)).status).toBe(204)
    expect((await look(bob, hidden)).status).toBe(204)
    expect((await look(bob, newId())).status).toBe(204)
    await untilSeen(id, 2)
    await look(carol, id)
    const last = await makeWork(t.deps, alice)
    await look(carol, last)
    await untilSeen(last, 1)
    const { body } = await get(id)
    expect([body.views, body.viewCount]).toEqual([2, 2])
    expect((await get(hidden, alice)).body.viewCount).toBe(0)
  })

  it('count again the next day', async () => {
    const { db } = t.deps
    const id = await makeWork(t.deps, alice)
    await look(bob, id)
    await untilSeen(id, 1)
    await db
      .updateTable('portfolio_views')
      .set({ day: '2026-01-01' })
      .where('item_id', '=', id)
      .execute()
    await look(bob, id)
    await untilSeen(id, 2)
  })

  it('are for members and for real ids', async () => {
    const id = await makeWork(t.deps, alice)
    expect((await look(undefined, id)).status).toBe(401)
    expect((await look(bob, 'x')).status).toBe(400)
    const body = await t.call(viewPortfolio, { params: { id }, as: bob, body: { x: 1 } })
    expect(body.status).toBe(400)
  })

  it('are saved when the app closes', async () => {
    const other = await startTestApp()
    const creator = await other.person('Alice', { isCreator: true })
    const viewer = await other.person('Bob')
    const id = await makeWork(other.deps, creator)
    await other.call(viewPortfolio, { params: { id }, as: viewer })
    await other.app.close()
    const row = await other.deps.db
      .selectFrom('portfolio_items')
      .select('view_count')
      .where('id', '=', id)
      .executeTakeFirst()
    expect(row?.view_count).toBe(1)
    await other.close()
  })
})

it('no answer carries an e-mail address', async () => {
  const id = await makeWork(t.deps, alice, { title: 'Canary', tags: ['canary'] })
  const answers = [
    await get(id, bob),
    await t.call(listPortfolios, { as: bob }),
    await t.call(listPortfolios, { as: bob, query: { search: 'canary' } }),
    await t.call(listUserPortfolios, { params: { id: alice.id }, as: bob }),
    await t.call(listCategories, { as: bob }),
    await t.call(likePortfolio, { params: { id }, as: bob }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/@|example\.com|email/i)
  }
})
