import { getProfile, getUserStats, NO_LINKS } from '@plinth/contract/people/users.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let alice: NamedPerson
let bob: Person

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  bob = await t.person('Bob')
  await t.deps.db
    .updateTable('users')
    .set({
      bio: 'Letters in brass.',
      location: 'Porto',
      website: 'https://alice.example',
      social_links: JSON.stringify({ instagram: 'alice' }),
    })
    .where('id', '=', alice.id)
    .execute()
  await makeWork(t.deps, alice)
  await makeWork(t.deps, alice)
  await makeWork(t.deps, alice, { isListed: false })
  await makePost(t.deps, alice)
  await makePost(t.deps, alice, { isPublic: false })
  await makePost(t.deps, alice, { isReady: false })
  await t.request({ method: 'POST', url: `/api/users/${alice.id}/follow`, as: bob })
})

const profile = (id: string, as?: Person) => t.call(getProfile, { params: { id }, as })

describe('a profile', () => {
  it('shows everybody who somebody is, without their email address', async () => {
    const { status, body, headers } = await profile(alice.id)
    expect(status).toBe(200)
    expect(headers['cache-control']).toContain('public, ')
    expect(body).toEqual({
      id: alice.id,
      handle: alice.handle,
      firstName: 'Alice',
      lastName: 'Adler',
      bio: 'Letters in brass.',
      location: 'Porto',
      website: 'https://alice.example',
      profileImageUrl: null,
      boardCount: 0,
      rating: null,
      projectsCompleted: 0,
      hireFrom: null,
      banner: null,
      isCreator: true,
      isAdmin: false,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      profileColors: { background: '#0F0F17', text: '#FFFFFF', accent: '#A855F7' },
      socialLinks: { ...NO_LINKS, instagram: 'alice' },
      workCount: 2,
      postCount: 1,
      likesReceived: null,
      followers: 1,
      following: 0,
      isFollowing: false,
      followsViewer: false,
      isBlocked: false,
    })
    for (const viewer of [undefined, alice, bob]) {
      const answer = await profile(alice.id, viewer)
      expect(JSON.stringify(answer.body)).not.toMatch(/@example\.com|email/)
    }
  })

  it('shows its owner alone how many likes their works and posts have', async () => {
    const carol = await t.person('Carol')
    const workId = await makeWork(t.deps, carol)
    const postId = await makePost(t.deps, carol)
    await t.request({ method: 'POST', url: `/api/portfolios/${workId}/like`, as: bob })
    await t.request({ method: 'POST', url: `/api/posts/${postId}/like`, as: bob })
    await t.request({ method: 'POST', url: `/api/posts/${postId}/like`, as: alice })
    expect((await profile(carol.id, carol)).body.likesReceived).toBe(3)
    expect((await profile(carol.id, bob)).body.likesReceived).toBeNull()
    expect((await profile(carol.id)).body.likesReceived).toBeNull()
  })

  it('shows the least price that somebody can be hired for, and with which work', async () => {
    const dora = await t.person('Dora', { isCreator: true })
    const make = (priceCents: number | null, isListed = true) =>
      makeWork(t.deps, dora, { priceCents, isListed })
    await make(null)
    await make(5_000, false)
    expect((await profile(dora.id)).body.hireFrom).toBeNull()
    const workId = await make(28_050)
    await make(46_000)
    expect((await profile(dora.id)).body.hireFrom).toEqual({ workId, price: 280.5 })
    await t.deps.db
      .updateTable('users')
      .set({ creator_granted: false })
      .where('id', '=', dora.id)
      .execute()
    expect((await profile(dora.id)).body).toMatchObject({ isCreator: false, hireFrom: null })
  })

  it('counts the projects that somebody finished for others', async () => {
    const emil = await t.person('Emil', { isCreator: true })
    for (const [clientId, creatorId, status] of [
      [bob.id, emil.id, 'completed'],
      [bob.id, emil.id, 'completed'],
      [bob.id, emil.id, 'cancelled'],
      [emil.id, alice.id, 'completed'],
    ] as const)
      await t.deps.db
        .insertInto('projects')
        .values({
          id: newId(),
          client_id: clientId,
          creator_id: creatorId,
          title: 'Jar',
          subject: 'Jar',
          description: 'One',
          status,
          price_cents: 10_000n,
          shared_at: new Date(),
        })
        .execute()
    expect((await profile(emil.id)).body.projectsCompleted).toBe(2)
    expect((await profile(bob.id)).body.projectsCompleted).toBe(0)
  })

  it('shows the viewer’s relation to the person', async () => {
    expect((await profile(alice.id, bob)).body).toMatchObject({
      isFollowing: true,
      followsViewer: false,
      workCount: 2,
    })
    expect((await profile(bob.id, alice)).body).toMatchObject({
      isFollowing: false,
      followsViewer: true,
      following: 1,
    })
    expect((await profile(alice.id.toUpperCase(), alice)).body).toMatchObject({
      isFollowing: false,
      followsViewer: false,
      workCount: 3,
    })
  })
})

describe('the stats', () => {
  it('are two counts', async () => {
    const { status, body } = await t.call(getUserStats, { params: { id: alice.id } })
    expect(status).toBe(200)
    expect(body).toEqual({ followers: 1, following: 0 })
  })
})

describe.each([
  ['a profile', getProfile],
  ['the stats', getUserStats],
])('%s', (_, endpoint) => {
  it('answers the same 404 for unknown and suspended people', async () => {
    const dora = await t.person('Dora')
    await t.deps.db
      .updateTable('users')
      .set({ suspended_at: new Date() })
      .where('id', '=', dora.id)
      .execute()
    for (const id of [newId(), dora.id]) {
      const { status, body } = await t.call(endpoint, { params: { id } })
      expect(status).toBe(404)
      expect(body).toMatchObject({ code: 'not_found', message: 'There is nothing here.' })
    }
    // Her own session ended with it.
    expect((await t.call(endpoint, { params: { id: dora.id }, as: dora })).status).toBe(401)
  })

  it('refuses a bad id, an unknown parameter and an expired session', async () => {
    expect((await t.call(endpoint, { params: { id: 'x' } })).status).toBe(400)
    const query = { colour: 'red' }
    expect((await t.call(endpoint, { params: { id: alice.id }, query })).status).toBe(400)
    const headers = { cookie: 'plinth=gone' }
    const { status, body } = await t.call(endpoint, { params: { id: alice.id }, headers })
    expect([status, body.code]).toEqual([401, 'auth.required'])
  })
})
