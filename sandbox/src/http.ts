import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Handles the request, or returns false to leave it to the next service. */
export type Service = (
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
) => boolean | Promise<boolean>

const MAX_FORM_BYTES = 16 * 1024

/** An error response with a sentence for a person. */
export class HttpError extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** Tries the services in order. They are created once the port is known, because their URLs contain it. */
export async function serve(
  { host, port }: { host: string; port: number },
  open: (port: number) => Promise<Service[]>,
): Promise<{ server: Server; port: number }> {
  let services: Promise<Service[]>
  const server = createServer((request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    // Not `no-referrer`, because browsers would then send `Origin: null` with our own forms.
    response.setHeader('referrer-policy', 'same-origin')
    void services
      .then((list) => answer(list, request, response))
      .catch((error: unknown) => fail(error, response))
  })
  const { promise: listening, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  services = listening.then(() => open((server.address() as AddressInfo).port))
  await services
  return { server, port: (server.address() as AddressInfo).port }
}

async function answer(
  services: Service[],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const target = request.url ?? '/'
  if (!URL.canParse(target, 'http://sandbox')) throw new HttpError(400, 'That is no address.')
  const url = new URL(target, 'http://sandbox')
  for (const service of services) {
    if (await service(request, response, url)) return
  }
  throw new HttpError(404, 'There is nothing here.')
}

function fail(error: unknown, response: ServerResponse): void {
  const known = error instanceof HttpError
  if (!known) process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
  if (response.headersSent) {
    response.destroy()
    return
  }
  response.writeHead(known ? error.status : 500, { 'content-type': 'text/plain; charset=utf-8' })
  response.end(known ? error.message : 'Something went wrong in the sandbox. Its log says what.')
}

/** The fields of a submitted form. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  if (request.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded')
    throw new HttpError(415, 'This takes a form.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_FORM_BYTES) throw new HttpError(413, 'That is too long.')
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
