import type { TracingSettings } from './settings.ts'
import type { CollectorReport, Span, SpanFacts, SpanKind, TraceOptions, Tracing } from './spans.ts'

let tracing: Tracing | null = null

/** Begins to trace if the settings say so. What is made afterwards, such as pools, is traced. Call it once, first. */
export async function startTracing(
  settings: TracingSettings | null,
  onCollector: (report: CollectorReport) => void,
): Promise<void> {
  if (settings === null) return
  // Loaded only when it is used.
  const { createTracing } = await import('./opentelemetry.ts')
  tracing = createTracing(settings, onCollector)
}

export async function stopTracing(): Promise<void> {
  const stopping = tracing
  tracing = null
  await stopping?.stop()
}

export const isTracing = (): boolean => tracing !== null

export const beginSpan = (name: string, kind: SpanKind, facts: SpanFacts = {}): Span | null =>
  tracing?.begin(name, kind, facts) ?? null

export const beginTrace = (name: string, options: TraceOptions): Span | null =>
  tracing?.beginTrace(name, options) ?? null

export const currentSpan = (): Span | null => tracing?.current() ?? null

/** Runs work that goes on for longer than the current span, or for others too. */
export const outsideSpans = <T>(work: () => T): T =>
  tracing === null ? work() : tracing.outside(work)

/** Does something as a span of the current trace, if there is one. */
export async function traced<T>(
  name: string,
  facts: SpanFacts,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  return during(beginSpan(name, 'client', facts), work)
}

/** Does something as a span that has begun, and ends it. */
export async function during<T>(
  span: Span | null,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (span === null) return work(null)
  try {
    const result = await span.run(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/** `fetch` for one service, whose calls are spans without their addresses. */
export const fetchFrom =
  (service: string): typeof fetch =>
  (input, init) => {
    const method = init?.method ?? 'GET'
    return traced(
      `${method} ${service}`,
      { 'http.request.method': method, 'peer.service': service },
      async (span) => {
        const answer = await fetch(input, init)
        span?.tell({ 'http.response.status_code': answer.status })
        return answer
      },
    )
  }

const CODE = /^[\w.-]{1,60}$/

/** The code of an error, or its type. */
export function failureOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  if (typeof code === 'string' && CODE.test(code)) return code
  return error instanceof Error ? error.constructor.name : 'error'
}
