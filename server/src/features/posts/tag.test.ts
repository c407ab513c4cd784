import { MAX_TAG_COUNT } from '@plinth/contract/limits.ts'
import { getTag } from '@plinth/contract/posts/tags.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let bob: Person
beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true })
  bob = await plinth.person('Bob')
})

const tag = async (name: string) => plinth.call(getTag, { params: { tag: name } })

describe('a tag', () => {
  it('counts its works, posts and their creators', async () => {
    await makePost(plinth.deps, marit, { tags: ['Linocut', 'Print'] })
    await makePost(plinth.deps, bob, { tags: ['linocut', 'print', 'ink'] })
    await makeWork(plinth.deps, marit, { tags: ['LINOCUT', 'Paper'] })
    await makePost(plinth.deps, bob, { tags: ['linocut', 'secret'], isPublic: false })
    expect((await tag('#LinoCut')).body).toEqual({
      tag: 'linocut',
      workCount: 1,
      postCount: 2,
      creatorCount: 2,
      // By how often they stand beside it, then by letter.
      related: ['print', 'ink', 'paper'],
    })
  })

  it('has counts of zero when nobody uses it', async () => {
    expect((await tag('unheard of')).body).toEqual({
      tag: 'unheard of',
      workCount: 0,
      postCount: 0,
      creatorCount: 0,
      related: [],
    })
  })

  it('has at most five related tags', async () => {
    await makePost(plinth.deps, marit, { tags: ['many', 'a', 'b', 'c', 'd', 'e', 'f'] })
    expect((await tag('many')).body.related).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  it('stops counting at a maximum and then leaves out the number of creators', async () => {
    const id = await makePost(plinth.deps, marit, { tags: ['flood'] })
    const flood = (count: number) =>
      sql`
      insert into posts (id, creator_id, type, title, tags, is_ready)
      select gen_random_uuid(), creator_id, type, title, tags, true
      from posts, generate_series(1, ${count}::int) where id = ${id}`.execute(plinth.deps.db)
    await flood(MAX_TAG_COUNT - 2)
    expect((await tag('flood')).body).toMatchObject({
      postCount: MAX_TAG_COUNT - 1,
      creatorCount: 1,
    })
    await flood(100)
    expect((await tag('flood')).body).toMatchObject({
      postCount: MAX_TAG_COUNT,
      creatorCount: null,
    })
  })

  it('is refused when blank or too long, or with an ended session', async () => {
    expect((await tag('%20')).status).toBe(200)
    expect((await tag(' ')).status).toBe(400)
    expect((await tag('x'.repeat(51))).status).toBe(400)
    const headers = { cookie: 'plinth=gone' }
    expect((await plinth.call(getTag, { params: { tag: 'ink' }, headers })).status).toBe(401)
  })
})
