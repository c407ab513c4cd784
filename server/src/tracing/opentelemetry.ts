import { AsyncLocalStorage } from 'node:async_hooks'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as Recorded,
  type Tracer,
} from '@opentelemetry/api'
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace'
import type { TracingSettings } from './settings.ts'
import type { CollectorReport, Span, SpanFacts, SpanKind, Tracing } from './spans.ts'

/** A job that reads thousands of files must not fill the memory, nor a loop that a request has started. */
const MOST_SPANS = 1_000
const MOST_CHARACTERS = 1_000
/** How long a stop waits for the collector. */
const FLUSH_MS = 1_500

const KINDS: Record<SpanKind, Kind> = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  job: Kind.CONSUMER,
  inside: Kind.INTERNAL,
}

/** What all spans of a trace share. */
interface Trace {
  tracer: Tracer
  active: AsyncLocalStorage<TracedSpan>
  /** Once its first span has ended, no more begin: whatever goes on then is not what somebody waited for. */
  isOver: boolean
  left: number
}

class TracedSpan implements Span {
  readonly traceId: string
  readonly #trace: Trace
  readonly #recorded: Recorded
  readonly #isFirst: boolean

  constructor(shared: Trace, recorded: Recorded, isFirst: boolean) {
    this.#trace = shared
    this.#recorded = recorded
    this.#isFirst = isFirst
    this.traceId = recorded.spanContext().traceId
  }

  get parent(): string {
    return `00-${this.traceId}-${this.#recorded.spanContext().spanId}-01`
  }

  begin(name: string, kind: SpanKind, facts: SpanFacts): TracedSpan | null {
    const shared = this.#trace
    if (shared.isOver || shared.left === 0) return null
    shared.left -= 1
    const recorded = shared.tracer.startSpan(
      name,
      { kind: KINDS[kind], attributes: facts },
      trace.setSpan(ROOT_CONTEXT, this.#recorded),
    )
    return new TracedSpan(shared, recorded, false)
  }

  run<T>(work: () => T): T {
    return this.#trace.active.run(this, work)
  }

  rename(name: string): void {
    this.#recorded.updateName(name)
  }

  tell(facts: SpanFacts): void {
    this.#recorded.setAttributes(facts)
  }

  link(to: Span): void {
    if (to instanceof TracedSpan) this.#recorded.addLink({ context: to.#recorded.spanContext() })
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.#recorded.setAttribute('error.type', failure)
      this.#recorded.setStatus({ code: SpanStatusCode.ERROR })
    }
    if (this.#isFirst) this.#trace.isOver = true
    this.#recorded.end()
  }
}

/** Sends spans to a collector that speaks OTLP over HTTP. What it cannot take is dropped. */
export function createTracing(
  settings: TracingSettings,
  onCollector: (report: CollectorReport) => void,
): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: settings.headers,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.serviceName,
      'service.instance.id': `${os.hostname()}:${process.pid}`,
    }),
    sampler: samplerOf(settings),
    spanLimits: { attributeValueLengthLimit: MOST_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter: watch(exporter, onCollector) })],
  })
  const tracer = provider.getTracer('plinth')
  const active = new AsyncLocalStorage<TracedSpan>()
  return {
    begin: (name, kind, facts) => active.getStore()?.begin(name, kind, facts) ?? null,
    beginTrace: (name, { kind, facts = {}, parent, cause }) => {
      const causes = cause === undefined ? null : parseTraceParent(cause)
      const recorded = tracer.startSpan(
        name,
        {
          kind: KINDS[kind],
          attributes: facts,
          ...(causes === null ? {} : { links: [{ context: causes }] }),
        },
        contextOf(parent),
      )
      if (!recorded.isRecording()) return null
      return new TracedSpan({ tracer, active, isOver: false, left: MOST_SPANS }, recorded, true)
    },
    current: () => active.getStore() ?? null,
    outside: (work) => active.exit(work),
    stop: async () => {
      // That the collector did not answer has been reported already.
      const flushed = provider.shutdown().catch(() => undefined)
      await Promise.race([flushed, sleep(FLUSH_MS, undefined, { ref: false })])
    },
  }
}

/** What is not a `traceparent` begins a trace of its own. */
function contextOf(parent: string | undefined): Context {
  const remote = parent === undefined ? null : parseTraceParent(parent)
  return remote === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true })
}

function samplerOf({ sampler, share }: TracingSettings): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(share),
  }
  switch (sampler) {
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: roots.always_on() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: roots.always_off() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: roots.traceidratio() })
    default:
      return roots[sampler]()
  }
}

/** Tells once that the collector takes nothing, and once that it does again. */
function watch(
  exporter: OTLPTraceExporter,
  onCollector: (report: CollectorReport) => void,
): SpanExporter {
  let gone: { since: number; lost: number } | null = null
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.code === ExportResultCode.SUCCESS) {
          if (gone !== null) {
            const seconds = Math.round((performance.now() - gone.since) / 1_000)
            onCollector({ state: 'back', seconds, lost: gone.lost })
          }
          gone = null
        } else {
          if (gone === null) onCollector({ state: 'gone', reason: reasonOf(result.error) })
          gone ??= { since: performance.now(), lost: 0 }
          gone.lost += spans.length
        }
        done(result)
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  }
}

/** Without the address or the headers, which may hold a token. */
function reasonOf(error: Error | undefined): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' || typeof code === 'number' ? String(code) : 'no answer'
}
