import type { TracingSettings } from '../env.ts'

/** What a span says about itself. Never anything that people write, and no ids of people or of what they make. */
export type SpanFacts = Readonly<Record<string, string | number>>

/** `server`: a request. `client`: a call to the database or a service. `job`: background work. `inside`: anything else. */
export type SpanKind = 'server' | 'client' | 'job' | 'inside'

/** Something that has begun and takes time, as part of a trace. */
export interface Span {
  readonly traceId: string
  /** Names it for another trace, as the header `traceparent` does. */
  readonly parent: string
  /** Runs some work. Spans that begin in it, also later, become children of this one. */
  run: <T>(work: () => T) => T
  rename: (name: string) => void
  tell: (facts: SpanFacts) => void
  /** Says that it waits for what another span does. */
  link: (to: Span) => void
  /** `failure` is a status, a code or the type of an error, never its message: messages quote what people write. */
  end: (failure?: string) => void
}

interface TraceOptions {
  kind: SpanKind
  facts?: SpanFacts
  /** The `traceparent` of a span elsewhere that this one belongs to. */
  parent?: string | undefined
  /** The `traceparent` of a span that caused this trace. */
  cause?: string | undefined
}

export interface Tracing {
  /** A child of the current span; null where there is none, or where it has enough. */
  begin: (name: string, kind: SpanKind, facts: SpanFacts) => Span | null
  /** The first span of a trace, or null if the sampler leaves this trace out. */
  beginTrace: (name: string, options: TraceOptions) => Span | null
  current: () => Span | null
  /** Runs work that does not belong to the current span. */
  outside: <T>(work: () => T) => T
  /** Sends what is left, and gives up after a moment. */
  stop: () => Promise<void>
}

/** What becomes of the collector; it is told once when it goes and once when it is back. */
export type CollectorReport =
  | { state: 'gone'; reason: string }
  | { state: 'back'; seconds: number; lost: number }

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
