import { figuresOf, type Figures } from '../figures.ts'
import { openConnection } from './connection.ts'

export const CONNECTIONS = 32

/**
 * How long a row runs before it is measured. V8 compiles new code of the server while it runs, on the same two cores: in
 * its first second a row takes up to twice as long, and some a fifth longer in its second.
 */
export const WARM_UP_SECONDS = 3

export interface HttpRequest {
  path: string
  /** GET unless given. */
  method?: string
  /** The `Cookie` header; null or left out: a visitor. */
  cookie?: string | null
  /** The `Accept-Encoding` header. */
  encodings?: string
  /** Sent as JSON unless a type is given. */
  body?: string
  type?: string
  /** Sent with calls that change something. */
  origin?: string
}

export interface LoadInput {
  /** The server, such as http://127.0.0.1:3900. */
  origin: string
  /** The next request of whichever connection is free. */
  next: () => Buffer
  seconds: number
  /** 32 unless given. */
  connections?: number
}

export interface Load extends Figures {
  /** Milliseconds of each answer. */
  times: number[]
}

/** The bytes of a request. */
export function encodeRequest(request: HttpRequest): Buffer {
  const {
    method = 'GET',
    path,
    cookie,
    encodings,
    body,
    type = 'application/json',
    origin,
  } = request
  const headers = ['host: localhost']
  if (cookie) headers.push(`cookie: ${cookie}`)
  if (encodings !== undefined) headers.push(`accept-encoding: ${encodings}`)
  if (origin !== undefined) headers.push(`origin: ${origin}`)
  if (body !== undefined)
    headers.push(`content-type: ${type}`, `content-length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** One of the requests after the other. */
export function inTurn(requests: readonly HttpRequest[]): () => Buffer {
  const encoded = requests.map(encodeRequest)
  let turn = 0
  return () => encoded[turn++ % encoded.length] as Buffer
}

/** Any of the requests at random. */
export function atRandom(requests: readonly HttpRequest[]): () => Buffer {
  const encoded = requests.map(encodeRequest)
  return () => encoded[Math.floor(Math.random() * encoded.length)] as Buffer
}

/**
 * Sends requests over 32 connections for so many seconds, then waits for the last answers, which count in the times but
 * not in the rate. Throws when any answer is not a 2xx, is broken off or is late.
 */
export async function loadHttp(input: LoadInput): Promise<Load> {
  const { origin, next, seconds, connections = CONNECTIONS } = input
  const url = new URL(origin)
  const opened = await Promise.all(Array.from({ length: connections }, () => openConnection(url)))
  const times: number[] = []
  let answered = 0
  const begin = performance.now()
  const end = begin + seconds * 1_000
  try {
    await Promise.all(
      opened.map(async ({ send }) => {
        for (let start = begin; start < end;) {
          const request = next()
          const status = await send(request)
          if (status < 200 || status > 299)
            throw new Error(`${firstLine(request)} answered ${status}.`)
          const now = performance.now()
          times.push(now - start)
          if (now <= end) answered += 1
          start = now
        }
      }),
    )
  } finally {
    for (const one of opened) one.close()
  }
  return { ...figuresOf(times, seconds), perSecond: answered / seconds, times }
}

const firstLine = (request: Buffer) => request.toString('latin1', 0, request.indexOf('\r'))

/** Fetches the body of each path, for the limit's server that has to serve the same bytes. */
export async function fetchBodies(
  origin: string,
  paths: readonly string[],
  cookie: string | null,
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  for (const path of paths) bodies.set(path, await (await get(origin, path, cookie)).text())
  return bodies
}

export async function get(origin: string, path: string, cookie: string | null): Promise<Response> {
  const response = await fetch(origin + path, { headers: cookie === null ? {} : { cookie } })
  if (!response.ok) {
    throw new Error(`GET ${path} answered ${response.status}: ${await response.text()}`)
  }
  return response
}
