import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance } from 'fastify'
import { registerAudit } from './core/audit/audit-routes.ts'
import { createAccountDeletion } from './core/account/deletion.ts'
import { registerCases } from './core/cases/case-routes.ts'
import { admitEvidence } from './core/cases/evidence.ts'
import { mediaPages } from './core/media/media-pages.ts'
import { registerMedia } from './core/media/media-routes.ts'
import { registerMoney } from './core/money/money-routes.ts'
import { registerNotifications } from './core/notifications/notification-routes.ts'
import { measuresOf } from './core/operating/measures.ts'
import { operatingView } from './core/operating/operating-view.ts'
import { registerPartitionJobs } from './core/operating/partition-jobs.ts'
import { createFindViewer, registerSession, sessionBoot } from './core/session/session-routes.ts'
import { findTokenViewer } from './core/session/token-queries.ts'
import { registerTokens } from './core/session/token-routes.ts'
import { registerUploads } from './core/uploads/upload-routes.ts'
import { userPages } from './core/users/user-pages.ts'
import { registerUsers } from './core/users/user-routes.ts'
import { createOutages } from './db/presence/outages.ts'
import type { Context, Deps } from './deps.ts'
import { registerAccount } from './features/account/account-routes.ts'
import { registerAdmin } from './features/admin/admin-routes.ts'
import { registerAdvertising } from './features/advertising/advertising-routes.ts'
import { registerAnalytics } from './features/analytics/analytics-routes.ts'
import { registerAnnouncements } from './features/announcements/announcement-routes.ts'
import { boardPages } from './features/boards/board-pages.ts'
import { registerBoards } from './features/boards/board-routes.ts'
import { boardTakedown } from './features/boards/board-takedown-steps.ts'
import { registerContactSheets } from './features/boards/board-sheet-routes.ts'
import { registerBriefs } from './features/boards/briefs/brief-routes.ts'
import { registerBilling } from './features/billing/billing-routes.ts'
import { registerDebug } from './features/debug/debug-routes.ts'
import { registerInvitations } from './features/invitations/invitation-routes.ts'
import { registerLegal } from './features/legal/legal-routes.ts'
import { registerMessages } from './features/messages/message-routes.ts'
import { registerModeration } from './features/moderation/moderation-routes.ts'
import { shownItem } from './features/portfolios/portfolio-sql.ts'
import {
  categoriesBoot,
  portfolioPages,
  tagWorksBoot,
  userWorksBoot,
} from './features/portfolios/portfolio-pages.ts'
import { findWorks } from './features/portfolios/portfolio-list-queries.ts'
import { registerPortfolios } from './features/portfolios/portfolio-routes.ts'
import { seriesPages } from './features/portfolios/wall/series-pages.ts'
import { registerWalls } from './features/portfolios/wall/wall-routes.ts'
import { registerComments } from './features/posts/comments/comment-routes.ts'
import { registerForYou } from './features/posts/for-you/for-you-routes.ts'
import { explorePages, userPostsBoot } from './features/posts/explore-pages.ts'
import { postPages } from './features/posts/post-pages.ts'
import { workReads } from './features/portfolios/portfolio-card-queries.ts'
import { postReads } from './features/posts/post-card-queries.ts'
import { registerPosts } from './features/posts/post-routes.ts'
import { deliveryUploads } from './features/projects/delivery/uploads.ts'
import { registerDeliveries } from './features/projects/delivery/delivery-routes.ts'
import { registerProjects } from './features/projects/project-routes.ts'
import { registerPromotions } from './features/promotions/promotion-routes.ts'
import { registerReviews } from './features/reviews/review-routes.ts'
import { searchPages } from './features/search/search-pages.ts'
import { registerSearch } from './features/search/search-routes.ts'
import { registerSettings } from './features/settings/settings-routes.ts'
import { registerWelcome } from './features/welcome/welcome-routes.ts'
import { showables } from './showables.ts'
import { addDeliveredWork } from './showing.ts'
import { trustedProxies } from './http/kept/proxies.ts'
import { registerCaching } from './http/caching.ts'
import { registerCors } from './http/cors.ts'
import { registerSharing } from './features/sharing/sharing-routes.ts'
import { registerDocs, registerSecurityTxt } from './http/docs.ts'
import { answerBadUrl, registerErrors } from './http/errors.ts'
import { registerOriginCheck } from './http/guards.ts'
import { registerHealth } from './http/operating/health.ts'
import { createOnce, registerIdempotency } from './http/idempotency.ts'
import {
  loggedAnswer,
  loggedError,
  loggedPath,
  requestIdOf,
  sendRequestIds,
} from './http/logging.ts'
import { registerMetrics } from './http/operating/metrics.ts'
import { createKeptAnswers } from './http/kept/answers.ts'
import { registerPurging } from './http/kept/purging.ts'
import { sendKeptAnswers } from './http/kept/sending.ts'
import { createMount } from './http/mount.ts'
import { SILENCE_MS, waitForAnswers } from './http/waiting.ts'
import { refuseWhenLate } from './http/operating/overload.ts'
import { registerPages } from './http/shell/pages.ts'
import { registerRateLimit } from './http/limits/rate-limit.ts'
import { OTHER_BODY_BYTES } from './http/limits/size-limit.ts'
import { registerSecurityHeaders } from './http/security.ts'
import { logsTraces, traceRequests } from './http/tracing.ts'
import { clearAfterWrites, createKeptPages } from './http/shell/kept-pages.ts'
import { registerSerialization, registerValidation } from './http/validation.ts'
import { cookieNames, type FindToken } from './http/viewer.ts'
import { registerLive } from './live/live-routes.ts'
import { screenPages } from './screens.ts'

