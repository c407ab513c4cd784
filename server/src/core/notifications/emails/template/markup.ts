import { escapeHtml } from '../../../../http/shell/escape.ts'

/** A piece of finished HTML. Everything else that comes into a template is escaped. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | readonly Html[] | string | number | null

const written = (value: Value): string => {
  if (value === null) return ''
  if (value instanceof Html) return value.text
  return typeof value === 'object'
    ? value.map(({ text }) => text).join('')
    : escapeHtml(String(value))
}

/** Template tag: escapes every value that is not HTML already. */
export const html = (words: TemplateStringsArray, ...values: Value[]): Html =>
  new Html(
    words
      .map((word, index) => word + (index < values.length ? written(values[index] ?? null) : ''))
      .join(''),
  )
