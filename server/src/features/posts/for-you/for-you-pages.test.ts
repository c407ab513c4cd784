import { createComment } from '@plinth/contract/posts/comments.ts'
import { expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { SHOW_BOOT, testWeb } from '../../../../test/web.ts'

const web = testWeb({ html: '<main><!--app--></main><!--boot-->', render: SHOW_BOOT })
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))

const open = async (url: string, as?: Person) => {
  const { status, body, headers } = await t.request({ method: 'GET', url, ...(as && { as }) })
  const drawn = /<main>([^]*?)<\/main>/.exec(String(body))?.[1] ?? ''
  return { status, drawn, cache: headers['cache-control'] }
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
  expect(drawn).not.toContain('/api/posts/for-you')
})

it('leaves the other tabs of home to the browser', async () => {
  const bob = await t.person('Bob')
  expect((await open('/?view=profile', bob)).drawn).toBe('')
  expect((await open('/?view=portfolios', bob)).drawn).toContain(bob.id)
})
