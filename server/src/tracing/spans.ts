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

export interface TraceOptions {
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
