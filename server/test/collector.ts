import { createServer, type IncomingHttpHeaders } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A span as the collector got it. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** Empty for the first of a trace. */
  parentId: string
  name: string
  facts: Record<string, string | number>
  /** Spans of other traces. */
  links: { traceId: string; spanId: string }[]
  isError: boolean
}

export interface Collector {
  origin: string
  spans: () => ReceivedSpan[]
  /** Everything that was received, as text. */
  text: () => string
  requests: () => { path: string; headers: IncomingHttpHeaders }[]
  /** `hangs`: never answers. `fails`: answers 400. */
  behave: (how: 'well' | 'hangs' | 'fails') => void
  close: () => Promise<void>
}

/** Stands in for a collector of traces that speaks OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = []
  const requests: { path: string; headers: IncomingHttpHeaders }[] = []
  let text = ''
  let how: 'well' | 'hangs' | 'fails' = 'well'
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers })
    void buffer(request).then((body) => {
      if (how === 'hangs') return
      if (how === 'well') {
        text += body.toString('latin1')
        spans.push(...readSpans(body))
      }
      response.writeHead(how === 'well' ? 200 : 400).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: () => spans,
    text: () => text,
    requests: () => requests,
    behave: (next) => {
      how = next
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Field = { number: number; bytes: Buffer; value: bigint }

/** The fields of a Protocol Buffers message. */
function* fieldsOf(message: Buffer): Generator<Field> {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at] ?? 0
      at += 1
      value |= BigInt(byte & 127) << shift
      if (byte < 128) return value
    }
  }
  const take = (length: number) => message.subarray(at, (at += length))
  while (at < message.length) {
    const tag = Number(varint())
    const [number, type] = [tag >> 3, tag & 7]
    if (type === 0) yield { number, bytes: Buffer.alloc(0), value: varint() }
    else if (type === 2) yield { number, bytes: take(Number(varint())), value: 0n }
    else yield { number, bytes: take(type === 1 ? 8 : 4), value: 0n }
  }
}

const all = (message: Buffer, number: number): Field[] =>
  [...fieldsOf(message)].filter((field) => field.number === number)
const bytesOf = (message: Buffer, number: number): Buffer =>
  all(message, number)[0]?.bytes ?? Buffer.alloc(0)
const textOf = (message: Buffer, number: number) => bytesOf(message, number).toString()
const idOf = (message: Buffer, number: number) => bytesOf(message, number).toString('hex')

/** The numbers are those of opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(body: Buffer): ReceivedSpan[] {
  const messages = all(body, 1)
    .flatMap(({ bytes }) => all(bytes, 2))
    .flatMap(({ bytes }) => all(bytes, 2))
  return messages.map(({ bytes: span }) => ({
    traceId: idOf(span, 1),
    spanId: idOf(span, 2),
    parentId: idOf(span, 4),
    name: textOf(span, 5),
    facts: Object.fromEntries(
      all(span, 9).map(({ bytes }) => {
        const value = bytesOf(bytes, 2)
        const whole = all(value, 3)[0]
        return [textOf(bytes, 1), whole === undefined ? textOf(value, 1) : Number(whole.value)]
      }),
    ),
    links: all(span, 13).map(({ bytes }) => ({ traceId: idOf(bytes, 1), spanId: idOf(bytes, 2) })),
    isError: (all(bytesOf(span, 15), 3)[0]?.value ?? 0n) === 2n,
  }))
}
