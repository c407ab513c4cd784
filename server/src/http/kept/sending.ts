import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hasVersion, isAnonymous } from '../caching.ts'
import { clientAddress, type TrustProxy } from './proxies.ts'
import { REQUEST_ID_HEADER } from '../logging.ts'
import type { CountRequest } from '../operating/metrics.ts'
import { guardConnections } from '../limits/connections.ts'
import type { SpendLimit } from '../limits/rate-limit.ts'
import { limitBodyTime } from '../limits/time-limit.ts'
import type { CookieNames } from '../viewer.ts'
import type { KeptAnswer, KeptAnswers } from './answers.ts'
import type { Encoded } from './encodings.ts'

interface SendingOptions {
  answers: Pick<KeptAnswers, 'find'>
  cookies: CookieNames
  /** Makes the id of a request, as Fastify's `genReqId` does. */
  requestIdOf: (request: IncomingMessage) => string
  trust: TrustProxy | false
  /** Null if requests are not limited. */
  spendLimit: SpendLimit | null
  countRequest: CountRequest
}

/** A request that a kept answer fits. */
interface Visit {
  request: IncomingMessage
  response: ServerResponse
  answer: KeptAnswer
  /** As `performance.now()` tells it. */
  startedAt: number
}

/**
 * Sends kept answers before Fastify sees the request, because Fastify's request and reply, loggers and hooks cost as much
 * as everything else. Call it when everything else is registered. `app.inject` never gets a kept answer.
 *
 * This is also where connections are guarded, because it sees all requests first.
 *
 * It replaces the listener on the server that Fastify made. With a `serverFactory` we would have to set every timeout
 * ourselves, and `HOST=localhost` would no longer listen on both of its addresses.
 */
export function sendKeptAnswers(
  app: FastifyInstance,
  { answers, cookies, requestIdOf, trust, spendLimit, countRequest }: SendingOptions,
): void {
  const isLogged = logsRequests(app)

  const isOfVisitor = ({ headers }: IncomingMessage): boolean => {
    const { cookie } = headers
    // Most visitors have no cookie of ours, so the others need not be parsed.
    const mayHaveSession = cookie?.includes(cookies.session) === true
    return isAnonymous({ headers, cookies: mayHaveSession ? app.parseCookie(cookie) : {} }, cookies)
  }

  const find = (request: IncomingMessage): KeptAnswer | null => {
    // A server that leaves closes its connections, which Fastify does.
    if (request.method !== 'GET' || request.url === undefined || app.isLeaving()) return null
    const answer = answers.find(request.url)
    return answer !== null && isOfVisitor(request) ? answer : null
  }

  const passOn = ({ request, response }: Pick<Visit, 'request' | 'response'>) =>
    app.routing(request, response)

  /** A body of null is a 304. */
  const send = ({ request, response, answer, startedAt }: Visit, body: Encoded | null) => {
    const status = body === null ? 304 : 200
    const id = requestIdOf(request)
    response.on('finish', () => {
      const responseTime = performance.now() - startedAt
      countRequest({ method: 'GET', route: answer.route, status, ms: responseTime })
      if (isLogged)
        app.log.info({ reqId: id, req: request, res: response, responseTime }, 'request completed')
    })
    const headers = [...answer.headers, REQUEST_ID_HEADER, id]
    if (body === null) {
      response.writeHead(status, headers).end()
      return
    }
    if (body.encoding !== undefined) headers.push('content-encoding', body.encoding)
    headers.push('content-length', String(body.bytes.length))
    response.writeHead(status, headers).end(body.bytes)
  }

  /** Counts the request towards the limit of its address, and says whether that is used up. */
  const isSpent = (request: IncomingMessage): boolean => {
    try {
      return spendLimit?.(clientAddress(request, trust)) === true
    } catch {
      // The address makes no sense. Fastify meets the same error and answers.
      return true
    }
  }

  const sendLater = async (visit: Visit, making: Promise<Encoded>) => {
    let body: Encoded
    try {
      body = await making
    } catch {
      // Fastify meets the same error, logs it and answers.
      return passOn(visit)
    }
    send(visit, body)
  }

  const answerRequest = (request: IncomingMessage, response: ServerResponse) => {
    const startedAt = performance.now()
    const answer = find(request)
    // The route itself says that a limit is used up.
    if (answer === null || (answer.isLimited && isSpent(request)))
      return passOn({ request, response })
    const visit = { request, response, answer, startedAt }
    const body = bodyFor(visit)
    // Most are ready, and then not even a promise is made.
    if (body instanceof Promise) void sendLater(visit, body)
    else send(visit, body)
  }

  app.server.removeAllListeners('request')
  const answerInTurn = guardConnections(app.server, answerRequest)
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    limitBodyTime(request)
    answerInTurn(request, response)
  })
}

/** The body in an encoding that the client takes, or null if the client has this version. */
function bodyFor({ request: { headers }, answer }: Visit): Encoded | Promise<Encoded> | null {
  const { etag, bodies } = answer
  if (etag !== null && hasVersion(headers['if-none-match'], etag)) return null
  return bodies(headers['accept-encoding'])
}

/** Fastify's type of its logger leaves out what pino has. */
const logsRequests = ({ log }: FastifyInstance): boolean =>
  (log as typeof log & { isLevelEnabled: (level: string) => boolean }).isLevelEnabled('info')
