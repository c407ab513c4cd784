import { html, type Html, layout, logo } from '../html.ts'
import type { Email, EmailLine } from './emails.ts'

const STRIP = 'Sandbox mailbox. Every email that Plinth sends arrives here, and nowhere else.'
const RULE =
  'Emails about money arrive at once. News arrives when it was unread for ten minutes, at most once an hour.'
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export function listPage(options: {
  lines: EmailLine[]
  /** The address to filter by. */
  address: string | null
  plinthUrl: string
}): Html {
  const { lines, address, plinthUrl } = options
  const nothing = address === null ? 'No emails yet.' : `No emails to ${address} yet.`
  return page(
    'Mailbox',
    plinthUrl,
    html`<h1>Mailbox</h1>
      <p class="filter">${RULE}</p>
      ${address === null ? '' : html`<p class="filter">To ${address}. <a href="/mailbox">Show all</a></p>`}
      ${
        lines.length === 0
          ? html`<p class="nothing">${nothing}</p>`
          : html`<ul class="emails">
              ${lines.map(row)}
            </ul>`
      }`,
  )
}

const row = (email: EmailLine) =>
  html`<li>
    <a class="subject" href="/mailbox/${email.id}">${email.subject || 'No subject'}</a>
    <p>
      <span>To ${addresses(email)}</span>
      <time datetime="${email.receivedAt.toISOString()}">${TIME.format(email.receivedAt)}</time>
    </p>
  </li>`

const addresses = ({ recipients }: EmailLine) =>
  recipients.map(
    (address, index) =>
      html`${index === 0 ? '' : ', '}<a href="/mailbox?to=${encodeURIComponent(address)}"
          >${address}</a
        >`,
  )

export const emailPage = (email: Email, plinthUrl: string): Html =>
  page(
    email.subject || 'No subject',
    plinthUrl,
    html`<p class="back"><a href="/mailbox">Mailbox</a></p>
      <h1>${email.subject || 'No subject'}</h1>
      <p class="filter">
        From ${email.sender} to ${addresses(email)},
        <time datetime="${email.receivedAt.toISOString()}">${TIME.format(email.receivedAt)}</time>
      </p>
      ${
        email.html === null
          ? ''
          : html`<h2>As email programs show it</h2>
              <iframe
                title="The email"
                src="/mailbox/${email.id}/html"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              ></iframe>`
      }
      <h2>As text</h2>
      <pre class="text">${email.text}</pre>
      <details>
        <summary>Headers</summary>
        <pre>${email.headers.map(([name, value]) => `${name}: ${value}\n`)}</pre>
      </details>`,
  )

const page = (title: string, plinthUrl: string, content: Html): Html =>
  layout({
    title,
    strip: STRIP,
    styles: ['mailbox.css'],
    body: html`<main class="mailbox">
      <div class="sheet">${logo(plinthUrl)} ${content}</div>
    </main>`,
  })
