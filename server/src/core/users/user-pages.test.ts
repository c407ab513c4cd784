import { listWall } from '@plinth/contract/portfolios/walls.ts'
import { localKey, queryKey } from '@plinth/contract/http/query-key.ts'
import { getProfile, Profile } from '@plinth/contract/people/users.ts'
import { Check } from 'typebox/schema'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { testWeb } from '../../../test/web.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'
import type { PageData } from '../../http/shell/page.ts'
import { userPages } from './user-pages.ts'

const web = testWeb()
const t = testApp(() => ({ WEB_DIST: web.dir }))
let alice: NamedPerson
let bob: Person

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  bob = await t.person('Bob')
})

const load = (path: string, id: string, person: Person | null = null): Promise<PageData | null> => {
  const pages = userPages(t.deps, (who, of) => Promise.resolve([[localKey('more', { of }), who]]))
  const page = pages.find((one) => one.path === path)
  if (page === undefined) throw new Error(path)
  const viewer = person && {
    id: person.id,
    isCreator: false,
    role: null,
    isAdmin: false,
    sessionId: newId(),
    signedInAt: new Date(),
  }
  return page.load({ viewer, params: { id }, query: {} })
}
const setUser = (person: Person, values: { bio?: string; profile_image_url?: string }) =>
  t.deps.db.updateTable('users').set(values).where('id', '=', person.id).execute()

it('describes a person before any script has run, under both addresses', async () => {
  expect(await load('/profile/:id', bob.id, alice)).toMatchObject({
    title: 'Bob Test',
    description: 'Bob Test on Plinth.',
    canonical: '/@bob',
    jsonLd: { '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Bob Test' } },
  })
  expect(await load('/profile/:id', bob.id)).toMatchObject({ status: 401 })
  await setUser(alice, { bio: `Letters </script> in brass. ${'More of them. '.repeat(30)}` })
  for (const path of ['/profile/:id', '/creator/:id']) {
    const page = await load(path, alice.id.toUpperCase())
    expect(page).toMatchObject({
      title: 'Alice Adler',
      canonical: '/@alice',
      jsonLd: { mainEntity: { url: 'http://localhost:3000/@alice' } },
    })
    expect(page?.description).toMatch(/^Letters .*…$/)
    expect(page?.image).toBeUndefined()
  }
})

it('shows the newest listed work, and the portrait once there is one', async () => {
  await makeWork(t.deps, alice)
  const newest = await makeWork(t.deps, alice)
  await makeWork(t.deps, alice, { isListed: false })
  const mediaOf = async (work: string) =>
    (await t.request({ method: 'GET', url: `/api/portfolios/${work}` })).body.picture.id as string
  const picture = await mediaOf(newest)
  const page = await load('/creator/:id', alice.id)
  expect(page?.image).toEqual({
    path: `/media/${picture}/960.webp`,
    width: 960,
    height: 720,
    alt: 'Alice Adler',
  })
  expect(page?.jsonLd).toHaveProperty(
    'mainEntity.image',
    `http://localhost:3000/media/${picture}/960.webp`,
  )
  const portrait = await mediaOf(await makeWork(t.deps, alice, { width: 900, height: 900 }))
  await makeWork(t.deps, alice)
  await setUser(alice, { profile_image_url: `/media/${portrait}/320.webp` })
  expect((await load('/creator/:id', alice.id))?.image).toMatchObject({
    path: `/media/${portrait}/960.webp`,
    height: 960,
  })
  // Somebody else's picture, or an invalid address, is not used.
  for (const url of [`/media/${portrait}/320.webp`, '/media/x/320.webp', '']) {
    await setUser(bob, { profile_image_url: url })
    expect((await load('/profile/:id', bob.id))?.image).toBeUndefined()
  }
})

it('contains the profile as its call would answer, and what features add', async () => {
  const boot = (await load('/profile/:id', alice.id, bob))?.boot ?? []
  const url = `/api/users/profile/${alice.id}`
  expect(boot.map(([key]) => key)).toEqual([
    queryKey(getProfile, { params: { id: alice.id } }),
    localKey('more', { of: alice.id }),
  ])
  expect(boot[0]?.[1]).toEqual((await t.request({ method: 'GET', url, as: bob })).body)
  expect(Check(Profile, boot[0]?.[1])).toBe(true)
  expect(boot[1]?.[1]).toEqual({ viewerId: bob.id })
  expect(JSON.stringify(boot)).not.toContain('@example.com')
})

it('answers 404 for unknown or suspended people', async () => {
  const dora = await t.person('Dora')
  await t.deps.db
    .updateTable('users')
    .set({ suspended_at: new Date() })
    .where('id', '=', dora.id)
    .execute()
  for (const id of [newId(), dora.id, 'x', "' or 1=1"]) {
    expect(await load('/profile/:id', id, bob)).toBeNull()
  }
})

it('is sent with its head, its works and the right status', async () => {
  const get = (url: string, as?: Person) => t.request({ method: 'GET', url, ...(as ? { as } : {}) })
  const page = await get(`/profile/${alice.id}?tab=works`)
  expect(page.status).toBe(200)
  expect(page.headers['cache-control']).toMatch(/^public, max-age=0, s-maxage=30, /)
  expect(page.body).toContain('<title>Alice Adler</title>')
  expect(page.body).toContain('<link rel="canonical" href="http://localhost:3000/@alice">')
  expect(page.body).toContain(
    `${JSON.stringify(queryKey(listWall, { params: { id: alice.id } }, 'first'))},{"items":[{`,
  )
  expect(page.body).not.toMatch(/@example\.com|<\/script> in brass/)
  const own = await get(`/creator/${alice.id}`, bob)
  expect(own.body.match(/[\w-]+@example\.com/g)).toEqual([`Bob-${bob.id}@example.com`])
  const missing = await get(`/profile/${newId()}`)
  expect(missing.status).toBe(404)
  expect(missing.body).toContain('<title>Page not found</title>')
})
