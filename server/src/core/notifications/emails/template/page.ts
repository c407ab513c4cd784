import type { Block, EmailContent, EmailLine, EmailLink, EmailPicture, Words } from './email.ts'
import { html, Html } from './markup.ts'
import { COLOR, HEAD, STYLE } from './style.ts'

const WIDTH = 600
/** The space for the picture of the work. */
const PICTURE = { width: 520, height: 360 } as const
const THUMB = 56

/** Classic Outlook knows neither a greatest width nor WebP: it gets a table of its own, and no pictures. */
const onlyOutlook = (markup: string): Html => new Html(`<!--[if mso]>${markup}<![endif]-->`)
const notOutlook = (markup: Html): Html =>
  html`${new Html('<!--[if !mso]><!-->')}${markup}${new Html('<!--<![endif]-->')}`

export const emailHtml = (email: EmailContent, publicUrl: string): Html['text'] =>
  html`${new Html('<!doctype html>')}
    <html lang="en" dir="ltr">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta
          name="format-detection"
          content="telephone=no, date=no, address=no, email=no, url=no"
        />
        <title>${email.subject}</title>
        ${HEAD}
      </head>
      <body class="page" style="margin:0;padding:0;background-color:${COLOR.page}">
        ${email.preview === undefined ? null : previewOf(email.preview)}
        <main>
          <table
            role="presentation"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            class="page"
            style="background-color:${COLOR.page}"
          >
            <tr>
              <td align="center" class="around" style="padding:32px 12px">
                ${onlyOutlook(`<table role="presentation" width="${WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td>`)}
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  class="card"
                  style="max-width:${WIDTH}px;background-color:${COLOR.card};border-radius:4px"
                >
                  <tr>
                    <td class="edge" style="padding:26px 40px">${brand(publicUrl)}</td>
                  </tr>
                  ${email.picture == null ? null : notOutlook(pictureRow(email.picture))}
                  <tr>
                    <td
                      class="edge"
                      style="padding:${email.picture == null ? '14px' : '36px'} 40px 28px;word-break:break-word;overflow-wrap:anywhere"
                    >
                      ${email.title === undefined ? null : html`<h1 class="title ink" style="${STYLE.title}">${email.title}</h1>`}
                      ${email.blocks.map(blockHtml)}
                      ${email.button === undefined ? null : buttonHtml(email.button)}
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="edge line"
                      style="padding:22px 40px 24px;border-top:1px solid ${COLOR.line}"
                    >
                      ${email.footer.map(footerLine)}
                    </td>
                  </tr>
                </table>
                ${onlyOutlook('</td></tr></table>')}
              </td>
            </tr>
          </table>
        </main>
      </body>
    </html> `.text

/** Followed by blanks, so that inboxes do not go on with what comes after it. */
const previewOf = (text: string): Html =>
  html`<div
    aria-hidden="true"
    style="display:none;max-height:0;max-width:0;overflow:hidden;opacity:0;mso-hide:all"
  >
    ${text}${new Html('&#8199;&#847; '.repeat(40))}
  </div>`

/** One bar of the mark, drawn as a cell: it shows where pictures are blocked. */
const bar = (width: number, height: number, color: string, name = ''): Html =>
  html`<table
    role="presentation"
    align="center"
    width="${width}"
    cellpadding="0"
    cellspacing="0"
    border="0"
  >
    <tr>
      <td
        class="${name}"
        width="${width}"
        height="${height}"
        style="width:${width}px;height:${height}px;background-color:${color};font-size:0;line-height:0;mso-line-height-rule:exactly"
      >
        &nbsp;
      </td>
    </tr>
  </table>`
const gap = (height: number): Html =>
  html`<div style="height:${height}px;font-size:0;line-height:${height}px">&nbsp;</div>`

const brand = (publicUrl: string): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td width="24" valign="middle" aria-hidden="true" style="width:24px">
        ${bar(11, 13, COLOR.ink, 'block')}${gap(2)}${bar(24, 3, COLOR.accent)}${gap(2)}${bar(17, 6, COLOR.stone)}
      </td>
      <td valign="middle" style="padding-left:13px">
        <a href="${publicUrl}" class="ink" style="${STYLE.brand}">Plinth</a>
      </td>
    </tr>
  </table>`

function pictureRow({ url, width, height, alt }: EmailPicture): Html {
  const scale = Math.min(1, PICTURE.width / width, PICTURE.height / height)
  const shown = Math.max(1, Math.round(width * scale))
  return html`<tr>
    <td
      class="well ledge edge"
      align="center"
      style="padding:36px 40px 0;background-color:${COLOR.well};border-bottom:3px solid ${COLOR.paperInk}"
    >
      <img
        src="${url}"
        alt="${alt}"
        width="${shown}"
        class="soft"
        style="display:block;width:100%;max-width:${shown}px;height:auto;margin:0 auto;font:400 15px/22px Arial,sans-serif;color:${COLOR.soft}"
      />
    </td>
  </tr>`
}

const LINK = /https?:\/\/[^\s<>"]+[^\s<>".,:;!?)]/g

const BREAK = new Html('<br>')

/** The text with its line breaks, and its addresses as links. */
function linked(text: string): Html[] {
  const parts: Html[] = []
  const say = (words: string): void => {
    for (const [index, line] of words.split('\n').entries()) {
      if (index > 0) parts.push(BREAK)
      parts.push(html`${line}`)
    }
  }
  let end = 0
  for (const { 0: url, index } of text.matchAll(LINK)) {
    say(text.slice(end, index))
    parts.push(html`<a href="${url}" class="ink" style="${STYLE.link}">${url}</a>`)
    end = index + url.length
  }
  say(text.slice(end))
  return parts
}

