import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BootData } from '@plinth/contract/http/query-key.ts'
import {
  dropLimits,
  hasVersion,
  isAnonymous,
  notModified,
  pageCaching,
  PRIVATE_PAGE,
  type CachingOptions,
} from '../caching.ts'
import { answerError, AppError, sendError, toAppError } from '../errors.ts'
import type { KeptAnswers } from '../kept/answers.ts'
import { reservationHeaders } from '../reservation.ts'
import { drawing } from './drawing.ts'
import { escapeHtml } from './escape.ts'
import type { DrawnPage, KeptPages } from './kept-pages.ts'
import { NOT_FOUND, type PageData, type PageDefinition } from './page.ts'
import { sendPlainPage } from './plain-pages.ts'
import { readShell } from './shell.ts'
import { tokenHashOf, type FindViewer, type Viewer } from '../viewer.ts'

export interface PagesOptions extends CachingOptions {
  webDist: string
  publicUrl: string
  findViewer: FindViewer
  pages: PageDefinition[]
  /** Boot entries that every page carries. */
  bootAlways: (viewer: Viewer | null) => Promise<BootData>
  /** How long a page waits for data that the browser can also ask for, in milliseconds. */
  patience: number
  /** Where visitors' pages are kept. */
  kept: KeptPages
  /** Where they are ready to be sent again. */
  answers: Pick<KeptAnswers, 'keep'>
}

const ENCODING = 'accept-encoding'

type Query = Record<string, unknown>
type Render = (url: string, boot: BootData, status: number) => Promise<string>

/** What a page is drawn from. */
interface LoadedPage {
  data: PageData
  boot: BootData
}

export async function registerPages(app: FastifyInstance, options: PagesOptions): Promise<void> {
  const { publicUrl, kept, answers } = options
  const client = path.join(options.webDist, 'client')
  // Without this, addresses that lead nowhere would cost a caller nothing.
  const limit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {}
  const shell = await readShell(options.webDist)
  if (shell === null) {
    // In development Vite serves the pages and nothing is built.
    app.log.warn(`no built pages in ${client}: only the API is served`)
    app.setNotFoundHandler(limit, (request, reply) => answerMissing(request, reply))
    return
  }
  const { render } = (await import(
    pathToFileURL(path.join(options.webDist, 'ssr/entry-server.js')).href
  )) as { render: Render }

  await registerFiles(app, client)

  const loadPage = async (
    request: FastifyRequest,
    page: PageDefinition | null,
    viewer: Viewer | null,
  ): Promise<LoadedPage> => {
    const load = async () => {
      // The database cannot hold the null character, so no address with one leads anywhere.
      if (page === null || /%00/.test(request.url)) return { data: NOT_FOUND, soon: [] }
      const { params, query } = request as { params: Record<string, string>; query: Query }
      const data = (await page.load({ viewer, params, query })) ?? NOT_FOUND
      return { data, soon: await readSoon(request, data) }
    }
    const [always, { data, soon }] = await Promise.all([options.bootAlways(viewer), load()])
    const boot = [...always, ...data.boot, ...(soon ?? [])]
    return { data: soon === null ? { ...data, prerender: false } : data, boot }
  }

  /** Null if it takes too long or fails. */
  const readSoon = async (
    request: FastifyRequest,
    { bootSoon }: PageData,
  ): Promise<BootData | null> => {
    if (bootSoon === undefined) return []
    const read = bootSoon().catch((error: unknown) => {
      request.log.error({ err: error }, 'page sent without its data')
      return null
    })
    return Promise.race([read, sleep(options.patience, null, { ref: false })])
  }

  /** If rendering fails here, the browser renders the page instead. */
  const prerendered = async (
    request: FastifyRequest,
    boot: BootData,
    status: number,
  ): Promise<string> => {
    try {
      // With two slashes at the start it would be read as the address of another host.
      const url = request.url.replace(/^\/{2,}/, '/')
      return await drawing.draw(() => render(url, boot, status))
    } catch (error) {
      request.log.error({ err: error }, 'page not prerendered')
      return ''
    }
  }

  const drawPage = async (
    request: FastifyRequest,
    viewer: Viewer | null,
    { data, boot }: LoadedPage,
  ): Promise<DrawnPage> => {
    if (data.movedTo !== undefined) return movedPage(request, data.movedTo)
    const status = data.status ?? 200
    const isDrawn =
      viewer === null
        ? data.prerender === true || status >= 400
        : data.prerender === true && !drawing.isBusy()
    const body = isDrawn ? await prerendered(request, boot, status) : ''
    const screens = [groupOf(viewer, data), ...[data.screen ?? []].flat()]
    const { html, policy } = shell.pageOf({
      data,
      boot,
      body,
      showsAtOnce: viewer !== null,
      screens,
      publicUrl,
      url: request.url,
    })
    return {
      status,
      html,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        ...(data.isSecret === true ? SECRET_PAGE : {}),
        ...(data.isReserved === undefined ? {} : reservationHeaders(data.isReserved, publicUrl)),
      },
      shared:
        viewer === null && status === 200 && data.isSecret !== true
          ? pageCaching(options.style, html)
          : null,
    }
  }

  const answerVisitor = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageDefinition | null,
  ) => {
    const { page: drawn, until } = await kept.find(request.url, {
      load: () => loadPage(request, page, null),
      draw: (loaded) => drawPage(request, null, loaded),
    })
    const { status, headers, bodies, bytes: size } = drawn
    // An ended session is somebody, too: the next page may be of another one.
    const shared = isAnonymous(request, options.cookies) ? drawn.shared : null
    reply
      .code(status)
      .headers(headers)
      .headers(shared ?? PRIVATE_PAGE)
    if (shared !== null) {
      dropLimits(reply)
      if (request.method === 'GET') answers.keep(reply, { bodies, bytes: size, until })
      if (hasVersion(request.headers['if-none-match'], shared['etag'] ?? '')) {
        notModified(reply)
        // Of an empty text Fastify would say that it is text, which caches would then say of the page.
        return reply.send()
      }
    }
    const { bytes, encoding } = await bodies(request.headers['accept-encoding'])
    const vary = shared?.['vary']
    reply.header('vary', vary === undefined ? ENCODING : `${vary}, ${ENCODING}`)
    if (encoding !== undefined) reply.header('content-encoding', encoding)
    return reply.send(bytes)
  }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageDefinition | null,
  ) => {
    const hash = tokenHashOf(request, options.cookies)
    const viewer = hash === null ? null : await options.findViewer(hash)
    request.isOfUnknown = hash !== null && viewer === null
    if (viewer === null) return answerVisitor(request, reply, page)
    const { status, headers, html } = await drawPage(
      request,
      viewer,
      await loadPage(request, page, viewer),
    )
    return reply
      .code(status)
      .headers({ ...headers, ...PRIVATE_PAGE })
      .send(html)
  }

  for (const page of options.pages) {
    app.get(
      page.path,
      { config: { finds: 'session' }, errorHandler: sendFailure },
      (request, reply) => answer(request, reply, page),
    )
  }
  app.setNotFoundHandler(limit, (request, reply) => {
    const wantsPage = request.method === 'GET' || request.method === 'HEAD'
    if (!wantsPage || /^\/(api|media|assets)\//.test(request.url))
      return answerMissing(request, reply)
    const plain = plainPathOf(pathOf(request))
    if (plain === null) return answer(request, reply, null)
    const { status, headers, html } = movedPage(request, plain)
    return reply.code(status).headers(headers).send(html)
  })
}

