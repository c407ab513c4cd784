import type { ServerResponse } from 'node:http'
import { HttpError, type Service } from '../http.ts'
import type { Html } from '../html.ts'
import type { Emails } from './emails.ts'
import { emailPage, listPage } from './pages.ts'

const PATH = /^\/mailbox(?:\/(\d{1,18})(\/html)?)?$/

const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** An email may load Plinth's pictures and nothing else, and run nothing. Its links open in a new window. */
const emailPolicy = (plinthUrl: string): string =>
  [
    'sandbox allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${new URL(plinthUrl).origin}`,
    "frame-ancestors 'self'",
  ].join('; ')

/** Shows every email that Plinth sent, in a browser. */
export function serveMailbox({
  emails,
  plinthUrl,
}: {
  emails: Emails
  plinthUrl: string
}): Service {
  return async (request, response, url) => {
    const match = PATH.exec(url.pathname)
    if (match === null) return false
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new HttpError(405, 'This page is for reading.')
    const [, id, isHtml] = match
    if (id === undefined) {
      const address = url.searchParams.get('to')?.trim().toLowerCase() || null
      const lines = await emails.list(address)
      send(response, PAGE_POLICY, listPage({ lines, address, plinthUrl }))
      return true
    }
    const email = await emails.find(id)
    if (email === null) throw new HttpError(404, 'There is no such email here.')
    if (isHtml === undefined) send(response, PAGE_POLICY, emailPage(email, plinthUrl))
    else send(response, emailPolicy(plinthUrl), withBase(email.html ?? ''))
    return true
  }
}

/** Behind the doctype, without which browsers draw by older rules. */
const withBase = (html: string): string =>
  html.replace(/^(\s*<!doctype[^>]*>)?/i, '$1<base target="_blank">')

function send(response: ServerResponse, policy: string, content: Html | string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(typeof content === 'string' ? content : content.text)
}
