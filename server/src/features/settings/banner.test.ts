import { setBanner } from '@plinth/contract/people/profile.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { deletePortfolio, updatePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { restorePortfolio, setWorkState } from '@plinth/contract/portfolios/states.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let marit: Person
let ben: Person
let jar: string
let bowls: string

beforeEach(async () => {
  ;[marit, ben] = await Promise.all([
    t.person('Marit', { isCreator: true }),
    t.person('Ben', { isCreator: true }),
  ])
  jar = await makeWork(t.deps, marit, { title: 'Moon Jar', width: 1600, height: 900 })
  bowls = await makeWork(t.deps, marit, { title: 'Breakfast Set' })
})

const choose = (workId: string | null, as: Person | undefined = marit) =>
  t.call(setBanner, { as, body: { workId } })
const bannerOf = async (as?: Person) =>
  (await t.call(getProfile, { params: { id: marit.id }, as })).body.banner
const setState = (id: string, state: 'published' | 'hidden') =>
  t.call(setWorkState, { as: marit, params: { id }, body: { state } })
const bin = (id: string, query = {}) =>
  t.call(deletePortfolio, { as: marit, params: { id }, query })
const restore = (id: string) => t.call(restorePortfolio, { as: marit, params: { id } })

describe('a banner', () => {
  it('is an own work, which everybody sees on the profile', async () => {
    expect(await bannerOf()).toBeNull()
    const { status, body } = await choose(jar)
    const banner = { workId: jar, title: 'Moon Jar', picture: { width: 1600, height: 900 } }
    expect([status, body]).toMatchObject([200, { banner }])
    for (const as of [undefined, ben, marit]) expect(await bannerOf(as)).toEqual(body.banner)
  })

  it('is replaced by another work, and removed', async () => {
    await choose(jar)
    expect((await choose(bowls)).body).toMatchObject({ banner: { workId: bowls } })
    expect(await bannerOf()).toMatchObject({ title: 'Breakfast Set' })
    for (let times = 0; times < 2; times += 1)
      expect(await choose(null)).toMatchObject({ status: 200, body: { banner: null } })
    expect(await bannerOf()).toBeNull()
  })

  it('is there once, however many choose at once', async () => {
    const answers = await Promise.all([jar, bowls, jar, bowls].map((id) => choose(id)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect([jar, bowls]).toContain((await bannerOf())?.workId)
  })

  it('is refused without a session, and to everybody but the maker of the work', async () => {
    expect((await t.call(setBanner, { body: { workId: jar } })).status).toBe(401)
    expect((await choose(jar, ben)).status).toBe(404)
    expect((await choose(newId())).status).toBe(404)
    expect(await bannerOf()).toBeNull()
  })

  it.each([{}, { workId: 'jar' }, { workId: 7 }, { workId: null, more: 1 }])(
    'refuses the body %j',
    async (payload) => {
      const { status } = await t.request({
        method: 'PUT',
        url: setBanner.path,
        as: marit,
        payload,
      })
      expect(status).toBe(400)
    },
  )

  it('is refused while visitors cannot see the work, and the one before stays', async () => {
    await choose(bowls)
    await setState(jar, 'hidden')
    expect(await choose(jar)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Publish this work first') },
    })
    await setState(jar, 'published')
    await t.call(updatePortfolio, { as: marit, params: { id: jar }, body: { isSensitive: true } })
    expect(await choose(jar)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('sensitive') },
    })
    await bin(jar)
    expect((await choose(jar)).status).toBe(404)
    expect(await bannerOf()).toMatchObject({ workId: bowls })
  })

  it('is away while its work is hidden, in the bin, taken down or sensitive, and comes back', async () => {
    await choose(jar)
    const takeDown = (at: Date | null) =>
      sql`update portfolio_items set taken_down_at = ${at}, taken_down_reason = ${at && 'Not theirs'},
          is_listed = ${at === null} where id = ${jar}::uuid`.execute(t.deps.db)
    const mark = (isSensitive: boolean) =>
      t.call(updatePortfolio, { as: marit, params: { id: jar }, body: { isSensitive } })
    const ways = [
      [() => setState(jar, 'hidden'), () => setState(jar, 'published')],
      [() => bin(jar), () => restore(jar)],
      [() => takeDown(new Date()), () => takeDown(null)],
      [() => mark(true), () => mark(false)],
    ] as const
    for (const [away, back] of ways) {
      await away()
      for (const as of [undefined, marit]) expect(await bannerOf(as)).toBeNull()
      await back()
      expect(await bannerOf()).toMatchObject({ workId: jar })
    }
  })

  it('is gone with its work', async () => {
    await choose(jar)
    await bin(jar, { forGood: true })
    const { rows } = await sql`select 1 from profile_banners where user_id = ${marit.id}`.execute(
      t.deps.db,
    )
    expect([await bannerOf(), rows]).toEqual([null, []])
  })

  it('makes a cache in front forget the profile', async () => {
    await sql`insert into cache_setup default values on conflict do nothing`.execute(t.deps.db)
    const forgotten = async () => {
      const { rows } = await sql`
        delete from cache_purges where subject_id = ${marit.id} returning id`.execute(t.deps.db)
      return rows.length
    }
    try {
      for (const act of [
        () => choose(jar),
        () => choose(bowls),
        () => setState(bowls, 'hidden'),
        () => setState(bowls, 'published'),
        () => choose(null),
      ]) {
        await forgotten()
        await act()
        expect(await forgotten()).toBeGreaterThan(0)
      }
      await setState(jar, 'hidden')
      expect(await forgotten()).toBe(0)
    } finally {
      await sql`delete from cache_setup`.execute(t.deps.db)
      await sql`delete from cache_purges`.execute(t.deps.db)
    }
  })
})
