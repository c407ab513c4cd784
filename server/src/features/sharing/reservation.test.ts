import { getMedia, type Media } from '@plinth/contract/media/media.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { addListedWork, putInPost, setPublic } from '../../../test/media/media.ts'
import { createMediaClient, type MediaClient } from '../../../test/media/media-client.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { testWeb, unkept } from '../../../test/web.ts'

const web = testWeb()
const t = testApp(() => ({ WEB_DIST: web.dir }))
const POLICY = 'http://localhost:3000/.well-known/tdm-policy.json'
const RESERVED = {
  'content-usage': 'train-ai=n',
  'tdm-reservation': '1',
  'tdm-policy': POLICY,
  'x-robots-tag': 'noai, noimageai',
}
const CRAWLER = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'

let alice: NamedPerson
let desk: MediaClient

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true })
  desk = createMediaClient(t, alice)
})

const get = (url: string, headers: Record<string, string> = {}) =>
  t.request({ method: 'GET', url, headers })
const setWork = (id: string, isReserved: boolean) =>
  t.deps.db
    .updateTable('portfolio_items')
    .set({ is_reserved: isReserved })
    .where('id', '=', id)
    .execute()
const setPerson = (isReserved: boolean) =>
  t.deps.db
    .updateTable('users')
    .set({ reserves_training: isReserved })
    .where('id', '=', alice.id)
    .execute()

/** Expects the file to be reserved or not, in its headers and towards crawlers. */
async function expectFile(url: string, isReserved: boolean): Promise<void> {
  const file = await get(url)
  expect(file.status).toBe(200)
  const refused = await get(url, { 'user-agent': CRAWLER })
  if (isReserved) {
    expect(file.headers).toMatchObject(RESERVED)
    expect(refused).toMatchObject({ status: 403, headers: { 'cache-control': 'no-store' } })
  } else {
    expect(file.headers['tdm-reservation']).toBe('0')
    for (const name of ['content-usage', 'tdm-policy', 'x-robots-tag']) {
      expect(file.headers).not.toHaveProperty(name)
    }
    expect(refused.status).toBe(200)
  }
}

describe('a file', () => {
  it('follows its work, whatever its maker keeps out otherwise', async () => {
    const { id, url } = await desk.upload(await makePicture('image/png'))
    await addListedWork(t.deps.db, { creatorId: alice.id, mediaId: id })
    const work = await t.deps.db
      .selectFrom('portfolio_items')
      .select('id')
      .where('media_id', '=', id)
      .executeTakeFirstOrThrow()
    await expectFile(url, true)
    await setWork(work.id, false)
    await expectFile(url, false)
    await setPerson(false)
    await setWork(work.id, true)
    await expectFile(url, true)
    await setPerson(true)
    await expectFile(url, true)
    // A post that shows the same file changes nothing.
    await setWork(work.id, false)
    await putInPost(t.deps.db, await makePost(t.deps, alice), id)
    await expectFile(url, false)
    await t.deps.db.deleteFrom('portfolio_items').where('id', '=', work.id).execute()
    await expectFile(url, true)
  })

  it('follows its owner when it is no work', async () => {
    const { id, url } = await desk.upload(await makePicture('image/png'))
    await putInPost(t.deps.db, await makePost(t.deps, alice), id)
    await expectFile(url, true)
    await setPerson(false)
    await expectFile(url, false)
    const next = await desk.upload(await makePicture('image/png'))
    await expectFile(next.url, false)
    await setPerson(true)
    await expectFile(next.url, true)
  })

  it('is sent to search engines and people, and to other sites only while it is public', async () => {
    const { id } = await desk.upload(await makePicture('image/png'))
    const url = `/media/${id}/original.png`
    const post = await makePost(t.deps, alice)
    await putInPost(t.deps.db, post, id)
    for (const agent of ['Googlebot-Image/1.0', 'facebookexternalhit/1.1']) {
      expect((await get(url, { 'user-agent': agent })).status).toBe(200)
    }
    expect((await get(url)).headers['cross-origin-resource-policy']).toBe('cross-origin')
    await setPublic(t.deps.db, post, false)
    const media = (await t.call(getMedia, { as: alice, params: { id } })).body as Media
    const signed = media.picture.originalUrl
    expect((await get(signed)).headers).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      ...RESERVED,
    })
    expect((await get(signed, { 'user-agent': CRAWLER })).status).toBe(403)
    expect((await get(url, { 'user-agent': CRAWLER })).status).toBe(404)
  })
})

const META = /<meta name="(?:robots|tdm-[a-z]+)" content="[^"]*">/g

/** Expects the page to say it in its headers and in its head. */
async function expectPage(url: string, isReserved: boolean): Promise<void> {
  const { status, headers, body } = await get(unkept(url))
  expect(status).toBe(200)
  expect(body.match(META)).toEqual(
    isReserved
      ? [
          '<meta name="robots" content="noai, noimageai">',
          '<meta name="tdm-reservation" content="1">',
          `<meta name="tdm-policy" content="${POLICY}">`,
        ]
      : ['<meta name="tdm-reservation" content="0">'],
  )
  if (isReserved) expect(headers).toMatchObject(RESERVED)
  else {
    expect(headers['tdm-reservation']).toBe('0')
    expect(headers).not.toHaveProperty('content-usage')
    expect(headers).not.toHaveProperty('x-robots-tag')
  }
}

describe('a page', () => {
  it('of a work follows the work', async () => {
    const work = await makeWork(t.deps, alice)
    await expectPage(`/portfolio/${work}`, true)
    await setWork(work, false)
    await expectPage(`/portfolio/${work}`, false)
    expect((await get(`/embed/portfolio/${work}`)).headers['tdm-reservation']).toBe('0')
  })

  it('of a person or a post follows the person', async () => {
    const post = await makePost(t.deps, alice)
    const pages = [`/post/${post}`, `/creator/${alice.id}`]
    for (const page of pages) await expectPage(page, true)
    await setPerson(false)
    for (const page of pages) await expectPage(page, false)
    await setPerson(true)
  })

  it('that is not there says noindex and nothing about training', async () => {
    const { status, headers, body } = await get('/portfolio/x')
    expect(status).toBe(404)
    expect(body.match(META)).toEqual(['<meta name="robots" content="noindex">'])
    expect(headers).not.toHaveProperty('x-robots-tag')
  })
})
