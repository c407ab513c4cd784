import { searchPeople } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { planOf, writeInBulk } from '../../../test/plans.ts'
import { newId } from '../../db/id.ts'
import {
  MAX_MATCHING,
  MAX_FOLLOWED,
  peopleSearchStatement,
  wordsOf,
} from './people-search-queries.ts'

const t = testApp({ JOBS: 'off' })
let me: Person

beforeAll(async () => {
  me = await t.person('Ann', { lastName: 'Searcher' })
}, 120_000)

const search = (text: string, limit?: number, as: Person | undefined = me) =>
  t.call(searchPeople, { as, query: { search: text, limit } })
const names = async (text: string, limit?: number): Promise<string[]> => {
  const { status, body } = await search(text, limit)
  expect(status).toBe(200)
  return body.map((one: { firstName: string; lastName: string }) =>
    `${one.firstName} ${one.lastName}`.trim(),
  )
}
const followers = ({ id }: Person, count: number) =>
  t.deps.db.updateTable('users').set({ follower_count: count }).where('id', '=', id).execute()
const follow = (follower: Person, followed: Person) =>
  t.deps.db
    .insertInto('follows')
    .values({ follower_id: follower.id, followed_id: followed.id })
    .execute()

describe('people search', () => {
  it('finds people by beginnings of their names, ignoring case and accents', async () => {
    await t.person('Žofie', { lastName: "O'Brien-Łukasz" })
    for (const text of ['zof', 'ZOFIE', 'Žof', 'brien', "o'br", 'luk', ' lukasz, z ']) {
      expect(await names(text), text).toEqual(["Žofie O'Brien-Łukasz"])
    }
    for (const text of ['ofie', 'zofie anna', '%', "'_"]) {
      expect(await names(text), text).toEqual([])
    }
  })

  it('puts people whom the caller follows first, then those with the most followers', async () => {
    const [few, many, followed, followsMe] = (await Promise.all(
      ['Few', 'Many', 'Followed', 'Fan'].map((lastName) => t.person('Xaver', { lastName })),
    )) as [NamedPerson, NamedPerson, NamedPerson, NamedPerson]
    await followers(few, 2)
    await followers(many, 9)
    await follow(me, followed)
    await follow(followsMe, me)
    expect(await names('xav')).toEqual(['Xaver Followed', 'Xaver Many', 'Xaver Few', 'Xaver Fan'])
    expect(await names('xav', 2)).toEqual(['Xaver Followed', 'Xaver Many'])
    const { body } = await search('xaver f')
    expect(body).toEqual([
      {
        id: followed.id,
        handle: followed.handle,
        firstName: 'Xaver',
        lastName: 'Followed',
        profileImageUrl: null,
        location: null,
        isCreator: false,
        craft: null,
        isFollowing: true,
        followsViewer: false,
      },
      expect.objectContaining({ id: few.id }),
      expect.objectContaining({ id: followsMe.id, isFollowing: false, followsViewer: true }),
    ])
  })

  it('never finds the caller or anybody suspended, followed or not', async () => {
    const [gone, left] = (await Promise.all(
      ['Gone', 'Left'].map((lastName) => t.person('Quirin', { lastName })),
    )) as [NamedPerson, NamedPerson]
    await follow(me, gone)
    expect(await names('quirin')).toEqual(['Quirin Gone', 'Quirin Left'])
    for (const { id } of [gone, left]) {
      const values = { suspended_at: new Date() }
      await t.deps.db.updateTable('users').set(values).where('id', '=', id).execute()
    }
    expect(await names('quirin')).toEqual([])
    expect(await names('searcher')).toEqual([])
  })

  it('requires a session and a name', async () => {
    expect((await t.call(searchPeople, { query: { search: 'ann' } })).status).toBe(401)
    for (const query of [
      {},
      { search: 'x'.repeat(101) },
      { search: 'x', limit: 21 },
      { search: 'x', limit: 0 },
    ]) {
      expect((await t.call(searchPeople, { as: me, query })).status).toBe(400)
    }
  })
})

describe('among 100,000 people', () => {
  const hub = newId()

  beforeAll(async () => {
    await writeInBulk(t.deps, async (trx) => {
      await sql`insert into users (id, first_name, last_name, handle)
        values (${hub}::uuid, 'Hub', '', 'hub')`.execute(trx)
      await sql`insert into users (id, first_name, last_name, handle)
        select gen_random_uuid(), 'First' || i, case when i = 90000 then 'Žižka' else 'Last' end,
          'first' || i
        from generate_series(1, 100000) i`.execute(trx)
      await sql`insert into follows (follower_id, followed_id)
        select ${hub}::uuid, id from users where id <> ${hub}::uuid limit 20000`.execute(trx)
    })
  }, 120_000)

  it.each(['zizk', 'z', 'first77', 'last', 'l', 'first1 last', 'nobody'])(
    'reads no more than it needs from indexes: %s',
    async (text) => {
      for (const viewerId of [me.id, hub]) {
        const statement = peopleSearchStatement({ viewerId, words: wordsOf(text), limit: 8 })
        for (const node of await planOf(t.deps, statement)) {
          const what = `${node['Node Type']} ${node['Relation Name'] ?? ''}`
          expect(what).not.toMatch(/Seq Scan (users|follows)/)
          // The index finds all rows with a name; only some of them are read.
          if (node['Node Type'] !== 'Bitmap Index Scan') {
            expect(node['Actual Rows'], what).toBeLessThanOrEqual(
              Math.max(MAX_MATCHING, MAX_FOLLOWED),
            )
          }
        }
      }
    },
  )

  it('finds one person', async () => {
    expect(await names('zizka')).toEqual(['First90000 Žižka'])
    expect(await names('first90000 ziz')).toEqual(['First90000 Žižka'])
    expect(await names('l', 20)).toHaveLength(20)
  })
})
