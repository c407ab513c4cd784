import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Span } from '../tracing/spans.ts'
import { beginTrace, currentSpan, isTracing } from '../tracing/tracing.ts'
import { routeLabel } from './operating/metrics.ts'

const spans = new WeakMap<IncomingMessage, Span>()
const traceIds = new WeakMap<object, string>()

/** Adds the id of the trace to each line of the log, as long as anything is traced. */
export const logsTraces = () =>
  isTracing()
    ? {
        mixin: (_line: object, _level: number, logger: object) => {
          const id = traceIds.get(logger) ?? currentSpan()?.traceId
          return id === undefined ? {} : { trace_id: id }
        },
      }
    : {}

/**
 * Makes each request a trace, or part of the proxy's. A `traceparent` from anybody else is ignored, because it would let
 * anybody write into our traces and decide how many there are. Register it before anything that may answer.
 */
export function traceRequests(app: FastifyInstance, { isProxied }: { isProxied: boolean }): void {
  if (!isTracing()) return
  // The earliest place at which a request is met, so that all of its lines in the log name its trace.
  app.setChildLoggerFactory((logger, bindings, options, request) => {
    const child = logger.child(bindings, options)
    const { traceparent } = request.headers
    const parent = isProxied && typeof traceparent === 'string' ? traceparent : undefined
    const span = beginTrace('request', { kind: 'server', parent })
    if (span === null) return child
    spans.set(request, span)
    traceIds.set(child, span.traceId)
    return child
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const span = spans.get(request.raw)
    if (span === undefined) return done()
    if (request.routeOptions.config.isUntraced === true) {
      spans.delete(request.raw)
      traceIds.delete(request.log)
      return done()
    }
    const route = routeLabel(request)
    span.rename(`${request.method} ${route}`)
    span.tell({
      'http.request.method': request.method,
      'http.route': route,
      'plinth.request_id': request.id,
    })
    return span.run(done)
  })
  // Reading the body loses the current span, so it is set again.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request.raw)
    if (span === undefined) done()
    else span.run(done)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request.raw)
    const status = reply.statusCode
    span?.tell({ 'http.response.status_code': status })
    span?.end(status >= 500 ? String(status) : undefined)
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Streams, which last for hours, and what is asked every second. */
    isUntraced?: boolean
  }
}
