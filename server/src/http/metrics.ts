import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv6 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { notFound } from './errors.ts'

interface Reading {
  labels?: Record<string, string>
  value: number
}

/** Something that is looked at when metrics are asked for. */
export interface Measure {
  /** Without the prefix that all of ours have. */
  name: string
  help: string
  labels?: readonly string[]
  read: () => readonly Reading[] | Promise<readonly Reading[]>
}

const PREFIX = 'plinth_'
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/**
 * `/metrics`, for Prometheus. With a token only to whoever has it; without one to this machine alone. To others there
 * is nothing here.
 */
export function registerMetrics(
  app: FastifyInstance,
  { token, measures }: { token: string | null; measures: readonly Measure[] },
): void {
  const register = new Registry()
  countRequests(app, register)
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
      config: { rateLimit: false, pressureHandler: () => undefined },
      schema: { hide: true },
      logLevel: 'warn',
    },
    async (request, reply) => {
      if (!mayRead(request, token)) throw notFound()
      // The process is watched from the first look on: in tests, and where nobody looks, it is not.
      if (!isAsked) collectDefaultMetrics({ register })
      isAsked = true
      const text = await register.metrics()
      return reply.header('cache-control', 'no-store').type(register.contentType).send(text)
    },
  )
}

function countRequests(app: FastifyInstance, register: Registry): void {
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
  app.addHook('onResponse', (request, reply, done) => {
    // What no route answers, anybody can name as they like.
    const { method, routeOptions } = request
    const route = request.is404 ? 'none' : (routeOptions.url ?? 'none')
    count.inc({ method, route, status: reply.statusCode })
    const isStream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream')
    if (!isStream) duration.observe({ method, route }, reply.elapsedTime / 1_000)
    done()
  })
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
      // What cannot be read now is left out: an old figure would look like a new one.
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

/** Behind a proxy on the same machine every connection is this machine's: only what was not passed on counts. */
const PASSED_ON = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via']

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

function mayRead({ headers, socket }: FastifyRequest, token: string | null): boolean {
  if (token !== null) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  const address = socket.remoteAddress ?? ''
  const isOwn = loopback.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  return isOwn && PASSED_ON.every((name) => headers[name] === undefined)
}

/** In a time that does not tell how much of it was right. */
const isSame = (given: string, wanted: string): boolean =>
  timingSafeEqual(digest(given), digest(wanted))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
