import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { testWeb, unkept } from '../../../test/web.ts'

const web = testWeb()
const t = testApp(() => ({ WEB_DIST: web.dir }))
const ORIGIN = 'http://localhost:3000'
let alice: NamedPerson
let work: string
let film: string
let post: string

beforeAll(async () => {
  alice = await t.person('Alice', { isCreator: true, lastName: 'Adler' })
  work = await makeWork(t.deps, alice, {
    title: 'Jar </script> & "Co"',
    description: 'Thrown.',
    tags: ['raku'],
    priceCents: 45_050,
    categoryId: 6,
  })
  const { db } = t.deps
  film = await makeWork(t.deps, alice, { title: 'Film', categoryId: 3 })
  const { media_id: media } = await db
    .selectFrom('portfolio_items')
    .select('media_id')
    .where('id', '=', film)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('media')
    .set({ kind: 'video', plays: 'play', duration_ms: 6_000 })
    .where('id', '=', media)
    .execute()
  post = await makePost(t.deps, alice, { title: 'In the kiln', kind: 'video' })
})

type Node = Record<string, unknown>

async function headOf(path: string): Promise<{ html: string; data: Node[] }> {
  const { status, body } = await t.request({ method: 'GET', url: unkept(path) })
  expect(status).toBe(200)
  const scripts = body.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)
  return { html: body, data: [...scripts].map(([, json = '']) => JSON.parse(json) as Node) }
}

/**
 * Google's required properties, by type: developers.google.com/search/docs/appearance/structured-data, the pages
 * profile-page, image-license-metadata, video, breadcrumb and discussion-forum. A list means that one of them suffices.
 */
const REQUIRED: Record<string, (string | string[])[]> = {
  ProfilePage: ['mainEntity'],
  Person: [['name', 'alternateName']],
  ImageObject: ['contentUrl', ['creator', 'creditText', 'copyrightNotice', 'license']],
  VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['name', 'position', 'item'],
  SocialMediaPosting: ['author', 'datePublished', ['text', 'image', 'video']],
  InteractionCounter: ['interactionType', 'userInteractionCount'],
  Offer: ['price', 'priceCurrency'],
}
const ADDRESSES = [
  'url',
  'contentUrl',
  'embedUrl',
  'thumbnailUrl',
  'license',
  'acquireLicensePage',
  'item',
]
const TIMES = ['datePublished', 'dateCreated', 'uploadDate']

/** Checks this node and those in it; returns their types. */
function check(node: Node): string[] {
  const type = String(node['@type'])
  for (const names of REQUIRED[type] ?? []) {
    const found = [names].flat().some((name) => node[name] !== undefined && node[name] !== '')
    expect(found, `${type}: ${[names].flat().join(' or ')}`).toBe(true)
  }
  for (const name of ADDRESSES) {
    if (typeof node[name] === 'string')
      expect(URL.canParse(node[name]), `${type} ${name}`).toBe(true)
  }
  for (const name of TIMES) {
    const time = node[name]
    if (time !== undefined) expect(Date.parse(typeof time === 'string' ? time : '')).not.toBeNaN()
  }
  const inner = Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null)
  return [type, ...inner.flatMap(check)]
}

