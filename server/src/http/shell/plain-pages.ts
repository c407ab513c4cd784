import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './escape.ts'

const STYLE = `
:root { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: flex; flex-direction: column; align-items: center; color: #cdccd8;
  background: #0f0f17 radial-gradient(50rem 40rem at 50% 12rem, rgb(255 231 191 / .14), rgb(255 231 191 / .05) 48%, transparent) no-repeat;
  font: 1rem/1.5 "Instrument Sans Variable", "Instrument Sans", "Helvetica Neue", Arial, sans-serif }
header { align-self: stretch; padding: 8px max(20px, calc((100% - 1344px) / 2)) }
header a { gap: 12px; padding: 0; background: none; color: #fff; font: 600 1.25rem/1.5 "Archivo Variable", Archivo, "Helvetica Neue", Arial, sans-serif }
header svg { width: 24px; height: 24px }
body::after { content: ""; flex: 1 }
main { flex: 4 0 auto; width: 100%; max-width: 36rem; margin-top: max(96px, 22vh); padding: 32px 24px 64px; border-top: 2px solid #ffe7bf;
  background: linear-gradient(180deg, #34333c 0, #24242d 30%, #0f0f17 100%) }
h1 { margin-bottom: 12px; color: #fff; font: 600 2rem/1.125 "Archivo Variable", Archivo, "Helvetica Neue", Arial, sans-serif;
  font-stretch: 125%; letter-spacing: -.02em }
@media (min-width: 45rem) { main { padding-inline: 44px } }
nav + p { margin-top: 24px }
nav { display: flex; flex-wrap: wrap; gap: 12px; margin-top: 32px }
a, button { display: inline-flex; align-items: center; min-height: 44px; padding: 0 20px; border: 0; border-radius: 6px;
  background: #1e1e29; color: #fff; font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
label { display: block; margin-bottom: 8px }
textarea { display: block; width: min(30rem, 100%); min-height: 10rem; margin-bottom: 12px; padding: 12px; border: 1px solid #82819a;
  border-radius: 6px; background: #14141d; color: #fff; font: inherit }
form { width: 100% }
.primary { background: #a855f7; color: #0a0a10 }
:focus-visible { outline: 2px solid #c9a0ff; outline-offset: 3px }
small { color: #a9a8ba; font-size: .8125rem }`

/** The logo: a work on a lit ledge on its plinth. */
const MARK =
  '<svg viewBox="0 0 22 25" aria-hidden="true"><path d="M6 1h10v12H6z" fill="#fff"/><path d="M0 14.6h22V17H0z" fill="#a855f7"/><path d="M3 18.4h16V24H3z" fill="#5a5968"/></svg>'

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export interface PlainPage {
  heading: string
  text: string
  /** Links and buttons, as HTML. */
  actions: string
  /** One line of small print. */
  note?: string
}

/** Sends a page without scripts, for browsers that get an answer straight from the API. */
export function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { heading, text, actions, note }: PlainPage,
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      [
        "default-src 'none'",
        `style-src 'sha256-${STYLE_HASH}'`,
        "base-uri 'none'",
        `form-action ${actions.includes('<form') ? "'self'" : "'none'"}`,
        "frame-ancestors 'none'",
      ].join('; '),
    )
    .type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)}, Plinth</title>
<style>${STYLE}</style>
</head>
<body>
<header><a href="/">${MARK}Plinth</a></header>
<main>
<h1>${escapeHtml(heading)}</h1>
<p>${escapeHtml(text)}</p>
<nav>${actions}</nav>
${note === undefined ? '' : `<p><small>${escapeHtml(note)}</small></p>`}
</main>
</body>
</html>
`)
}
