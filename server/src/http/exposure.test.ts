import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { listen } from '../../test/live-reader.ts'
import { testWeb } from '../../test/web.ts'

const SECRET = 'not for visitors'
const web = testWeb({
  // The last two may lie in a built web by somebody's mistake.
  sheets: { 'assets/first.css': '.first{}', '.env': SECRET, '.git/config': SECRET },
  screens: { secret: { styles: [], scripts: [SECRET] } },
})
const t = testApp(() => ({ WEB_DIST: web.dir, JOBS: 'off' }))
let port: number
beforeAll(async () => {
  port = Number(new URL(await listen(t)).port)
})

/** Sends these bytes and returns everything that comes back until the server closes the connection. */
async function send(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  socket.write(text)
  let answer = ''
  for await (const part of socket) answer += String(part)
  return answer
}

const HEAD = 'POST /api/categories HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n'
const NEXT = 'GET /api/smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe('a request whose end can be read in two ways', () => {
  it.each([
    [
      'a length and chunks',
      `Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${NEXT}`,
    ],
    ['two lengths', `Content-Length: 0\r\nContent-Length: ${NEXT.length}\r\n\r\n${NEXT}`],
    ['two lengths in one line', `Content-Length: 0, ${NEXT.length}\r\n\r\n${NEXT}`],
    ['a length that is no number', `Content-Length: +0\r\n\r\n${NEXT}`],
    [
      'chunks that are not the last encoding',
      `Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${NEXT}`,
    ],
    ['an encoding that nobody knows', `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${NEXT}`],
    ['a space before the colon', `Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${NEXT}`],
    ['a chunk without a size', `Transfer-Encoding: chunked\r\n\r\nx\r\n\r\n${NEXT}`],
    [
      'a folded line',
      `X-Note: a\r\n Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n${NEXT}`,
    ],
  ])('is refused, and nothing after it is read: %s', async (_, rest) => {
    const answer = await send(HEAD + rest)
    expect(answer.match(/^HTTP\/1\.1 \d+/gm)).toEqual([expect.stringMatching(/ 4\d\d$/)])
    expect(answer).not.toContain('smuggled')
  })
})

describe('what is not there', () => {
  it.each([
    '/.env',
    '/.git',
    '/.git/config',
    '/assets',
    '/assets/../.env',
    '/assets/..%2f..%2fscreens.json',
    '/..%2fscreens.json',
    '/%2e%2e/screens.json',
    '/..\\screens.json',
    '/screens.json',
    '/ssr/entry-server.js',
    '/package.json',
  ])('is not served, and no folder is listed: %s', async (url) => {
    const answer = await send(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /)
    for (const word of [SECRET, 'first.css', 'export const render'])
      expect(answer).not.toContain(word)
  })

  it('is no method but those that some call has', async () => {
    for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'DEBUG']) {
      const answer = await send(
        `${method} /api/categories HTTP/1.1\r\nHost: localhost\r\nX-Note: ${SECRET}\r\nConnection: close\r\n\r\n`,
      )
      expect([method, answer]).not.toEqual([method, expect.stringMatching(/^HTTP\/1\.1 [23]/)])
      expect(answer).not.toContain(SECRET)
    }
  })
})
