import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Span } from '../tracing/spans.ts'
import { beginSpan, failureOf, isTracing } from '../tracing/tracing.ts'

type ClientClass = typeof pg.Client
type Anything = (...args: unknown[]) => unknown

/** What a span says about a statement. */
interface Summary {
  name: string
  text: string
}

/** Lists of values of different lengths make different texts. */
const MOST_KNOWN = 2_000
const known = new Map<string, Summary>()

/** Rows that are locked `for update` are not written. */
const WRITE = /(?<!\b(?:for|key) )\b(insert into|update|delete from|merge into) "?([\w.]+)/i
const READ = /\bfrom "?([\w.]+)\b(?!\s*\()/i

/** The statement without its values, of which the text has only constants of ours. */
function summaryOf(text: string): Summary {
  const found = known.get(text)
  if (found !== undefined) return found
  const line = text.replaceAll(/\s+/g, ' ')
  const [, verb, table] = WRITE.exec(line) ?? []
  const [first = 'query'] = /\w+/.exec(line) ?? []
  const from = READ.exec(line)?.[1]
  const name =
    verb !== undefined && table !== undefined
      ? `${verb.split(' ')[0]?.toUpperCase()} ${table}`
      : from === undefined
        ? first.toUpperCase()
        : `SELECT ${from}`
  const summary = { name, text: line.replaceAll(/'(?:[^']|'')*'/g, '?') }
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(text, summary)
  return summary
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null
  return 'text' in statement && typeof statement.text === 'string' ? statement.text : null
}

const endWith = (span: Span) => (error: unknown) => span.end(failureOf(error))

/** While anything is traced, a client whose statements are spans; otherwise the same class. */
export function tracedClient(Base: ClientClass): ClientClass {
  if (!isTracing()) return Base
  return class TracedClient extends Base {
    // The overloads of `query` cannot be repeated here, so the arguments are passed on unchanged.
    override query(...args: unknown[]): never {
      const send = (): never => (super.query as (...all: unknown[]) => never)(...args)
      const text = textOf(args[0])
      if (text === null) return send()
      const summary = summaryOf(text)
      const span = beginSpan(summary.name, 'client', {
        'db.system.name': 'postgresql',
        'db.query.text': summary.text,
        'server.address': this.host,
        'server.port': this.port,
      })
      if (span === null) return send()
      const done = args.at(-1)
      if (typeof done === 'function') {
        const after = AsyncLocalStorage.bind(done as Anything)
        args[args.length - 1] = (error: Error | undefined, ...rest: unknown[]) => {
          span.end(error ? failureOf(error) : undefined)
          after(error, ...rest)
        }
        return send()
      }
      const sent = send() as Promise<unknown>
      sent.then(() => span.end(), endWith(span))
      return sent as never
    }
  }
}

/** While anything is traced, a pool in which waiting for a connection is a span; otherwise the same class. */
export function tracedPool(): typeof pg.Pool {
  if (!isTracing()) return pg.Pool
  return class TracedPool extends pg.Pool {
    override connect(done?: (...answer: never[]) => unknown): never {
      const isWaiting = this.idleCount <= this.waitingCount
      const span = isWaiting ? beginSpan('wait for a connection', 'inside') : null
      const connect = super.connect.bind(this) as unknown as Anything
      if (done === undefined) {
        const connected = connect() as Promise<unknown>
        if (span !== null) connected.then(() => span.end(), endWith(span))
        return connected as never
      }
      // Called by whoever gives a connection back, which may be another request.
      const after = AsyncLocalStorage.bind(done as Anything)
      return connect((error: Error | undefined, ...rest: unknown[]) => {
        span?.end(error ? failureOf(error) : undefined)
        after(error, ...rest)
      }) as never
    }
  }
}
