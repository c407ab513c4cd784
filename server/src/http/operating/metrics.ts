import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from '../errors.ts'

interface Reading {
  labels?: Record<string, string>
  value: number
}

/** A value that is read whenever somebody requests the metrics. */
export interface Measure {
  /** Without the prefix `plinth_`. */
  name: string
  help: string
  labels?: readonly string[]
  read: () => readonly Reading[] | Promise<readonly Reading[]>
}

/** A request that was answered. */
interface AnsweredRequest {
  method: string
  /** See `routeLabel`. */
  route: string
  status: number
  /** From its beginning to the end of the answer, in milliseconds; null leaves the time out. */
  ms: number | null
}

export type CountRequest = (answered: AnsweredRequest) => void

/** The pattern of a request's route. An unknown path could be any text, so it must not become a label. */
export const routeLabel = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'none' : (routeOptions.url ?? 'none')

const PREFIX = 'plinth_'
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * Serves `/metrics` for Prometheus: to whoever has the token or, if none is set, to this machine alone. Everybody else
 * gets a 404. Counts every request that Fastify answers; the function that is returned counts others.
 */
export function registerMetrics(
  app: FastifyInstance,
  { token, measures }: { token: string | null; measures: readonly Measure[] },
): CountRequest {
  const register = new Registry()
  const countRequest = countRequests(app, register)
  const unread = new Counter({
    name: `${PREFIX}measures_unread_total`,
    help: 'Times that something could not be measured, by what.',
    labelNames: ['measure'],
    registers: [register],
  })
  for (const measure of measures) {
    addGauge(register, measure, (error) => {
      unread.inc({ measure: measure.name })
      app.log.warn({ err: error, measure: measure.name }, 'not measured')
    })
  }
  let isAsked = false
  app.get(
    '/metrics',
    {
      config: { rateLimit: false, isAnsweredLate: true, isUntraced: true },
      schema: { hide: true },
      logLevel: 'warn',
    },
    async (request, reply) => {
      if (!mayRead(request, token)) throw notFound()
      // Collecting starts with the first request, so tests and sites without monitoring do not pay for it.
      if (!isAsked) collectDefaultMetrics({ register })
      isAsked = true
      const text = await register.metrics()
      return reply.header('cache-control', 'no-store').type(register.contentType).send(text)
    },
  )
  return countRequest
}

function countRequests(app: FastifyInstance, register: Registry): CountRequest {
  const count = new Counter({
    name: `${PREFIX}http_requests_total`,
    help: 'Requests answered, by route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  })
  const duration = new Histogram({
    name: `${PREFIX}http_request_seconds`,
    help: 'Time to the end of an answer, by route. Streams are left out.',
    labelNames: ['method', 'route'],
    buckets: SECONDS,
    registers: [register],
  })
  const countRequest: CountRequest = ({ method, route, status, ms }) => {
    count.inc({ method, route, status })
    if (ms !== null) duration.observe({ method, route }, ms / 1_000)
  }
  app.addHook('onResponse', (request, reply, done) => {
    const isStream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')
    countRequest({
      method: request.method,
      route: routeLabel(request),
      status: reply.statusCode,
      ms: isStream ? null : reply.elapsedTime,
    })
    done()
  })
  return countRequest
}

function addGauge(
  register: Registry,
  { name, help, labels = [], read }: Measure,
  onError: (error: unknown) => void,
): void {
  const gauge = new Gauge({
    name: PREFIX + name,
    help,
    labelNames: labels,
    registers: [register],
    collect: async () => {
      // A value that cannot be read is left out, because an old one would look current.
      gauge.reset()
      try {
        for (const { labels: of = {}, value } of await read()) gauge.set(of, value)
      } catch (error) {
        gauge.remove()
        onError(error)
      }
    },
  })
}

/** A proxy on this machine makes every request look local, so requests with these headers do not count as local. */
const PROXY_HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  const address = socket.remoteAddress ?? ''
  const isOwn = loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return isOwn && PROXY_HEADERS.every((name) => headers[name] === undefined)
}

/** Compares in constant time, so that the response time does not reveal how many characters matched. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
