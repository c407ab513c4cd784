import { isDeepStrictEqual } from 'node:util'
import { getPost, PostView } from '@plinth/contract/posts/posts.ts'
import { queryKey, type BootData } from '@plinth/contract/http/query-key.ts'
import { Check } from 'typebox/schema'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { testWeb } from '../../../test/web.ts'
import { makePost, type PostOptions } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

const web = testWeb({
  html: '<!--head--><main><!--app--></main><!--boot-->',
  render: `(url, boot) => {
    const post = boot.find(([[key]]) => key.endpoint === 'GET /api/posts/:id')?.[1]
    if (post.title === 'Breaks') throw new Error('cannot be drawn')
    return '<h1>' + post.title + '</h1>'
  }`,
})
const plinth = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let marit: NamedPerson
let bob: Person

beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true, lastName: 'Solheim' })
  bob = await plinth.person('Bob')
})

const make = (options: PostOptions = {}) => makePost(plinth.deps, marit, options)
const open = async (id: string, as?: Person): Promise<{ status: number; html: string }> => {
  const { status, body } = await plinth.request({
    method: 'GET',
    url: `/post/${id}`,
    ...(as && { as }),
  })
  return { status, html: body as string }
}
const scriptOf = (html: string, mark: RegExp): unknown => {
  const [, json = 'null'] =
    new RegExp(`<script ${mark.source}[^>]*>(.*?)</script>`).exec(html) ?? []
  return JSON.parse(json)
}
const meta = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(html)?.[1]

describe('the page of a post', () => {
  it('describes the post to visitors and link previews before any script has run', async () => {
    const id = await make({
      title: 'Linocut <in> "two" plates',
      description: 'Cut by hand. </script> Printed twice.',
      tags: ['ink'],
      likeCount: 7,
    })
    const { status, html } = await open(id.toUpperCase())
    expect(status).toBe(200)
    const page = `http://localhost:3000/post/${id}`
    expect(html).toContain('<title>Linocut &lt;in> &quot;two&quot; plates by Marit Solheim</title>')
    expect(html).toContain(`<link rel="canonical" href="${page}">`)
    expect(meta(html, 'description')).toBe('Cut by hand. &lt;/script> Printed twice.')
    expect(meta(html, 'og:type')).toBe('article')
    expect(meta(html, 'og:url')).toBe(page)
    expect(meta(html, 'og:image')).toMatch(/^http:\/\/localhost:3000\/media\/.*\/960\.webp$/)
    expect(meta(html, 'og:video')).toBeUndefined()
    expect(html).toMatch(/<link rel="preload" as="image" type="image\/avif"/)
    expect(html).toContain('<main><h1>Linocut <in> "two" plates</h1></main>')
    expect(scriptOf(html, /type="application\/ld\+json"/)).toMatchObject({
      '@type': 'SocialMediaPosting',
      headline: 'Linocut <in> "two" plates',
      url: page,
      author: { name: 'Marit Solheim', url: 'http://localhost:3000/@marit' },
      keywords: 'ink',
      datePublished: expect.stringMatching(/^\d{4}-/),
      interactionStatistic: expect.arrayContaining([
        expect.objectContaining({
          interactionType: 'https://schema.org/LikeAction',
          userInteractionCount: 7,
        }),
      ]),
    })
    const boot = scriptOf(html, /type="application\/json" id="boot"/) as BootData
    const key = queryKey(getPost, { params: { id: id.toUpperCase() } })
    const [, post] = boot.find(([other]) => isDeepStrictEqual(other, key)) ?? []
    expect(Check(PostView, post)).toBe(true)
  })

  it('contains the video of a video post', async () => {
    const { html } = await open(await make({ title: 'Press at work', kind: 'video' }))
    expect(meta(html, 'og:video')).toMatch(/\/original\.mp4$/)
    expect(meta(html, 'og:video:type')).toBe('video/mp4')
    expect(meta(html, 'og:image')).toMatch(/\/960\.webp$/)
    expect(html).not.toContain('rel="preload"')
    expect(scriptOf(html, /type="application\/ld\+json"/)).toMatchObject({
      video: { '@type': 'VideoObject', duration: 'PT6.0S' },
    })
  })

  it('is rendered by the browser for members, and when the server cannot render it', async () => {
    const id = await make({ title: 'For members' })
    expect((await open(id, bob)).html).toContain('<main></main>')
    const broken = await open(await make({ title: 'Breaks' }))
    expect([broken.status, broken.html.includes('<main></main>')]).toEqual([200, true])
    expect(broken.html).toContain('<title>Breaks by Marit Solheim</title>')
  })

  it('reveals nothing about a post that the viewer cannot see', async () => {
    for (const hidden of [{ isPublic: false }, { isApproved: false }, { isReady: false }]) {
      const id = await make({ title: 'Canary', description: 'Feathers', ...hidden })
      for (const as of [undefined, bob]) {
        const { status, html } = await open(id, as)
        expect(status).toBe(404)
        expect(html).not.toMatch(/Canary|Feathers|Solheim/)
        expect(html).toContain('<meta name="robots" content="noindex">')
      }
      expect((await open(id, marit)).status).toBe(200)
    }
    for (const id of [newId(), 'not-an-id', '%00']) expect((await open(id)).status).toBe(404)
  })
})

describe('the addresses of members’ screens of posts', () => {
  it.each([
    ['/for-you', 'For You'],
    ['/liked-posts', 'Liked Posts'],
    ['/saved-posts', 'Saved Posts'],
  ])('%s is there for a member and not for a visitor', async (url, title) => {
    const member = await plinth.request({ method: 'GET', url, as: bob })
    expect(member.status).toBe(200)
    expect(member.body).toContain(`<title>${title}</title>`)
    expect((await plinth.request({ method: 'GET', url })).status).toBe(401)
  })
})