/**
 * The built files: those with a hash in their name below /assets, which one route finds on the disk, because each route
 * takes memory and there are more than a thousand of them; and a few beside them, with a route each.
 */
async function registerFiles(app: FastifyInstance, client: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: path.join(client, 'assets'),
    prefix: '/assets/',
    index: false,
    dotfiles: 'ignore',
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply) =>
      void reply.header('cache-control', 'public, max-age=31536000, immutable'),
  })
  await app.register(fastifyStatic, {
    root: client,
    index: false,
    // The first is no page by itself.
    globIgnore: ['index.html', 'assets/**'],
    wildcard: false,
    preCompressed: true,
    setHeaders: (reply) => void reply.header('cache-control', 'public, max-age=3600'),
  })
}

const SECRET_PAGE = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }

/** What the screens of this person have in common. The landing page names no screen and needs nothing more. */
const groupOf = (viewer: Viewer | null, { screen }: PageData): string | undefined =>
  viewer !== null ? 'members' : screen === undefined ? undefined : 'visitors'

const pathOf = ({ url }: FastifyRequest): string => url.split('?')[0] ?? '/'

/** The address that this one is another form of: `/advertise` of `/advertise/`. */
function plainPathOf(asked: string): string | null {
  if (asked === '/index.html') return '/'
  // Browsers read two slashes at the start as the address of another host.
  if (!asked.endsWith('/') || /[/\\]{2}/.test(asked)) return null
  return asked.slice(0, -1)
}

/** Sends the browser to this path for good, with the query that it came with. */
function movedPage({ url }: FastifyRequest, to: string): DrawnPage {
  const start = url.indexOf('?')
  const location = start === -1 ? to : `${to}${url.slice(start)}`
  return { status: 301, headers: { ...PRIVATE_PAGE, location }, shared: null, html: '' }
}

/** Says in a page, and not in JSON, that somebody requests too many. */
function sendFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = toAppError(error)
  if (known.code !== 'rate.limited') return void answerError(error, request, reply)
  request.refusal = known.code
  sendPlainPage(reply.headers(known.headers), known.status, {
    heading: 'Too many requests',
    text: 'You or others on your network opened too many pages in a short time. Wait a minute and try again.',
    actions: `<a class="primary" href="${escapeHtml(request.url)}">Try again</a>`,
    note: `Request ${request.id}`,
  })
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

function answerMissing(request: FastifyRequest, reply: FastifyReply) {
  if (METHODS.includes(request.method))
    return sendError(request, reply, new AppError('not_found', 'There is nothing here.'))
  void reply.header('allow', METHODS.join(', '))
  return sendError(request, reply, new AppError('method.not_allowed', 'Plinth has no such method.'))
}
