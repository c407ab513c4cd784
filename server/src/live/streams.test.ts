import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { Stream } from './streams.ts'

const server = createServer()
afterEach(() => server.closeAllConnections())

/** A stream on a real connection, to a client that never reads. */
async function openStream(): Promise<{ stream: Stream; response: ServerResponse }> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  // The server cuts it off in the end.
  socket.on('error', () => undefined)
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
  const listener = { id: 'x', userId: 'x', tokenHash: Buffer.alloc(32) }
  return { stream: new Stream(listener, response), response }
}

test('a client that does not read is disconnected before it uses much memory', async () => {
  const { stream, response } = await openStream()
  stream.greet({ notifications: 0, messages: 0 })
  const closed = once(response, 'close')
  let most = 0
  for (let count = 0; count < 200_000 && !response.destroyed; count += 1) {
    stream.push({ type: 'comments', postId: '0193a1b2-0000-7000-8000-000000000001' })
    most = Math.max(most, response.writableLength)
  }
  await closed
  expect(response.destroyed).toBe(true)
  expect(most).toBeLessThan(300 * 1024)
  // A late event is ignored.
  stream.push({ type: 'ended' })
  stream.end()
})
