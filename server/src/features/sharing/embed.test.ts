import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
const ORIGIN = 'http://localhost:3000'
let alice: NamedPerson
let work: string
let film: string
let sensitive: string
let unlisted: string
let hidden: string

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  work = await makeWork(t.deps, alice, { title: 'Moon <Jar> & "Co"' })
  film = await makePost(t.deps, alice, { title: 'The kiln', kind: 'video' })
  sensitive = await makeWork(t.deps, alice)
  unlisted = await makeWork(t.deps, alice, { isListed: false })
  hidden = await makePost(t.deps, alice, { isPublic: false })
  await t.deps.db
    .updateTable('portfolio_items')
    .set({ sensitive_by_admin: true })
    .where('id', '=', sensitive)
    .execute()
})

const oembed = (path: string, query: Record<string, string> = {}, as?: NamedPerson) => {
  const search = new URLSearchParams({ url: `${ORIGIN}${path}`, ...query })
  return t.request({ method: 'GET', url: `/oembed?${search.toString()}`, ...(as ? { as } : {}) })
}

describe('oEmbed', () => {
  it('describes a picture as a photo', async () => {
    const { status, headers, body } = await oembed(`/portfolio/${work}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'access-control-allow-origin': '*',
    })
    expect(body).toEqual({
      version: '1.0',
      type: 'photo',
      title: 'Moon <Jar> & "Co"',
      author_name: 'Alice Adler',
      author_url: `${ORIGIN}/@${alice.handle}`,
      provider_name: 'Plinth',
      provider_url: `${ORIGIN}/`,
      cache_age: 3_600,
      url: expect.stringMatching(/^http:\/\/localhost:3000\/media\/[^/]+\/960\.webp$/),
      width: 960,
      height: 720,
      thumbnail_url: expect.stringMatching(/\/640\.webp$/),
      thumbnail_width: 640,
      thumbnail_height: 480,
    })
  })

  it('keeps within the size that is asked for', async () => {
    const fitting = await oembed(`/portfolio/${work}`, { maxwidth: '700', maxheight: '300' })
    expect(fitting.body).toMatchObject({ type: 'photo', width: 320, height: 240 })
    const tiny = await oembed(`/portfolio/${work}`, { maxwidth: '100' })
    expect(tiny.body).toMatchObject({ type: 'link', title: 'Moon <Jar> & "Co"' })
    expect(tiny.body).not.toHaveProperty('thumbnail_url')
    const small = await oembed(`/post/${film}`, { maxwidth: '400', maxheight: '200' })
    expect(small.body).toMatchObject({ type: 'video', width: 400, height: 200 })
    for (const maxwidth of ['0', '-1', 'wide', '1.5']) {
      expect((await oembed(`/portfolio/${work}`, { maxwidth })).status, maxwidth).toBe(400)
    }
  })

  it('describes a film as a frame of our own page', async () => {
    const { body } = await oembed(`/post/${film}`)
    expect(body).toMatchObject({ type: 'video', width: 640, height: 532 })
    const [, src] =
      /^<iframe src="([^"]+)" width="640" height="532" title="The kiln by Alice Adler"/.exec(
        body.html,
      ) ?? ['', '']
    expect(src).toBe(`${ORIGIN}/embed/post/${film}`)
    expect((await t.request({ method: 'GET', url: src.replace(ORIGIN, '') })).status).toBe(200)
  })

  it('answers the same as XML', async () => {
    const { headers, body } = await oembed(`/portfolio/${work}`, { format: 'xml' })
    expect(headers['content-type']).toBe('text/xml; charset=utf-8')
    expect(XMLValidator.validate(body)).toBe(true)
    const parsed = new XMLParser({ parseTagValue: false }).parse(body).oembed
    const asJson = (await oembed(`/portfolio/${work}`)).body as object
    expect(parsed).toEqual(
      Object.fromEntries(Object.entries(asJson).map(([key, value]) => [key, String(value)])),
    )
  })

  it('is 404 for everything that not everybody may see, even to its owner', async () => {
    for (const path of [
      `/portfolio/${sensitive}`,
      `/portfolio/${unlisted}`,
      `/portfolio/${newId()}`,
      `/portfolio/${film}`,
      `/post/${hidden}`,
      '/portfolio/x',
      '/',
      `/@${alice.handle}`,
    ]) {
      expect((await oembed(path, {}, alice)).status, path).toBe(404)
    }
    for (const url of [`https://example.com/portfolio/${work}`, 'x', '', 'javascript:alert(1)']) {
      const search = new URLSearchParams({ url })
      const { status } = await t.request({ method: 'GET', url: `/oembed?${search.toString()}` })
      expect(status, url).toBe(404)
    }
  })

  it('says what it does not understand', async () => {
    expect((await t.request({ method: 'GET', url: '/oembed' })).status).toBe(400)
    expect((await oembed(`/portfolio/${work}`, { format: 'yaml' })).status).toBe(501)
  })
})

const embed = (path: string, as?: NamedPerson) =>
  t.request({ method: 'GET', url: `/embed${path}`, ...(as ? { as } : {}) })

describe('an embedded page', () => {
  it('shows the picture, its title, its maker and the way to both, on every site', async () => {
    const { status, headers, body } = await embed(`/portfolio/${work}`)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=300, s-maxage=30, stale-while-revalidate=60',
      'cross-origin-resource-policy': 'cross-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'content-usage': 'train-ai=n',
    })
    expect(headers).not.toHaveProperty('x-frame-options')
    expect(String(headers['content-security-policy'])).toMatch(
      /^default-src 'none'; img-src 'self'; media-src 'self'; style-src 'sha256-[^']+'; .*frame-ancestors \*$/,
    )
    expect(body).toContain(`<a href="${ORIGIN}/portfolio/${work}" target="_blank" rel="noopener">`)
    expect(body).toContain(`href="${ORIGIN}/@${alice.handle}"`)
    expect(body).toContain('Moon &lt;Jar> &amp; &quot;Co&quot;</a></h1>')
    expect(body).toMatch(/<img src="\/media\/[^"]+\/960\.webp"/)
    expect(body).toContain(`<link rel="canonical" href="${ORIGIN}/portfolio/${work}">`)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(body).not.toMatch(/<script|onload|<iframe/)
  })

  it('plays a film', async () => {
    const { body } = await embed(`/post/${film}`)
    expect(body).toMatch(/<video controls [^>]*poster="\/media\/[^"]+"/)
    expect(body).toMatch(/<source src="\/media\/[^"]+\/original\.mp4" type="video\/mp4">/)
  })

  it('reads and sets no cookie, so that everybody gets the same', async () => {
    const [visitor, owner] = [
      await embed(`/portfolio/${work}`),
      await embed(`/portfolio/${work}`, alice),
    ]
    expect(owner.body).toBe(visitor.body)
    expect(owner.headers).not.toHaveProperty('set-cookie')
  })

  it('is 404 for what not everybody may see', async () => {
    for (const path of [
      `/portfolio/${sensitive}`,
      `/portfolio/${unlisted}`,
      `/post/${hidden}`,
      `/post/${work}`,
      `/portfolio/${newId()}`,
      '/portfolio/x',
      '/users/x',
    ]) {
      const { status, headers } = await embed(path, alice)
      expect(status, path).toBe(404)
      expect(headers['cache-control']).not.toMatch(/public/)
    }
  })
})