describe('structured data', () => {
  it('describes a creator', async () => {
    const { data } = await headOf(`/creator/${alice.id}`)
    expect(data.flatMap(check)).toEqual(expect.arrayContaining(['ProfilePage', 'Person']))
    expect(data).toMatchObject([
      {
        '@type': 'ProfilePage',
        mainEntity: {
          name: 'Alice Adler',
          alternateName: `@${alice.handle}`,
          url: `${ORIGIN}/@${alice.handle}`,
          interactionStatistic: [
            { interactionType: 'https://schema.org/FollowAction', userInteractionCount: 0 },
          ],
          agentInteractionStatistic: [
            { interactionType: 'https://schema.org/FollowAction' },
            { interactionType: 'https://schema.org/WriteAction', userInteractionCount: 3 },
          ],
        },
      },
    ])
  })

  it('describes a work with its picture’s credit and licence, its price and the way to it', async () => {
    const { data } = await headOf(`/portfolio/${work}`)
    expect(data.flatMap(check)).toEqual(
      expect.arrayContaining(['VisualArtwork', 'ImageObject', 'Offer', 'BreadcrumbList']),
    )
    const page = `${ORIGIN}/portfolio/${work}`
    expect(data).toMatchObject([
      {
        '@type': 'VisualArtwork',
        name: 'Jar </script> & "Co"',
        image: {
          license: `${ORIGIN}/ai#licence`,
          acquireLicensePage: page,
          creditText: 'Alice Adler on Plinth',
          copyrightNotice: '© Alice Adler',
          creator: { name: 'Alice Adler', url: `${ORIGIN}/@${alice.handle}` },
        },
        offers: { price: 450.5, priceCurrency: 'USD' },
      },
      {
        itemListElement: [
          { position: 1, name: 'Explore', item: `${ORIGIN}/explore` },
          { position: 2, name: 'Crafting', item: `${ORIGIN}/explore?category=crafting` },
          { position: 3, item: page },
        ],
      },
    ])
  })

  it('describes a film, and none that is sensitive', async () => {
    const { data } = await headOf(`/portfolio/${film}`)
    expect(data.flatMap(check)).toContain('VideoObject')
    expect(data[0]).toMatchObject({
      '@type': 'VideoObject',
      embedUrl: `${ORIGIN}/embed/portfolio/${film}`,
      duration: 'PT6.0S',
    })
    const setSensitive = (is: boolean) =>
      t.deps.db
        .updateTable('portfolio_items')
        .set({ sensitive_by_author: is })
        .where('id', '=', film)
        .execute()
    await setSensitive(true)
    const { html, data: hidden } = await headOf(`/portfolio/${film}`)
    expect(hidden.flatMap(check)).not.toContain('VideoObject')
    expect(JSON.stringify(hidden)).not.toContain('/media/')
    expect(html).not.toContain('oembed')
    await setSensitive(false)
  })

  it('describes a post', async () => {
    const { data } = await headOf(`/post/${post}`)
    expect(data.flatMap(check)).toEqual(
      expect.arrayContaining(['SocialMediaPosting', 'VideoObject', 'Person']),
    )
  })

  it('claims no copyright in what a generator made', async () => {
    await t.deps.db
      .updateTable('portfolio_items')
      .set({ origin: 'ai_generated', origin_said_at: new Date() })
      .where('id', '=', work)
      .execute()
    const { data } = await headOf(`/portfolio/${work}`)
    expect(data[0]?.['image']).not.toHaveProperty('copyrightNotice')
    expect(data[0]?.['image']).toHaveProperty('creditText')
  })
})

const alternatesOf = (html: string) =>
  [...html.matchAll(/<link rel="alternate" type="([^"]+)" href="([^"]+)" title="[^"]*">/g)].map(
    ([, type, href]) => [type, href?.replaceAll('&amp;', '&')],
  )

describe('the head of a page', () => {
  it('names the feeds of a creator, and the description of a work and a post', async () => {
    const base = `${ORIGIN}/@${alice.handle}`
    expect(alternatesOf((await headOf(`/creator/${alice.id}`)).html)).toEqual([
      ['application/atom+xml', `${base}/feed.atom`],
      ['application/feed+json', `${base}/feed.json`],
    ])
    for (const path of [`/portfolio/${film}`, `/post/${post}`]) {
      const alternates = alternatesOf((await headOf(path)).html)
      expect(alternates.map(([type]) => type)).toEqual([
        'application/json+oembed',
        'text/xml+oembed',
      ])
      for (const [, href = ''] of alternates) {
        const { status } = await t.request({ method: 'GET', url: href.replace(ORIGIN, '') })
        expect(status).toBe(200)
      }
    }
  })

  it('shows a picture for a link to the landing page', async () => {
    const { html } = await headOf('/')
    expect(html).toContain(`<meta property="og:image" content="${ORIGIN}/plinth-share.jpg">`)
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">')
  })
})
