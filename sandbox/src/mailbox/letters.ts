import type { Pool } from 'pg'

interface NewLetter {
  sender: string
  /** Those of the envelope, in lower case. */
  recipients: string[]
  subject: string
  text: string
  html: string | null
  /** In their order. */
  headers: [name: string, value: string][]
}

export interface Letter extends NewLetter {
  id: string
  receivedAt: Date
}

export type LetterLine = Pick<Letter, 'id' | 'sender' | 'recipients' | 'subject' | 'receivedAt'>

export interface Letters {
  keep: (letter: NewLetter) => Promise<void>
  /** The newest first; with an address those to it. */
  list: (address: string | null) => Promise<LetterLine[]>
  find: (id: string) => Promise<Letter | null>
}

/** Letters that are kept; older ones make room. */
const MAX_LETTERS = 500
const LIST = 'id, sender, recipients, subject, received_at as "receivedAt"'

/** U+0000 is text to mail and none to PostgreSQL. */
const storable = (text: string) => text.replaceAll('\0', '')

export const createLetters = (database: Pool): Letters => ({
  keep: async ({ sender, recipients, subject, text, html, headers }) => {
    await database.query(
      `insert into letters (sender, recipients, subject, body_text, body_html, headers)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        storable(sender),
        recipients.map(storable),
        storable(subject),
        storable(text),
        html === null ? null : storable(html),
        JSON.stringify(headers.map((pair) => pair.map(storable))),
      ],
    )
    await database.query(
      'delete from letters where id <= (select id from letters order by id desc offset $1 limit 1)',
      [MAX_LETTERS],
    )
  },
  list: async (address) =>
    (
      await database.query<LetterLine>(
        `select ${LIST} from letters where $1::text is null or recipients @> array[$1::text]
         order by id desc`,
        [address],
      )
    ).rows,
  find: async (id) =>
    (
      await database.query<Letter>(
        `select ${LIST}, body_text as text, body_html as html, headers from letters where id = $1`,
        [id],
      )
    ).rows[0] ?? null,
})
