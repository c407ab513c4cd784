import { html, type Html } from '../html.ts'
import { layout, logo } from '../page.ts'
import type { Letter, LetterLine } from './letters.ts'

const STRIP = 'Sandbox mailbox. What Plinth writes to anybody lands here and goes nowhere else.'
const RULE =
  'Plinth writes to people when something has waited unread for ten minutes and they have not been here since, at most once an hour.'
const TIME = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

export function listPage(options: {
  lines: LetterLine[]
  /** Of the filter. */
  address: string | null
  plinthUrl: string
}): Html {
  const { lines, address, plinthUrl } = options
  const nothing = address === null ? 'Nothing has come yet.' : `Nothing has come to ${address}.`
  return page(
    'Mailbox',
    plinthUrl,
    html`<h1>Mailbox</h1>
      <p class="filter">${RULE}</p>
      ${address === null ? '' : html`<p class="filter">To ${address}. <a href="/mailbox">Show all</a></p>`}
      ${
        lines.length === 0
          ? html`<p class="nothing">${nothing}</p>`
          : html`<ul class="letters">
              ${lines.map(row)}
            </ul>`
      }`,
  )
}

const row = (letter: LetterLine) =>
  html`<li>
    <a class="subject" href="/mailbox/${letter.id}">${letter.subject || 'No subject'}</a>
    <p>
      <span>To ${addresses(letter)}</span>
      <time datetime="${letter.receivedAt.toISOString()}">${TIME.format(letter.receivedAt)}</time>
    </p>
  </li>`

const addresses = ({ recipients }: LetterLine) =>
  recipients.map(
    (address, index) =>
      html`${index === 0 ? '' : ', '}<a href="/mailbox?to=${encodeURIComponent(address)}"
          >${address}</a
        >`,
  )

export const letterPage = (letter: Letter, plinthUrl: string): Html =>
  page(
    letter.subject || 'No subject',
    plinthUrl,
    html`<p class="back"><a href="/mailbox">Mailbox</a></p>
      <h1>${letter.subject || 'No subject'}</h1>
      <p class="filter">
        From ${letter.sender} to ${addresses(letter)},
        <time datetime="${letter.receivedAt.toISOString()}">${TIME.format(letter.receivedAt)}</time>
      </p>
      ${
        letter.html === null
          ? ''
          : html`<h2>As mail programs show it</h2>
              <iframe
                title="The letter"
                src="/mailbox/${letter.id}/html"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              ></iframe>`
      }
      <h2>As text</h2>
      <pre class="text">${letter.text}</pre>
      <details>
        <summary>Headers</summary>
        <pre>${letter.headers.map(([name, value]) => `${name}: ${value}\n`)}</pre>
      </details>`,
  )

const page = (title: string, plinthUrl: string, content: Html): Html =>
  layout({
    title,
    strip: STRIP,
    style: 'mailbox.css',
    body: html`<main class="mailbox">
      <div class="sheet">${logo(plinthUrl)} ${content}</div>
    </main>`,
  })
