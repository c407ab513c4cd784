import { createHash } from 'node:crypto'
import { LOGIN_PATH } from '@plinth/contract/session.ts'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { statusOfCode } from '@plinth/contract/errors.ts'
import { sendError, toAppError } from '../../http/errors.ts'
import { escapeHtml } from '../../http/pages.ts'

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
a { display: inline-flex; align-items: center; min-height: 44px; padding: 0 20px; border-radius: 6px;
  background: #1e1e29; color: #fff; font-weight: 600; text-decoration: none }
a.primary { background: #a855f7; color: #0a0a10 }
a:focus-visible { outline: 2px solid #c9a0ff; outline-offset: 3px }
small { color: #a9a8ba; font-size: .8125rem }`

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A browser on its way through sign-in gets a page it can read; other callers get the usual JSON. */
export function sendFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toAppError(error)
  if (known.code === 'internal') request.log.error({ err: error }, 'sign-in failed')
  else if (error.cause !== undefined) request.log.warn({ err: error.cause }, 'sign-in turned away')
  if (!request.headers.accept?.includes('text/html')) return sendError(request, reply, known)
  return reply
    .code(statusOfCode[known.code])
    .headers(known.headers)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .type('text/html; charset=utf-8')
    .send(page(known.message, request.id))
}

const page = (message: string, requestId: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sign-in did not work, Plinth</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sign-in did not work</h1>
<p>${escapeHtml(message)}</p>
<nav><a class="primary" href="${LOGIN_PATH}">Try again</a><a href="/">Back to Plinth</a></nav>
<p><small>Request ${escapeHtml(requestId)}</small></p>
</main>
</body>
</html>
`
