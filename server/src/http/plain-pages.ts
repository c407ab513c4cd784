import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { escapeHtml } from './pages.ts'

const STYLE = `
:root { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
body { min-height: 100vh; display: grid; place-content: center; padding: 24px; background: #0f0f17; color: #cdccd8;
  font: 1rem/1.5 "Instrument Sans Variable", "Instrument Sans", "Helvetica Neue", Arial, sans-serif }
main { max-width: 30rem }
h1 { margin-bottom: 12px; color: #fff; font: 600 2rem/1.125 "Archivo Variable", Archivo, "Helvetica Neue", Arial, sans-serif;
  letter-spacing: -.02em }
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
