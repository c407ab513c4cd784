import { connect } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../../test/app.ts'
import { listen } from '../../test/live-reader.ts'
import { testWeb } from '../../test/web.ts'

const SECRET = 'not for visitors'
const web = testWeb({
  // Those with a dot at the start may lie in a built web by somebody's mistake.
  sheets: {
    'assets/first.css': '.first{}',
    'assets/part/second.css': '.second{}',
    'assets/.env': SECRET,
    'assets/.git/config': SECRET,
    'favicon.svg': '<svg/>',
    '.env': SECRET,
    '.git/config': SECRET,
  },
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

describe('a built file', () => {
  it.each([
    ['/assets/first.css', '.first{}', 'public, max-age=31536000, immutable'],
    ['/assets/part/second.css', '.second{}', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', '<svg/>', 'public, max-age=3600'],
  ])('is kept by browsers for as long as its name says: %s', async (url, body, control) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await t.app.inject({ method, url })
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, control])
      expect(answer.body).toBe(method === 'GET' ? body : '')
      const etag = String(answer.headers.etag)
      const again = await t.app.inject({ method, url, headers: { 'if-none-match': etag } })
      expect(again.statusCode).toBe(304)
    }
  })

  it('that is not there is kept by nobody', async () => {
    const { statusCode, headers } = await t.app.inject('/assets/missing.css')
    expect(statusCode).toBe(404)
    expect(headers['cache-control']).toBe('no-store')
  })
})

describe('what is not there', () => {
  it.each([
    '/.env',
    '/.git',
    '/.git/config',
    '/assets',
    '/assets/',
    '/assets/part',
    '/assets/part/',
    '/assets/first.css/',
    '/assets/missing.css',
    '/assets/.env',
    '/assets/.git/config',
    '/assets/%2eenv',
    '/assets/../.env',
    '/assets/../../screens.json',
    '/assets/..%2f..%2fscreens.json',
    '/assets/%2e%2e/%2e%2e/screens.json',
    '/assets/part/..%5c..%5c.env',
    '/assets//etc/passwd',
    '/assets/first.css%00',
    '/assets/%',
    `/assets/${'long'.repeat(500)}.css`,
    '/..%2fscreens.json',
    '/%2e%2e/screens.json',
    '/..\\screens.json',
    '/screens.json',
    '/ssr/entry-server.js',
    '/package.json',
  ])('is not served, and no folder is listed: %s', async (url) => {
    const answer = await send(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 (400|404) /)
    for (const word of [SECRET, 'first.css', '.first{}', 'second.css', 'export const render'])
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
