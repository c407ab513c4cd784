import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import { startLate } from './scripts.ts'
import { AppError, sendError } from './errors.ts'
import { reservationHeaders, reservationTags } from './reservation.ts'
import { tokenHashOf, type CookieNames, type FindViewer, type Viewer } from './viewer.ts'

/** What a page sends before any script runs: its head for browsers and link previews, and its first data. */
export interface PageData {
  title: string
  description?: string
  /** The path that search engines should index, when it differs from the requested one. */
  canonical?: string
  /** Path of the preview image. */
  image?: { path: string; width: number; height: number; alt: string }
  /** Path of the video that a link preview may play. */
  video?: { path: string; contentType: string; width: number; height: number }
  /** Path of the sound that a link preview may play. */
  audio?: { path: string; contentType: string }
  /** The Open Graph type; `website` by default. */
  type?: 'article'
  /** The largest picture on the screen, which the browser starts to fetch at once. */
  preload?: { srcset: string; sizes: string; type: string }[]
  /** One description of the page for search engines, or several. */
  jsonLd?: object | readonly object[]
  /** Whether it is kept out of AI training; undefined sends neither. */
  isReserved?: boolean
  /** Whether other sites can embed it, by the address in `canonical`. */
  isEmbeddable?: boolean
  /** The address below which its feeds are: `/@marit` has `/@marit/feed.atom`. */
  feedsOf?: string
  /** Name of the web's screen, so that its styles and scripts load along with the page. */
  screen?: string
  /** Query keys and their data, which the screen starts with instead of requesting them. */
  boot: BootData
  /** Render it on the server, so that it shows before any script has loaded. */
  prerender?: boolean
  status?: number
  /** Sends the browser to this path for good, instead of answering a page. */
  movedTo?: string
}

export interface PageDefinition {
  /** Fastify notation. */
  path: string
  /** Null answers the 404 page. */
  load: (call: PageCall) => Promise<PageData | null>
}

interface PageCall {
  viewer: Viewer | null
  params: Record<string, string>
  /** As sent: a parameter that is given twice is a list. */
  query: Record<string, unknown>
}

export interface PagesOptions {
  webDist: string
  publicUrl: string
  cookies: CookieNames
  findViewer: FindViewer
  pages: PageDefinition[]
  /** Boot entries that every page carries. */
  bootAlways: (viewer: Viewer | null) => Promise<BootData>
}

/** The files of each screen beyond the first load, as the web's build lists them. */
type ScreenFiles = Record<string, { styles: string[]; scripts: string[] }>

type Render = (url: string, boot: BootData, status: number) => Promise<string>

const NOT_FOUND: PageData = { title: 'Page not found', screen: 'not-found', boot: [], status: 404 }

