/** Markup that is safe to put into other markup as it is. */
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
