import { queryKey, type BootData } from '@plinth/contract/http/query-key.ts'
import { createComment } from '@plinth/contract/posts/comments.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { listForYou, type ForYouPost } from '@plinth/contract/posts/posts.ts'
import { expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { SHOW_BOOT, testWeb } from '../../../../test/web.ts'

const web = testWeb({ html: '<main><!--app--></main><!--boot-->', render: SHOW_BOOT })
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off', PAGE_PATIENCE_MS: '60000' }))
const hasty = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off', PAGE_PATIENCE_MS: '0' }))

const KEY = JSON.stringify(queryKey(listForYou, {}, 'first'))

const open = async (url: string, as?: Person, app = t) => {
  const { status, body, headers } = await app.request({ method: 'GET', url, ...(as && { as }) })
  const drawn = /<main>([^]*?)<\/main>/.exec(String(body))?.[1] ?? ''
  return { status, drawn, page: String(body), cache: headers['cache-control'] }
}

it('draws For You and home for members, each with what only they see', async () => {
  const marit = await t.person('Marit', { isCreator: true })
  const [bob, dana] = [await t.person('Bob'), await t.person('Dana')]
  const postId = await makePost(t.deps, marit, { title: 'Unloaded this morning' })
  await makeWork(t.deps, marit, { title: 'Moon Jar' })
  const body = { content: 'Still warm?' }
  await t.call(createComment, { as: dana, params: { id: postId }, body })
  for (const [url, text] of [
    ['/for-you', 'Unloaded this morning'],
    ['/for-you', 'Still warm?'],
    ['/', 'Moon Jar'],
  ] as const) {
    const { status, drawn, cache } = await open(url, bob)
    expect([status, cache], url).toEqual([200, 'private, no-store'])
    expect(drawn, url).toContain(text)
    expect(drawn, url).toContain(bob.id)
  }
})

it('draws For You without any post, and only for members', async () => {
  const nobody = await t.person('Nora')
  expect((await open('/for-you', nobody)).status).toBe(200)
  const { status, drawn } = await open('/for-you')
  expect(status).toBe(401)
  expect(drawn).not.toContain(KEY)
})

it('leaves the other tabs of home to the browser', async () => {
  const bob = await t.person('Bob')
  expect((await open('/?view=profile', bob)).drawn).toBe('')
  expect((await open('/?view=portfolios', bob)).drawn).toContain(bob.id)
})

it('shows each member their own For You, and nobody another one’s', async () => {
  const marit = await t.person('Marit', { isCreator: true })
  const [bob, dana] = [await t.person('Bob'), await t.person('Dana')]
  const postId = await makePost(t.deps, marit, { title: 'By somebody Bob follows' })
  await t.call(followUser, { as: bob, params: { id: marit.id } })
  const follows = async (person: Person) => {
    const { drawn } = await open('/for-you', person)
    const [, page] =
      (JSON.parse(drawn) as BootData).find(([key]) => JSON.stringify(key) === KEY) ?? []
    return (page as { items: ForYouPost[] }).items.find(({ id }) => id === postId)?.isFollowing
  }
  expect(await follows(bob)).toBe(true)
  expect(await follows(dana)).toBe(false)
  expect(await follows(bob)).toBe(true)
})

it.each([
  [
    'whose session has ended',
    (id: string) => t.deps.db.deleteFrom('sessions').where('user_id', '=', id),
  ],
  [
    'who is suspended',
    (id: string) =>
      t.deps.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', id),
  ],
])('asks somebody %s to sign in', async (_who, change) => {
  const bob = await t.person('Bob')
  await change(bob.id).execute()
  for (const url of ['/for-you', '/']) {
    const { status, drawn, page, cache } = await open(url, bob)
    expect(status).toBe(url === '/' ? 200 : 401)
    expect(drawn).not.toContain(KEY)
    expect(page).not.toContain(bob.id)
    expect(cache).toBe('private, no-store')
  }
})

it('sends the page without posts when reading them takes too long', async () => {
  const bob = await hasty.person('Bob')
  const { status, drawn, page } = await open('/for-you', bob, hasty)
  expect([status, drawn]).toEqual([200, ''])
  expect(page).toContain(bob.id)
  expect(page).not.toContain(KEY)
})