const wordsHtml = (words: Words): Html[] =>
  typeof words === 'string'
    ? linked(words)
    : words.map((part) => {
        if (typeof part === 'string') return html`${part}`
        return 'strong' in part
          ? html`<strong class="ink" style="color:${COLOR.ink}">${part.strong}</strong>`
          : html`<em class="ink" style="color:${COLOR.ink};font-weight:700">${part.title}</em>`
      })

function blockHtml(block: Block): Html {
  switch (block.kind) {
    case 'text': {
      return html`<p class="soft" style="${STYLE.text}">${wordsHtml(block.words)}</p> `
    }
    case 'note': {
      return html`<p class="quiet" style="${STYLE.note}">${wordsHtml(block.words)}</p> `
    }
    case 'heading': {
      return html`<h2 class="ink" style="${STYLE.heading}">${block.words}</h2> `
    }
    case 'slip': {
      return slip(block)
    }
    case 'lines': {
      return html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        style="margin:0 0 20px"
      >
        ${block.lines.map(lineRow)}
      </table> `
    }
  }
}

const HATCH = `repeating-linear-gradient(135deg,${COLOR.paperInk} 0,${COLOR.paperInk} 1px,${COLOR.paper} 1px,${COLOR.paper} 4px)`

/** How much of the whole is paid: solid what is, hatched what is not. */
function shareBar(share: number): Html {
  const paid = Math.round(share * 100)
  const cell = (width: number, fill: string): Html =>
    html`<td
      width="${width}%"
      height="8"
      style="width:${width}%;height:8px;border:1px solid ${COLOR.paperInk};${fill};font-size:0;line-height:0"
    >
      &nbsp;
    </td>`
  return html`<table
    role="presentation"
    aria-hidden="true"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:2px 0 10px"
  >
    <tr>
      ${paid > 0 ? cell(paid, `background-color:${COLOR.paperInk}`) : null}${paid > 0 && paid < 100 ? html`<td width="4" style="width:4px;font-size:0">&nbsp;</td>` : null}${paid < 100 ? cell(100 - paid, `background-color:${COLOR.paper};background-image:${HATCH}`) : null}
    </tr>
  </table>`
}

const slip = ({ rows, share }: Extract<Block, { kind: 'slip' }>): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    class="paper"
    style="margin:0 0 24px;background-color:${COLOR.paper};border-radius:3px"
  >
    <tr>
      <td style="padding:20px 24px 8px">
        ${share === undefined ? null : shareBar(share)}
        <table width="100%" cellpadding="0" cellspacing="0" border="0">
          ${rows.map(
            ([what, sum], index) =>
              html`<tr>
                <th
                  scope="row"
                  align="left"
                  class="paper-ink"
                  style="${STYLE.row};text-align:left;font-weight:400${ruled(index)}"
                >
                  ${what}
                </th>
                <td
                  align="right"
                  class="paper-ink"
                  style="${STYLE.row};padding-left:12px;text-align:right;font-weight:700;white-space:nowrap${ruled(index)}"
                >
                  ${sum}
                </td>
              </tr> `,
          )}
        </table>
      </td>
    </tr>
  </table> `
const ruled = (index: number): string =>
  index === 0 ? '' : `;border-top:1px solid ${COLOR.paperLine}`

/** Stands where a picture would: the first letter of whoever did it. */
const initialTile = (letter: string): Html =>
  html`<table
    role="presentation"
    aria-hidden="true"
    width="${THUMB}"
    cellpadding="0"
    cellspacing="0"
    border="0"
  >
    <tr>
      <td
        class="paper paper-ink"
        align="center"
        width="${THUMB}"
        height="${THUMB}"
        style="width:${THUMB}px;height:${THUMB}px;background-color:${COLOR.paper};${STYLE.initial}"
      >
        ${letter}
      </td>
    </tr>
  </table>`

const lineRow = ({ sentence, quote, url, picture, initial }: EmailLine): Html =>
  html`<tr>
    <td
      width="${THUMB}"
      valign="top"
      class="line"
      style="width:${THUMB}px;padding:16px 16px 16px 0;border-top:1px solid ${COLOR.line}"
    >
      ${picture === null ? initialTile(initial) : notOutlook(thumb(picture))}
    </td>
    <td valign="top" class="line" style="padding:16px 0;border-top:1px solid ${COLOR.line}">
      <a
        href="${url}"
        class="ink"
        style="${STYLE.text};margin:0;color:${COLOR.ink};font-weight:700;text-decoration:none"
        >${sentence}</a
      >${
        quote === null
          ? null
          : html`<p class="quiet" style="${STYLE.note};margin:4px 0 0">“${quote}”</p>`
      }
    </td>
  </tr> `

const thumb = ({ url, width, height, alt }: EmailPicture): Html =>
  html`<img
    src="${url}"
    alt="${alt}"
    width="${THUMB}"
    height="${Math.min(72, Math.max(1, Math.round((height * THUMB) / width)))}"
    class="quiet"
    style="display:block;width:${THUMB}px;max-height:72px;object-fit:cover;font:400 12px/16px Arial,sans-serif;color:${COLOR.quiet}"
  />`

const buttonHtml = ({ label, url }: EmailLink): Html =>
  html`<table
    role="presentation"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:8px 0 4px"
  >
    <tr>
      <td class="button" align="center" style="background-color:${COLOR.accent};border-radius:6px">
        <a href="${url}" class="on-button" style="${STYLE.button}">${label}</a>
      </td>
    </tr>
  </table> `

const footerLine = (line: string | EmailLink): Html =>
  typeof line === 'string'
    ? html`<p class="quiet" style="${STYLE.footer}">${line}</p> `
    : html`<p class="quiet" style="${STYLE.footer}">
        <a href="${line.url}" class="quiet" style="${STYLE.footerLink}">${line.label}</a>
      </p> `
