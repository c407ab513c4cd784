import { likePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import {
  MAX_PICKS,
  WELCOME_WORKS,
  finishWelcome,
  listWelcomeWorks,
  type WelcomeWork,
} from '@plinth/contract/people/welcome.ts'
import { listForYou } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { idsOf, nextOf } from '../../../test/content/lists.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork, type WorkOptions } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

// No background jobs, because the tables are emptied between tests.
const t = testApp({ JOBS: 'off' })
let nora: Person
let makers: Person[]

beforeEach(async () => {
  await t.deps.db.transaction().execute(async (trx) => {
    // The ledger refers to people and cannot be emptied otherwise.
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`truncate users cascade`.execute(trx)
  })
  nora = await t.person('Nora')
  makers = []
  for (let at = 0; at < 8; at += 1) {
    makers.push(await t.person(`Maker${at}`, { isCreator: true }))
  }
})

const maker = (at: number) => makers[at] as Person
const work = (at: number, options: WorkOptions = {}) => makeWork(t.deps, maker(at), options)
const list = (as: Person | undefined = nora, query: object = {}) =>
  t.call(listWelcomeWorks, { as, query })
const worksOf = async (as?: Person) => (await list(as)).body as WelcomeWork[]
const finish = (body: object, as: Person | undefined = nora) => t.call(finishWelcome, { as, body })
const own = async (as = nora) => (await t.call(getViewer, { as })).body
const picks = async (): Promise<string[]> => {
  const rows = await t.deps.db
    .selectFrom('tastes')
    .select('item_id')
    .where('user_id', '=', nora.id)
    .orderBy('item_id')
    .execute()
  return rows.map(({ item_id: id }) => id)
}

describe('the works of the welcome', () => {
  it('start with the most popular one of each category and let makers take turns', async () => {
    const second = await work(0, { categoryId: 1, pop: 90 })
    const first = await work(0, { categoryId: 1, pop: 100 })
    const film = await work(1, { categoryId: 3, pop: 5 })
    const print = await work(2, { categoryId: 1, pop: 50 })
    const photo = await work(3, { categoryId: 2, pop: 70 })
    expect(idsOf(await list())).toEqual([first, photo, film, print, second])
  })

  it('come with their maker, whether followed, and their craft', async () => {
    const id = await work(0, { categoryId: 2, title: 'Tide' })
    await sql`update users set location = 'Bergen' where id = ${maker(0).id}`.execute(t.deps.db)
    await t.call(followUser, { as: nora, params: { id: maker(0).id } })
    expect(await worksOf()).toMatchObject([
      {
        id,
        title: 'Tide',
        picture: { state: 'ready', width: 1200 },
        creator: {
          id: maker(0).id,
          firstName: 'Maker0',
          location: 'Bergen',
          craft: 'Photography',
          isFollowing: true,
        },
      },
    ])
  })

  it('leave out hidden, sensitive and own works, and those of blocked and suspended people', async () => {
    const shown = await work(0)
    await work(1, { isListed: false })
    const sensitive = await work(2)
    await sql`update portfolio_items set sensitive_by_admin = true where id = ${sensitive}`.execute(
      t.deps.db,
    )
    await work(3)
    await t.call(blockUser, { as: nora, params: { id: maker(3).id } })
    await work(4)
    await t.call(blockUser, { as: maker(4), params: { id: nora.id } })
    await work(5)
    await sql`update users set suspended_at = now() where id = ${maker(5).id}`.execute(t.deps.db)
    await makeWork(t.deps, nora)
    expect(idsOf(await list())).toEqual([shown])
  })

  it('come in pages without repeating one', async () => {
    const all: string[] = []
    for (let at = 0; at < WELCOME_WORKS + 5; at += 1) {
      all.push(await work(at % 8, { categoryId: 1 + (at % 6), pop: at }))
    }
    const first = await list()
    const cursor = nextOf(first) ?? undefined
    expect(idsOf(first)).toHaveLength(WELCOME_WORKS)
    const others = await list(nora, { cursor })
    expect(nextOf(others)).toBeNull()
    expect([...idsOf(first), ...idsOf(others)].sort()).toEqual(all.sort())
  })

  it('need a session and a cursor of their own', async () => {
    expect((await t.call(listWelcomeWorks, {})).status).toBe(401)
    for (const cursor of ['nonsense', 'WyJsaXN0Iiw1XQ', 'WyJ3ZWxjb21lIiwtMV0']) {
      expect((await list(nora, { cursor })).status, cursor).toBe(400)
    }
  })
})

describe('the answer to the welcome', () => {
  it('keeps the picks to oneself and needs no second welcome', async () => {
    const [tide, loom] = [await work(0), await work(1)]
    expect(await own()).toMatchObject({ isWelcomed: false, timeZone: null })
    const { status } = await finish({ workIds: [tide, loom], timeZone: 'Europe/Oslo' })
    expect(status).toBe(204)
    expect(await picks()).toEqual([tide, loom].sort())
    expect(await own()).toMatchObject({ isWelcomed: true, timeZone: 'Europe/Oslo' })
    // A pick is no like.
    const likes = await t.deps.db.selectFrom('portfolio_likes').selectAll().execute()
    expect(likes).toEqual([])
  })

  it('can be skipped', async () => {
    expect((await finish({ workIds: [] })).status).toBe(204)
    expect(await picks()).toEqual([])
    expect(await own()).toMatchObject({ isWelcomed: true, timeZone: null })
  })

  it('adds picks when it is repeated and changes nothing else', async () => {
    const [tide, loom] = [await work(0), await work(1)]
    await finish({ workIds: [tide], timeZone: 'Europe/Oslo' })
    const before = await sql`select welcomed_at from users where id = ${nora.id}`.execute(t.deps.db)
    await Promise.all([
      finish({ workIds: [tide, loom], timeZone: 'Asia/Tokyo' }),
      finish({ workIds: [loom, tide] }),
    ])
    expect(await picks()).toEqual([tide, loom].sort())
    expect((await own()).timeZone).toBe('Europe/Oslo')
    const after = await sql`select welcomed_at from users where id = ${nora.id}`.execute(t.deps.db)
    expect(after.rows).toEqual(before.rows)
  })

  it('leaves out works that are gone, hidden or one’s own', async () => {
    const tide = await work(0)
    const hidden = await work(1, { isListed: false })
    const mine = await makeWork(t.deps, nora)
    expect((await finish({ workIds: [tide, hidden, mine, newId()] })).status).toBe(204)
    expect(await picks()).toEqual([tide])
  })

  it('goes on without a time zone that this server does not know', async () => {
    expect((await finish({ workIds: [], timeZone: 'Europe/Atlantis' })).status).toBe(204)
    expect((await own()).timeZone).toBeNull()
  })

  it('needs a session and a list of works', async () => {
    expect((await t.call(finishWelcome, { body: { workIds: [] } })).status).toBe(401)
    const id = newId()
    const many = Array.from({ length: MAX_PICKS + 1 }, newId)
    for (const body of [
      {},
      { workIds: ['x'] },
      { workIds: [id, id] },
      { workIds: many },
      { workIds: [], timeZone: 'oslo' },
    ]) {
      expect((await finish(body)).status, JSON.stringify(body)).toBe(400)
    }
    expect(await own()).toMatchObject({ isWelcomed: false })
  })
})

describe('For You after the welcome', () => {
  const DAY = 86_400_000
  const post = (at: number, categoryId: number, tags: string[] = []) =>
    makePost(t.deps, maker(at), {
      categoryId,
      tags,
      createdAt: new Date(Date.now() - 2 * DAY),
      viewCount: 100,
      likeCount: 4,
    })
  const forYou = async () => idsOf(await t.call(listForYou, { as: nora }))

  it('starts with the category and the tags of the picks at once', async () => {
    const photo = await post(0, 2)
    const loom = await post(1, 6, ['weaving'])
    const film = await post(2, 3)
    await sql`update users set created_at = now() - interval '1 year'`.execute(t.deps.db)
    expect((await forYou())[0]).toBe(film)
    const woven = await work(3, { categoryId: 6, tags: ['weaving'] })
    await sql`insert into portfolio_tags (item_id, tag, created_at)
      values (${woven}, 'weaving', now()) on conflict do nothing`.execute(t.deps.db)
    await finish({ workIds: [woven, await work(4, { categoryId: 2 })] })
    expect(await forYou()).toEqual([loom, photo, film])
  })

  it('counts a work that was picked and liked once', async () => {
    const tide = await work(3, { categoryId: 2 })
    const others = [await work(4, { categoryId: 6 }), await work(5, { categoryId: 6 })]
    const photo = await post(0, 2)
    const loom = await post(1, 6)
    await sql`update users set created_at = now() - interval '1 year'`.execute(t.deps.db)
    await t.call(likePortfolio, { as: nora, params: { id: tide } })
    await finish({ workIds: [tide, ...others] })
    expect(await forYou()).toEqual([loom, photo])
  })
})
