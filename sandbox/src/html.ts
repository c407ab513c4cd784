/** Markup that needs no escaping. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | false | undefined | Value[]

/** A template whose values are escaped unless they are `Html`. */
export const html = (strings: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(render)))

function render(value: Value): string {
  if (Array.isArray(value)) return value.map(render).join('')
  if (value instanceof Html) return value.text
  return value === null || value === undefined || value === false ? '' : escape(String(value))
}

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const flask = html`<svg class="flask" viewBox="0 0 16 16" aria-hidden="true">
  <path
    d="M5.5 1.5h5M6.5 1.5v4.2L2.6 12.6a1.3 1.3 0 0 0 1.1 1.9h8.6a1.3 1.3 0 0 0 1.1-1.9L9.5 5.7V1.5M4.6 10h6.8"
  />
</svg>`

export const logo = (plinthUrl: string): Html =>
  html`<a class="logo" href="${plinthUrl}/"
    ><img src="/assets/plinth-mark.svg" alt="" width="22" height="25" />Plinth</a
  >`

/** The frame of every sandbox page: a strip that explains it, then the page's own content, styles and script. */
export const layout = (page: {
  title: string
  strip: string
  styles: readonly string[]
  script?: string
  body: Html
}): Html =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title}, Plinth sandbox</title>
        <link rel="icon" href="/assets/favicon.svg" />
        <link
          rel="preload"
          href="/assets/archivo-latin-standard-normal.woff2"
          as="font"
          type="font/woff2"
          crossorigin
        />
        <link
          rel="preload"
          href="/assets/instrument-sans-latin-standard-normal.woff2"
          as="font"
          type="font/woff2"
          crossorigin
        />
        ${['sandbox.css', ...page.styles].map(
          (style) => html`<link rel="stylesheet" href="/assets/${style}" />`,
        )}
        ${page.script ? html`<script src="/assets/${page.script}" defer></script>` : ''}
      </head>
      <body>
        <header class="strip">
          ${flask}
          <p>${page.strip}</p>
        </header>
        ${page.body}
      </body>
    </html> `
