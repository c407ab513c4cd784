import { createHash } from 'node:crypto'
import { renditionUrl, srcsetOf } from '@plinth/contract/http/urls.ts'
import { escapeHtml } from '../../http/shell/escape.ts'
import { reservationTags } from '../../http/reservation.ts'
import type { Entry } from './entry-queries.ts'
import { authorOf, entryPath } from './feed-view.ts'

const STYLE = `
:root { color-scheme: dark }
* { box-sizing: border-box; margin: 0 }
body { display: flex; flex-direction: column; height: 100vh; background: #0f0f17; color: #cdccd8;
  font: 15px/1.4 "Instrument Sans Variable", "Instrument Sans", "Helvetica Neue", Arial, sans-serif }
main { display: flex; flex: 1; flex-direction: column; min-height: 0 }
.shown { display: flex; flex: 1; min-height: 0; align-items: center; justify-content: center }
.shown a { width: 100%; height: 100% }
img, video { max-width: 100%; max-height: 100%; width: 100%; height: 100%; object-fit: contain }
audio { width: 100%; padding: 0 12px }
.caption { display: flex; flex-wrap: wrap; align-items: center; gap: 0 12px; padding: 4px 16px; background: #14141d }
h1 { overflow: hidden; color: #fff; font: inherit; font-weight: 600; text-overflow: ellipsis }
a { color: inherit; text-decoration: none }
a:hover { text-decoration: underline }
.caption a { display: inline-flex; align-items: center; min-height: 44px }
.home { margin-left: auto; color: #fff; font-weight: 600 }
.nothing { margin: auto; padding: 24px; text-align: center }
:focus-visible { outline: 2px solid #c9a0ff; outline-offset: -2px }`

/** Everybody may put it on their page; it loads nothing but the picture or film and runs nothing. */
export const EMBED_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  "media-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ')

const pageHtml = (title: string, head: string[], body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head.map((tag) => `${tag}\n`).join('')}<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`

/** A picture, film or sound with its title, its maker and the way to its page. */
export function embedHtml(entry: Entry, publicUrl: string): string {
  const author = authorOf(entry)
  const page = `${publicUrl}${entryPath(entry)}`
  // The embedding page stays where it is.
  const link = (href: string, text: string, more = '') =>
    `<a href="${escapeHtml(href)}" target="_blank" rel="noopener"${more}>${text}</a>`
  return pageHtml(
    `${entry.title} by ${author.name}`,
    [
      `<link rel="canonical" href="${escapeHtml(page)}">`,
      ...reservationTags(entry.isReserved, publicUrl),
    ],
    `<main>
<div class="shown">${shownHtml(entry, (inner) => link(page, inner))}</div>
<div class="caption">
<h1>${link(page, escapeHtml(entry.title))}</h1>
<p>by ${link(`${publicUrl}${author.page}`, escapeHtml(author.name))}</p>
${link(`${publicUrl}/`, 'Plinth', ' class="home"')}
</div>
</main>`,
  )
}

/** The page for something that does not exist or is not public. */
export const missingEmbedHtml = (publicUrl: string): string =>
  pageHtml(
    'No longer on Plinth',
    [],
    `<main><p class="nothing">This is no longer on Plinth. <a href="${escapeHtml(publicUrl)}/" target="_blank" rel="noopener">Visit Plinth</a></p></main>`,
  )

/** The widest picture that an embedded page loads. */
const MAX_WIDTH = 1_280

function shownHtml(entry: Entry, link: (inner: string) => string): string {
  const { picture, video, audio, title } = entry
  const alt = escapeHtml(picture.alt || title)
  const widths = picture.renditions.filter((width) => width <= MAX_WIDTH)
  const widest = widths.at(-1)
  const poster = widest === undefined ? undefined : renditionUrl(picture.id, widest, 'webp')
  if (video !== null && video.url !== null) {
    const captions =
      video.captionsUrl === null
        ? ''
        : `<track kind="captions" src="${escapeHtml(video.captionsUrl)}" srclang="en" label="Captions">`
    return `<video controls playsinline preload="none"${poster === undefined ? '' : ` poster="${poster}"`} width="${picture.width}" height="${picture.height}" aria-label="${alt}"><source src="${escapeHtml(video.url)}"${video.contentType === null ? '' : ` type="${escapeHtml(video.contentType)}"`}>${captions}</video>`
  }
  const image =
    poster === undefined
      ? ''
      : link(
          `<img src="${poster}" srcset="${srcsetOf({ id: picture.id, renditions: widths }, 'webp')}" sizes="100vw" width="${picture.width}" height="${picture.height}" alt="${alt}">`,
        )
  if (audio === null || audio.url === null) return image
  return `${image}</div>\n<div><audio controls preload="none" src="${escapeHtml(audio.url)}" aria-label="${alt}"></audio>`
}