/** How long headers may take to arrive; also how long a new connection may say nothing. */
const HEADERS_MS = 20_000
/** Long enough for a 50 MB upload over a slow line. All other bodies have less time (`limits/time-limit.ts`). */
const REQUEST_MS = 15 * 60_000

/** Builds the whole app. This is the list of everything that is mounted. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const { env } = deps
  const trust = trustedProxies(env.trustProxy)
  const genReqId = requestIdOf(env.trustProxy !== null)
  const app = Fastify({
    logger: {
      level: env.logLevel,
      serializers: {
        req: ({ method, url }) => ({ method, path: loggedPath(url) }),
        res: loggedAnswer,
        err: loggedError,
      },
      hooks: { logMethod: createOutages(deps.probe.check) },
      ...logsTraces(),
    },
    trustProxy: trust,
    genReqId,
    frameworkErrors: answerBadUrl,
    bodyLimit: OTHER_BODY_BYTES,
    http: {
      headersTimeout: HEADERS_MS,
      requestTimeout: REQUEST_MS,
      connectionsCheckingInterval: 5_000,
    },
    requestTimeout: REQUEST_MS,
    connectionTimeout: SILENCE_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { maxParamLength: 200 },
  })
  app.decorateRequest('viewer', null)
  app.decorateRequest('who')
  app.decorateRequest('refusal', null)
  app.decorateRequest('personId', null)
  traceRequests(app, { isProxied: env.trustProxy !== null })
  sendRequestIds(app)
  waitForAnswers(app)
  registerErrors(app)
  registerValidation(app)
  registerSerialization(app)
  await app.register(cookie)
  const cookies = cookieNames(env.publicUrl)
  const answers = createKeptAnswers({ isOn: deps.keepsAnswers })
  await registerSecurityHeaders(app, { isSecure: env.production })
  refuseWhenLate(app)
  const style = env.cachePurge?.style ?? null
  registerCaching(app, { cookies, style })
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1_024 })
  await registerCors(app)
  const findViewer = createFindViewer(deps)
  const findToken: FindToken = (hash) => findTokenViewer(deps.db, hash)
  const spendLimit = await registerRateLimit(app, deps, { cookies, findViewer, findToken })
  registerOriginCheck(app, env.publicUrl, cookies)

  const keptPages = createKeptPages()
  const forgetKept = () => {
    keptPages.clear()
    answers.clear()
  }
  clearAfterWrites(app, () => {
    forgetKept()
    deps.live.keptMoved()
  })
  if (deps.keepsAnswers) deps.live.onKeptMoved(forgetKept)
  const mount = createMount(app, {
    cookies,
    findViewer,
    findToken,
    now: deps.now,
    checkResponses: !env.production,
    dataDir: env.dataDir,
    once: createOnce(deps.db),
    kept: answers,
    style,
  })
  registerPurging(app, deps)
  const context: Context = { app, mount, deps, cookies, findViewer }
  await registerDocs(app, { publicUrl: env.publicUrl, cookies })
  registerHealth(app, { probe: deps.probe, dataDir: env.dataDir })
  const operating = operatingView(deps)
  const countRequest = registerMetrics(app, {
    token: env.metricsToken,
    measures: measuresOf(deps, operating),
  })
  registerSecurityTxt(app, env)
  registerIdempotency(deps)
  registerPartitionJobs(deps)
  registerSession(context)
  registerTokens(context)
  registerUsers(context)
  registerMedia(context)
  const uploads = registerUploads(context, {
    delivery: deliveryUploads(deps),
    admitEvidence: admitEvidence(deps),
  })
  registerDeliveries(context, uploads)
  registerNotifications(context, {
    posts: postReads(deps).cards.briefs,
    works: workReads(deps).cards.briefs,
  })
  registerLive(context)
  const money = registerMoney(context)
  const posts = registerPosts(context)
  const works = registerPortfolios(context, posts.ofWorks)
  registerWalls(context)
  registerForYou(context)
  registerSearch(context, shownItem)
  registerBoards(context, showables)
  registerContactSheets(context, showables)
  const comments = registerComments(context)
  const projects = registerProjects(context, money, { addDeliveredWork, seen: showables })
  registerCases(context, projects.tellOfProof)
  const messages = registerMessages(context, projects.quotes)
  registerBriefs(context, { showables, send: messages.send })
  const subscriptions = registerBilling(context, money)
  registerPromotions(context, money)
  registerReviews(context)
  const deletion = createAccountDeletion(deps, {
    endSubscription: subscriptions.endSubscription,
    closeRequestsTo: projects.closeRequestsTo,
  })
  registerAccount(context, deletion)
  registerSettings(context)
  registerWelcome(context)
  registerAnalytics(context)
  registerAudit(context)
  registerInvitations(context)
  registerAdvertising(context)
  registerAnnouncements(context)
  registerDebug(context)
  registerAdmin(context, {
    deletion,
    removals: subscriptions.removals,
    ruling: projects.ruling,
    operating,
  })
  registerModeration(
    context,
    {
      portfolio: works,
      post: posts.takedown,
      board: boardTakedown(deps),
      comment: comments,
    },
    subscriptions.removals,
    { message: messages.deliver, comment: comments.deliver },
  )
  registerSharing(context)
  const legal = await registerLegal(context)
  await registerPages(app, {
    webDist: env.webDist,
    patience: env.pagePatience,
    publicUrl: env.publicUrl,
    cookies,
    style,
    findViewer,
    pages: [
      ...portfolioPages(deps),
      ...postPages(deps),
      ...screenPages(deps),
      ...mediaPages,
      ...legal.pages,
      ...boardPages(deps, showables),
      ...seriesPages(deps),
      ...explorePages(deps, {
        categories: (who) => categoriesBoot(deps, who),
        tagWorks: (who, tag) => tagWorksBoot(deps, who, tag),
      }),
      ...searchPages(deps, {
        shown: shownItem,
        find: (who, query) => findWorks(deps, who, query),
      }),
      ...userPages(deps, async (who, id) => [
        ...(await userWorksBoot(deps)(who, id)),
        ...(await userPostsBoot(deps, who, id)),
      ]),
    ],
    bootAlways: sessionBoot(deps),
    kept: keptPages,
    answers,
  })
  sendKeptAnswers(app, {
    answers,
    cookies,
    requestIdOf: genReqId,
    trust,
    spendLimit,
    countRequest,
  })
  return app
}
