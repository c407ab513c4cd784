/** A sentence, with words in bold and titles of works in italics. */
export type Words = string | readonly (string | { strong: string } | { title: string })[]

export interface EmailPicture {
  url: string
  width: number
  height: number
  alt: string
}

export interface EmailLink {
  label: string
  url: string
}

/** A line of a digest. */
export interface EmailLine {
  sentence: string
  quote: string | null
  url: string
  picture: EmailPicture | null
  /** Shown where there is no picture. */
  initial: string
}

export type Block =
  | { kind: 'text'; words: Words }
  /** Smaller and softer. */
  | { kind: 'note'; words: Words }
  | { kind: 'heading'; words: string }
  /** A paper slip with sums. `share` draws how much of the whole is paid. */
  | { kind: 'slip'; rows: readonly (readonly [what: string, sum: string])[]; share?: number }
  | { kind: 'lines'; lines: readonly EmailLine[] }

/** Everything that an email says. HTML and plain text are both made of it. */
export interface EmailContent {
  subject: string
  /** What inboxes show after the subject. */
  preview?: string
  picture?: EmailPicture | null
  /** Left out where the subject says it all, as in emails of plain paragraphs. */
  title?: string
  blocks: readonly Block[]
  button?: EmailLink
  footer: readonly (string | EmailLink)[]
}
