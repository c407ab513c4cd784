import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { openConnection } from './connection.ts'
import { encodeRequest, inTurn, loadHttp } from './http.ts'

let server: Server | undefined
afterEach(() => {
  server?.close()
})

/** A server that hands each request's text to this function. */
async function serve(answer: (socket: Socket, request: string) => void): Promise<string> {
  const started = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => answer(socket, chunk.toString()))
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  const address = started.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

const ok = (body: string, status = '200 OK') =>
  `HTTP/1.1 ${status}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe('openConnection', () => {
  it('reads answers that come in pieces, one after the other', async () => {
    const whole = ok('an answer of some length')
    const origin = await serve((socket) => {
      socket.setNoDelay()
      for (let at = 0; at < whole.length; at += 1)
        setTimeout(() => socket.write(whole.charAt(at)), at)
    })
    const connection = await openConnection(new URL(origin))
    const request = encodeRequest({ path: '/' })
    expect(await connection.send(request)).toBe(200)
    expect(await connection.send(request)).toBe(200)
    connection.close()
  })

  it('takes 204 for an answer without a body', async () => {
    const origin = await serve((socket) => socket.write('HTTP/1.1 204 No Content\r\n\r\n'))
    const connection = await openConnection(new URL(origin))
    expect(await connection.send(encodeRequest({ path: '/' }))).toBe(204)
    connection.close()
  })

  it.each([
    ['has no length', 'HTTP/1.1 200 OK\r\n\r\nx', /no content-length/],
    ['breaks off', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx', /closed the connection/],
  ])('fails when an answer %s', async (_, text, message) => {
    const origin = await serve((socket) => socket.end(text))
    const connection = await openConnection(new URL(origin))
    await expect(connection.send(encodeRequest({ path: '/' }))).rejects.toThrow(message)
  })
})

describe('loadHttp', () => {
  it('sends the requests in turn with cookie, origin and body', async () => {
    const seen = new Set<string>()
    const origin = await serve((socket, request) => {
      seen.add(request)
      socket.write(ok('{}'))
    })
    const load = await loadHttp({
      origin,
      next: inTurn([
        { path: '/a', cookie: 'plinth=1' },
        { method: 'POST', path: '/b', origin: 'https://localhost', body: '{"x":"é"}' },
      ]),
      seconds: 0.2,
      connections: 2,
    })
    expect(load.perSecond).toBeGreaterThan(0)
    expect(load.times.length).toBeGreaterThanOrEqual(load.perSecond * 0.2)
    expect([...seen].toSorted()).toEqual([
      'GET /a HTTP/1.1\r\nhost: localhost\r\ncookie: plinth=1\r\n\r\n',
      'POST /b HTTP/1.1\r\nhost: localhost\r\norigin: https://localhost\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n{"x":"é"}',
    ])
  })

  it('fails at the first answer that is no success', async () => {
    const origin = await serve((socket) => socket.write(ok('', '429 Too Many Requests')))
    await expect(
      loadHttp({ origin, next: inTurn([{ path: '/busy' }]), seconds: 1 }),
    ).rejects.toThrow('GET /busy HTTP/1.1 answered 429.')
  })
})
