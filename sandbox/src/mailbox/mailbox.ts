import type { ServerResponse } from 'node:http'
import { HttpError, type Service } from '../http.ts'
import type { Html } from '../html.ts'
import type { Letters } from './letters.ts'
import { letterPage, listPage } from './mailbox-pages.ts'

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

/** A letter runs nothing and loads nothing; its links open a window of their own. */
const LETTER_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "frame-ancestors 'self'",
].join('; ')

/** The letters that Plinth sent, to whomever, for reading in a browser. */
export function serveMailbox({
  letters,
  plinthUrl,
}: {
  letters: Letters
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
      const lines = await letters.list(address)
      send(response, PAGE_POLICY, listPage({ lines, address, plinthUrl }))
      return true
    }
    const letter = await letters.find(id)
    if (letter === null) throw new HttpError(404, 'There is no such letter here.')
    if (isHtml === undefined) send(response, PAGE_POLICY, letterPage(letter, plinthUrl))
    else send(response, LETTER_POLICY, `<base target="_blank">${letter.html ?? ''}`)
    return true
  }
}

function send(response: ServerResponse, policy: string, content: Html | string): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(typeof content === 'string' ? content : content.text)
}
