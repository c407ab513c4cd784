import type { IncomingMessage, ServerResponse } from 'node:http'
import { html, type Html, layout } from '../../html.ts'
import { HttpError } from '../../http.ts'
import type { CardsDependencies } from '../api.ts'
import type { Call } from '../call.ts'
import type { Kind, Kinds } from '../kinds.ts'
import { find } from '../store.ts'
import { read, write } from '../world.ts'

/** A request for a page, in the world of the object that its address names. */
export interface PageRequest {
  request: IncomingMessage
  response: ServerResponse
  url: URL
  /** The submitted form; null for a GET request. */
  form: URLSearchParams | null
  read: <T>(run: (call: Call) => Promise<T>) => Promise<T>
  write: <T>(run: (call: Call) => Promise<T>) => Promise<T>
}

export async function openPageRequest(
  { database, config, wake }: CardsDependencies,
  request: IncomingMessage,
  response: ServerResponse,
  options: { url: URL; form: URLSearchParams | null; id: string },
): Promise<PageRequest> {
  const { url, form, id } = options
  const { rows } = await database.query<{ world: string }>(
    'select world from cards_objects where id = $1 limit 1',
    [id],
  )
  const world = rows[0]?.world
  if (world === undefined) throw new HttpError(404, 'There is no such page here.')
  const about = { world, method: request.method ?? 'GET', path: url.pathname }
  return {
    request,
    response,
    url,
    form,
    read: (run) => read(database, config, about, run),
    write: async <T>(run: (call: Call) => Promise<T>) => {
      const { status, body } = await write(database, config, about, run)
      wake(world)
      if (status === 200) return body as T
      throw new HttpError(status, (body as { error: { message: string } }).error.message)
    },
  }
}

export async function need<K extends Kind>(call: Call, kind: K, id: string): Promise<Kinds[K]> {
  const object = await find(call, kind, id)
  if (object === null) throw new HttpError(404, 'There is no such page here.')
  return object
}

const STYLES = ['cards.css', 'checkout.css', 'sheet.css']
const STRIP = 'Test mode. No bank is asked, no money moves. Real cards are refused here.'

interface Page {
  title: string
  body: Html
  status?: number
  /** Other origins that its forms may redirect to or its pictures come from. */
  origins?: (string | null)[]
}

/** `form-action` includes the way back, because Chromium also applies it to the redirects after a form. */
export function show(
  response: ServerResponse,
  { title, body, status = 200, origins = [] }: Page,
): void {
  const others = [...new Set(origins.filter((origin) => origin !== null))].join(' ')
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${others}`.trim(),
    "font-src 'self'",
    `form-action 'self' ${others}`.trim(),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(layout({ title, strip: STRIP, styles: STYLES, script: 'cards.js', body }).text)
}

export function redirect(response: ServerResponse, url: string): void {
  response.writeHead(303, { location: url, 'cache-control': 'no-store' })
  response.end()
}

/** A simple page with a title and a message. */
export const sheet = (title: string, content: Html): Html =>
  html`<main class="sheet">
    <h1>${title}</h1>
    ${content} ${smallPrint}
  </main>`

export const smallPrint = html`<p class="small">
  Sandbox card provider. It answers the way Stripe’s API does and is not run by Stripe.
</p>`

export const alertBox = (sentence: string | undefined): Html | null =>
  sentence === undefined ? null : html`<p class="problem" role="alert">${sentence}</p>`

export const field = (input: {
  name: string
  label: string
  value?: string | undefined
  error?: string | undefined
  type?: string
  autocomplete?: string
  hint?: string
  isNumeric?: boolean
  takesFocus?: boolean
}): Html => {
  const { name, label, value, error, type = 'text', autocomplete = 'off', hint } = input
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="entry">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${input.isNumeric === true ? html`inputmode="numeric"` : ''}${described ? html` aria-describedby="${described}"` : ''}${error ? html` aria-invalid="true"` : ''}${input.takesFocus === true ? html` autofocus` : ''}
    />
    ${hint ? html`<p class="hint" id="${name}-hint">${hint}</p>` : ''}
    ${error ? html`<p class="wrong" id="${name}-error">${error}</p>` : ''}
  </div>`
}

export const dollars = (cents: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
export const date = (seconds: number): string => DATE.format(seconds * 1_000)

export const originOf = (url: string | null): string | null =>
  url !== null && URL.canParse(url) ? new URL(url).origin : null