/** The page for visitors of an address that only members can open. They come back to it after signing in. */
export const signInPage = (title: string): PageData => ({
  title,
  screen: 'not-found',
  boot: [],
  status: 401,
})

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const client = path.join(options.webDist, 'client')
  const shell = await readFile(path.join(client, 'index.html'), 'utf8').catch(() => null)
  const listed = await readFile(path.join(options.webDist, 'screens.json'), 'utf8').catch(
    () => null,
  )
  if (shell === null || listed === null) {
    // In development Vite serves the pages and nothing is built.
    app.log.warn(`no built pages in ${client}: only the API is served`)
    app.setNotFoundHandler((request, reply) => answerMissing(request, reply))
    return
  }
  const screens = JSON.parse(listed) as ScreenFiles
  const { render } = (await import(
    pathToFileURL(path.join(options.webDist, 'ssr/entry-server.js')).href
  )) as { render: Render }

  await app.register(fastifyStatic, {
    root: client,
    index: false,
    // It is no page by itself.
    globIgnore: ['index.html'],
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const hashed = file.includes(`${path.sep}assets${path.sep}`)
      void reply.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  })

  const filesOf = (names: (string | undefined)[]): ScreenFiles[string] => {
    const files = names.map((name) => screens[name ?? '']).filter((one) => one !== undefined)
    return {
      styles: [...new Set(files.flatMap(({ styles }) => styles))],
      scripts: [...new Set(files.flatMap(({ scripts }) => scripts))],
    }
  }

  /** If rendering fails here, the browser renders the page instead. */
  const prerendered = async (
    request: FastifyRequest,
    boot: BootData,
    status: number,
  ): Promise<string> => {
    try {
      // With two slashes at the start it would be read as the address of another host.
      return await render(request.url.replace(/^\/{2,}/, '/'), boot, status)
    } catch (error) {
      request.log.error({ err: error }, 'page not prerendered')
      return ''
    }
  }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageDefinition | null,
  ) => {
    const hash = tokenHashOf(request, options.cookies)
    const viewer = hash === null ? null : await options.findViewer(hash)
    // The database cannot hold the null character, so no address with one leads anywhere.
    const loaded =
      page === null || /%00/.test(request.url)
        ? null
        : await page.load({
            viewer,
            params: request.params as Record<string, string>,
            query: request.query as Record<string, unknown>,
          })
    const data = loaded ?? NOT_FOUND
    if (data.movedTo !== undefined) return movePage(request, reply, data.movedTo)
    const status = data.status ?? 200
    const boot = [...(await options.bootAlways(viewer)), ...data.boot]
    const nonce = randomBytes(16).toString('base64')
    const isDrawn = data.prerender === true || (viewer === null && status >= 400)
    const body = isDrawn ? await prerendered(request, boot, status) : ''
    return (
      reply
        .code(status)
        .type('text/html; charset=utf-8')
        // A page holds its viewer's own data and a nonce, so no cache may store it.
        .header('cache-control', 'private, no-store')
        .header('content-security-policy', contentSecurityPolicy(nonce))
        .headers(
          data.isReserved === undefined
            ? {}
            : reservationHeaders(data.isReserved, options.publicUrl),
        )
        .send(
          fillShell(shell, {
            data,
            boot,
            body,
            files: filesOf([groupOf(viewer, data), data.screen]),
            nonce,
            publicUrl: options.publicUrl,
            url: request.url,
          }),
        )
    )
  }

  for (const page of options.pages) {
    app.get(page.path, { config: { rateLimit: false } }, (request, reply) =>
      answer(request, reply, page),
    )
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!wantsPage || /^\/(api|media|assets)\//.test(request.url))
      return answerMissing(request, reply)
    const plain = plainPathOf(pathOf(request))
    return plain === null ? answer(request, reply, null) : movePage(request, reply, plain)
  })
}

/** What the screens of this person have in common. The landing page names no screen and needs nothing more. */
const groupOf = (viewer: Viewer | null, { screen }: PageData): string | undefined =>
  viewer !== null ? 'members' : screen && 'visitors'

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

/** The address that this one is another form of: `/advertise` of `/advertise/`. */
function plainPathOf(asked: string): string | null {
  if (asked === '/index.html') return '/'
  // Browsers read two slashes at the start as the address of another host.
  if (!asked.endsWith('/') || /[/\\]{2}/.test(asked)) return null
  return asked.slice(0, -1)
}

