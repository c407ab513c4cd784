import { Readable } from 'node:stream'
import { CATEGORY_SLUGS } from '@plinth/contract/choices.ts'
import { LEGAL_PAGES, legalPath } from '@plinth/contract/legal.ts'
import { renditionUrl } from '@plinth/contract/http/urls.ts'
import { handlePath } from '@plinth/contract/people/handles.ts'
import { previewWidth } from '../../core/media/media-pages.ts'
import type { Context } from '../../deps.ts'
import { notFound, orNotFound } from '../../http/errors.ts'
import { escapeXml } from '../../http/xml.ts'
import {
  findBatch,
  findParts,
  findTagParts,
  findTags,
  PART_SIZE,
  TIMED,
  type Place,
  type SitemapRow,
  type Timed,
} from './sitemap-queries.ts'

/** Rows that are in memory at a time while a part is sent. */
const BATCH = 1_000
/** How long the places where parts begin are kept. Finding them reads a whole index. */
const PARTS_MS = 3_600_000

const FIXED = [
  '/',
  '/explore',
  ...CATEGORY_SLUGS.map((slug) => `/explore?category=${slug}`),
  '/advertise',
  '/copyright',
  '/limits',
  '/ai',
  ...LEGAL_PAGES.map(legalPath),
]

interface Address {
  path: string
  changedAt?: Date
  /** Path of a picture. */
  image?: string | undefined
}

interface Parts {
  timed: Record<Timed, Place[]>
  tags: string[]
}

/** The sitemap: an index, and parts that are read and sent a thousand addresses at a time. */
export function registerSitemap(
  { app, deps }: Pick<Context, 'app' | 'deps'>,
  partSize = PART_SIZE,
): void {
  const { replicas, env } = deps

  const loadParts = async (): Promise<Parts> => {
    const timed: Parts['timed'] = { works: [], people: [], posts: [], series: [], boards: [] }
    // One after the other, because each reads a whole index.
    for (const list of TIMED)
      timed[list] = await replicas.read((at) => findParts(at, list, partSize))
    return { timed, tags: await replicas.read((at) => findTagParts(at, partSize)) }
  }
  let known: { parts: Promise<Parts>; until: number } | null = null
  const parts = (): Promise<Parts> => {
    if (known !== null && known.until > performance.now()) return known.parts
    const loading = { parts: loadParts(), until: performance.now() + PARTS_MS }
    known = loading
    loading.parts.catch(() => {
      if (known === loading) known = null
    })
    return loading.parts
  }

  async function* timedAddresses(list: Timed, first: Place): AsyncGenerator<Address[]> {
    let from = first
    for (let sent = 0; sent < partSize;) {
      const limit = Math.min(BATCH, partSize - sent)
      const batch = { from, isAfter: sent > 0, limit }
      const rows = await replicas.read((at) => findBatch(at, list, batch))
      if (rows.length > 0) yield rows.map((row) => addressOf(list, row))
      const last = rows.at(-1)
      if (last === undefined || rows.length < limit) return
      from = last
      sent += rows.length
    }
  }

  async function* tagAddresses(first: string): AsyncGenerator<Address[]> {
    const tags = await replicas.read((at) => findTags(at, first, partSize))
    yield tags.map((tag) => ({ path: `/explore/tag/${encodePart(tag)}` }))
  }

  const addressesOf = async (name: string, number: number): Promise<AsyncIterable<Address[]>> => {
    if (name === 'pages' && number === 1) return fixedAddresses()
    const { timed, tags } = await parts()
    if (name === 'tags') return tagAddresses(orNotFound(tags[number - 1]))
    const list = orNotFound(TIMED.find((one) => one === name))
    return timedAddresses(list, orNotFound(timed[list][number - 1]))
  }

  app.get('/sitemap.xml', { schema: { hide: true } }, async (_request, reply) => {
    const { timed, tags } = await parts()
    const counts: [name: string, count: number][] = [
      ['pages', 1],
      ...TIMED.map((list): [string, number] => [list, timed[list].length]),
      ['tags', tags.length],
    ]
    const names = counts.flatMap(([name, count]) =>
      Array.from({ length: count }, (_, index) => `/sitemap-${name}-${index + 1}.xml`),
    )
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(indexXml(names.map((name) => `${env.publicUrl}${name}`)))
  })

  app.get<{ Params: { name: string; number: string } }>(
    '/sitemap-:name(^[a-z]+)-:number(^[1-9]\\d{0,3}).xml',
    { schema: { hide: true } },
    async ({ params }, reply) => {
      const addresses = (await addressesOf(params.name, Number(params.number)))[
        Symbol.asyncIterator
      ]()
      const first = await addresses.next()
      // Everything that was in the last part has gone since the parts were counted.
      if (first.done === true || first.value.length === 0) throw notFound()
      return reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', 'public, max-age=3600')
        .send(Readable.from(partXml(env.publicUrl, first.value, addresses)))
    },
  )
}

async function* fixedAddresses(): AsyncGenerator<Address[]> {
  yield await Promise.resolve(FIXED.map((path) => ({ path })))
}

/** Where the page of each is, apart from people's. */
const STARTS = {
  works: '/portfolio/',
  posts: '/post/',
  series: '/series/',
  boards: '/boards/',
} as const

function addressOf(list: Timed, { name, changedAt, mediaId, widths }: SitemapRow): Address {
  if (list === 'people') return { path: handlePath(name), changedAt }
  const width = previewWidth(widths ?? [])
  return {
    path: `${STARTS[list]}${name}`,
    changedAt,
    ...(mediaId === null || width === undefined
      ? {}
      : { image: renditionUrl(mediaId, width, 'webp') }),
  }
}

/** A tag as one part of a path. */
export const encodePart = (text: string): string => encodeURIComponent(text).replaceAll("'", '%27')

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'
const SITEMAP = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const IMAGE = 'xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

const indexXml = (urls: string[]): string =>
  `${DECLARATION}<sitemapindex ${SITEMAP}>\n${urls
    .map((url) => `<sitemap><loc>${escapeXml(url)}</loc></sitemap>\n`)
    .join('')}</sitemapindex>\n`

async function* partXml(
  publicUrl: string,
  first: Address[],
  rest: AsyncIterator<Address[]>,
): AsyncGenerator<string> {
  const xmlOf = ({ path, changedAt, image }: Address): string =>
    [
      `<url><loc>${escapeXml(publicUrl + path)}</loc>`,
      changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`,
      image === undefined
        ? ''
        : `<image:image><image:loc>${escapeXml(publicUrl + image)}</image:loc></image:image>`,
      '</url>\n',
    ].join('')
  yield `${DECLARATION}<urlset ${SITEMAP} ${IMAGE}>\n${first.map(xmlOf).join('')}`
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield next.value.map(xmlOf).join('')
  }
  yield '</urlset>\n'
}
