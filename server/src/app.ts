import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerAudit } from './core/audit/audit-routes.ts'
import { createAccountDeletion } from './core/account/account-deletion.ts'
import { mediaPages } from './core/media/media-pages.ts'
import { registerMedia } from './core/media/media-routes.ts'
import { registerMoney } from './core/money/money-routes.ts'
import { registerNotifications } from './core/notifications/notification-routes.ts'
import { measuresOf } from './core/operating/measures.ts'
import { createFindViewer, registerSession } from './core/session/session-routes.ts'
import { sessionBoot } from './core/session/session-view.ts'
import { registerUploads } from './core/uploads/upload-routes.ts'
import { userPages } from './core/users/user-pages.ts'
import { registerUsers } from './core/users/user-routes.ts'
import type { Context, Deps } from './deps.ts'
import { registerAccount } from './features/account/account-routes.ts'
import { adminPages } from './features/admin/admin-pages.ts'
import { registerAdmin } from './features/admin/admin-routes.ts'
import { advertisingPages } from './features/advertising/advertising-pages.ts'
import { registerAdvertising } from './features/advertising/advertising-routes.ts'
import { analyticsPages } from './features/analytics/analytics-pages.ts'
import { registerAnalytics } from './features/analytics/analytics-routes.ts'
import { billingPages } from './features/billing/billing-pages.ts'
import { registerBilling } from './features/billing/billing-routes.ts'
import { debugPages, registerDebug } from './features/debug/debug-routes.ts'
import { invitationPages } from './features/invitations/invitation-pages.ts'
import { registerInvitations } from './features/invitations/invitation-routes.ts'
import { messagePages } from './features/messages/message-pages.ts'
import { registerMessages } from './features/messages/message-routes.ts'
import { moderationPages } from './features/moderation/moderation-pages.ts'
import { registerModeration } from './features/moderation/moderation-routes.ts'
import { portfolioPages, userWorksBoot } from './features/portfolios/portfolio-pages.ts'
import { registerPortfolios } from './features/portfolios/portfolio-routes.ts'
import { registerComments } from './features/posts/comments/comment-routes.ts'
import { registerForYou } from './features/posts/for-you/for-you-routes.ts'
import { memberPages } from './features/posts/member-pages.ts'
import { postPages } from './features/posts/post-pages.ts'
import { registerPosts } from './features/posts/post-routes.ts'
import { registerTags } from './features/posts/tags/tag-routes.ts'
import { deliveryUploads } from './features/projects/delivery/delivery-intake.ts'
import { registerDeliveries } from './features/projects/delivery/delivery-routes.ts'
import { projectPages } from './features/projects/room/project-pages.ts'
import { registerProjects } from './features/projects/project-routes.ts'
import { registerPromotions } from './features/promotions/promotion-routes.ts'
import { registerQueues } from './features/queues/queue-routes.ts'
import { registerReviews } from './features/reviews/review-routes.ts'
import { registerSettings, settingsPages } from './features/settings/settings-routes.ts'
import { registerDocs } from './http/docs.ts'
import { answerBadUrl, registerErrors, turnAway } from './http/errors.ts'
import { registerOriginCheck } from './http/guards.ts'
import { registerHealth } from './http/health.ts'
import { createOnce, registerIdempotency } from './http/idempotency.ts'
import { loggedError } from './http/log-errors.ts'
import { loggedPath } from './http/logged-path.ts'
import { registerMetrics } from './http/metrics.ts'
import { createMount } from './http/mount.ts'
import { registerPages } from './http/pages.ts'
import { registerRateLimit } from './http/rate-limit.ts'
import { requestIdOf, sendRequestIds } from './http/request-id.ts'
import { registerSecurityTxt } from './http/security-txt.ts'
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
      serializers: {
        req: ({ method, url }) => ({ method, path: loggedPath(url) }),
        err: loggedError,
      },
    },
    trustProxy: env.trustProxy ?? false,
    genReqId: requestIdOf(env.trustProxy !== null),
    frameworkErrors: answerBadUrl,
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
  sendRequestIds(app)
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
    once: createOnce(deps.db),
  })
  const context: Context = { app, mount, deps, cookies, findViewer }
  await registerDocs(app)
  registerHealth(app, deps.db)
  registerMetrics(app, { token: env.metricsToken, measures: measuresOf(deps) })
  registerSecurityTxt(app, env)
  registerIdempotency(deps)
  registerSession(context)
  registerUsers(context)
  registerMedia(context)
  const uploads = registerUploads(context, { delivery: deliveryUploads(deps) })
  registerDeliveries(context, uploads)
  registerNotifications(context)
  registerLive(context)
  const money = registerMoney(context)
  const works = registerPortfolios(context)
  const posts = registerPosts(context)
  registerForYou(context)
  const comments = registerComments(context)
  registerTags(context)
  registerMessages(context, registerProjects(context, money))
  const subscriptions = registerBilling(context, money)
  registerPromotions(context, money)
  registerReviews(context)
  const deletion = createAccountDeletion(deps, subscriptions)
  registerAccount(context, deletion)
  registerSettings(context)
  registerAnalytics(context)
  registerAudit(context)
  registerInvitations(context)
  registerQueues(context)
  registerAdvertising(context)
  registerDebug(context)
  registerAdmin(context, deletion)
  registerModeration(context, {
    portfolio: works,
    post: posts,
    comment: comments,
  })
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
      ...projectPages,
      ...billingPages,
      ...invitationPages,
      ...analyticsPages,
      ...adminPages,
      ...settingsPages,
      ...mediaPages,
      ...advertisingPages(deps),
      ...moderationPages,
      ...debugPages(deps),
      ...userPages(deps, userWorksBoot(deps)),
    ],
    bootAlways: sessionBoot(deps),
  })
  return app
}