/** Sends the browser to this path for good, with the query that it came with. */
function movePage(request: FastifyRequest, reply: FastifyReply, to: string): FastifyReply {
  const start = request.url.indexOf('?')
  return reply
    .header('cache-control', 'private, no-store')
    .redirect(start === -1 ? to : `${to}${request.url.slice(start)}`, 301)
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function answerMissing(request: FastifyRequest, reply: FastifyReply) {
  if (METHODS.includes(request.method))
    return sendError(request, reply, new AppError('not_found', 'There is nothing here.'))
  void reply.header('allow', METHODS.join(', '))
  return sendError(request, reply, new AppError('method.not_allowed', 'Plinth has no such method.'))
}

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // The server renders aspect ratios and placeholders as style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

function fillShell(
  shell: string,
  input: {
    data: PageData
    boot: BootData
    body: string
    files: ScreenFiles[string]
    nonce: string
    publicUrl: string
    url: string
  },
): string {
  const { data, boot, body, files, nonce, publicUrl } = input
  const head = [
    `<title>${escapeHtml(data.title)}</title>`,
    `<meta name="csp-nonce" content="${nonce}">`,
    ...metaTags(data, publicUrl, input.url),
    ...files.styles.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...(body === '' ? files.scripts : []).map(
      (file) => `<link rel="modulepreload" href="/${file}">`,
    ),
    ...(data.preload ?? []).map(
      ({ srcset, sizes, type }) =>
        `<link rel="preload" as="image" type="${type}" imagesrcset="${escapeHtml(srcset)}" imagesizes="${escapeHtml(sizes)}" fetchpriority="high">`,
    ),
    ...(data.jsonLd === undefined ? [] : [data.jsonLd].flat()).map(
      (one) => `<script type="application/ld+json" nonce="${nonce}">${safeJson(one)}</script>`,
    ),
  ].join('\n')
  const bootScript = `<script type="application/json" id="boot" nonce="${nonce}">${safeJson(boot)}</script>`
  const page = body === '' ? shell : startLate(shell, files.scripts)
  // Replacement functions, because `$` has a meaning in replacement strings.
  return page
    .replace('<!--head-->', () => head)
    .replace('<!--app-->', () => body)
    .replace('<!--boot-->', () => bootScript)
    .replaceAll(/<script(?![^>]*nonce=)/g, () => `<script nonce="${nonce}"`)
}

function metaTags(data: PageData, publicUrl: string, url: string): string[] {
  if (data.status !== undefined && data.status >= 400)
    return ['<meta name="robots" content="noindex">']
  const canonical = new URL(data.canonical ?? url.split('?')[0] ?? '/', publicUrl).href
  const tags = [
    `<link rel="canonical" href="${escapeHtml(canonical)}">`,
    property('og:site_name', 'Plinth'),
    property('og:type', data.type ?? 'website'),
    property('og:title', data.title),
    property('og:url', canonical),
  ]
  if (data.description) {
    tags.push(
      `<meta name="description" content="${escapeHtml(data.description)}">`,
      property('og:description', data.description),
    )
  }
  if (data.image) {
    tags.push(
      property('og:image', new URL(data.image.path, publicUrl).href),
      property('og:image:width', String(data.image.width)),
      property('og:image:height', String(data.image.height)),
      property('og:image:alt', data.image.alt),
      '<meta name="twitter:card" content="summary_large_image">',
    )
  }
  if (data.video) {
    tags.push(
      property('og:video', new URL(data.video.path, publicUrl).href),
      property('og:video:type', data.video.contentType),
      property('og:video:width', String(data.video.width)),
      property('og:video:height', String(data.video.height)),
    )
  }
  tags.push(...alternates(data, canonical))
  if (data.isReserved !== undefined) tags.push(...reservationTags(data.isReserved, publicUrl))
  if (data.audio) {
    tags.push(
      property('og:audio', new URL(data.audio.path, publicUrl).href),
      property('og:audio:type', data.audio.contentType),
    )
  }
  return tags
}

/** The address below which the feeds of a category or a tag are; undefined for every other page. */
function listFeeds({ pathname, searchParams }: URL): string | undefined {
  const category = pathname === '/explore' ? searchParams.get('category') : null
  if (category !== null) return `/explore/${encodeURIComponent(category)}`
  return /^\/explore\/tag\/[^/]+$/.test(pathname) ? pathname : undefined
}

/** What else this page is: feeds of a list or a person, and the description for whoever embeds it. */
function alternates(data: PageData, canonical: string): string[] {
  const url = new URL(canonical)
  const link = (type: string, href: string, title: string) =>
    `<link rel="alternate" type="${type}" href="${escapeHtml(href)}" title="${escapeHtml(title)}">`
  const { origin } = url
  const feeds = data.feedsOf ?? listFeeds(url)
  const oembed = `${origin}/oembed?url=${encodeURIComponent(canonical)}`
  return [
    ...(feeds === undefined
      ? []
      : [
          link('application/atom+xml', `${origin}${feeds}/feed.atom`, `${data.title} (Atom)`),
          link('application/feed+json', `${origin}${feeds}/feed.json`, `${data.title} (JSON Feed)`),
        ]),
    ...(data.isEmbeddable === true
      ? [
          link('application/json+oembed', `${oembed}&format=json`, data.title),
          link('text/xml+oembed', `${oembed}&format=xml`, data.title),
        ]
      : []),
  ]
}

const property = (name: string, content: string) =>
  `<meta property="${name}" content="${escapeHtml(content)}">`

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** JSON escaped for use inside a script element. */
const safeJson = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`)

const MAX_DESCRIPTION = 200

/** Cuts a text at a word to at most 200 characters, for the description of a page. */
export function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= MAX_DESCRIPTION) return line
  return `${line.slice(0, MAX_DESCRIPTION).replace(/\s+\S*$/, '')}…`
}
