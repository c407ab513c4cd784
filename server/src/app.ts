import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance } from 'fastify'
import { mediaPages } from './core/media/media-pages.ts'
import { registerMedia } from './core/media/media-routes.ts'
import { registerNotifications } from './core/notifications/notification-routes.ts'
import { createFindViewer, registerSession } from './core/session/session-routes.ts'
import { sessionBoot } from './core/session/session-view.ts'
import { registerUploads } from './core/uploads/upload-routes.ts'
import { userPages } from './core/users/user-pages.ts'
import { registerUsers } from './core/users/user-routes.ts'
import type { Context, Deps } from './deps.ts'
import { messagePages } from './features/messages/message-pages.ts'
import { registerMessages } from './features/messages/message-routes.ts'
import { portfolioPages, userWorksBoot } from './features/portfolios/portfolio-pages.ts'
import { registerPortfolios } from './features/portfolios/portfolio-routes.ts'
import { registerComments } from './features/posts/comment-routes.ts'
import { registerForYou } from './features/posts/for-you-routes.ts'
import { memberPages } from './features/posts/member-pages.ts'
import { postPages } from './features/posts/post-pages.ts'
import { registerPosts } from './features/posts/post-routes.ts'
import { registerTags } from './features/posts/tag-routes.ts'
import { registerDocs } from './http/docs.ts'
import { registerErrors, turnAway } from './http/errors.ts'
import { registerOriginCheck } from './http/guards.ts'
import { registerHealth } from './http/health.ts'
import { loggedError } from './http/log-errors.ts'
import { createMount } from './http/mount.ts'
import { registerPages } from './http/pages.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import { registerValidation } from './http/validation.ts'
import { cookieNames } from './http/viewer.ts'
import { registerLive } from './live/live-routes.ts'

/** JSON bodies. Uploads are streams or `data:` URLs and set their own limit. */
const BODY_LIMIT = 1024 * 1024

/** The visible list of all that is mounted. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { env } = deps
  const app = Fastify({
    logger: {
      level: env.logLevel,
      // Without the query: the identity provider's code and people's searches are not for the log.
      serializers: {
        req: ({ method, url }) => ({ method, path: url.split('?')[0] }),
        err: loggedError,
      },
    },
    trustProxy: env.trustProxy,
    bodyLimit: BODY_LIMIT,
    // A 50 MB upload over a slow line takes minutes; a body that stands still does not.
    requestTimeout: 15 * 60_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
  })
  app.decorateRequest('viewer', null)
  registerErrors(app)
  registerValidation(app)
  await app.register(cookie)
  await app.register(helmet, {
    // Pages set their own policy with a nonce; nothing else is a document.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: env.production,
  })
  await app.register(underPressure, { maxEventLoopDelay: 2_000, pressureHandler: turnAway })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  const cookies = cookieNames(env.publicUrl)
  const findViewer = createFindViewer(deps)
  await registerRateLimit(app, { perMinute: env.rateLimitPerMinute, cookies })
  registerOriginCheck(app, env.publicUrl)

  const mount = createMount(app, {
    cookies,
    findViewer,
    checkResponses: !env.production,
    dataDir: env.dataDir,
  })
  const context: Context = { app, mount, deps, cookies, findViewer }
  await registerDocs(app)
  registerHealth(app, deps.db)
  registerSession(context)
  registerUsers(context)
  registerMedia(context)
  registerUploads(context)
  registerNotifications(context)
  registerLive(context)
  registerPortfolios(context)
  registerPosts(context)
  registerForYou(context)
  registerComments(context)
  registerTags(context)
  registerMessages(context)
  await registerPages(app, {
    webDist: env.webDist,
    publicUrl: env.publicUrl,
    cookies,
    findViewer,
    pages: [
      ...portfolioPages(deps),
      ...postPages(deps),
      ...memberPages,
      ...messagePages,
      ...mediaPages,
      ...userPages(deps, userWorksBoot(deps)),
    ],
    bootAlways: sessionBoot(deps),
  })
  return app
}
