import type { Pool } from 'pg'

interface NewEmail {
  sender: string
  /** The envelope's recipients, in lower case. */
  recipients: string[]
  subject: string
  text: string
  html: string | null
  /** In their original order. */
  headers: [name: string, value: string][]
}

export interface Email extends NewEmail {
  id: string
  receivedAt: Date
}

export type EmailLine = Pick<Email, 'id' | 'sender' | 'recipients' | 'subject' | 'receivedAt'>

export interface Emails {
  save: (email: NewEmail) => Promise<void>
  /** The newest first; with an address, only emails to it. */
  list: (address: string | null) => Promise<EmailLine[]>
  find: (id: string) => Promise<Email | null>
}

/** How many emails are stored; older ones are deleted. */
const MAX_EMAILS = 500
const LIST = 'id, sender, recipients, subject, received_at as "receivedAt"'

/** An email may contain U+0000, which PostgreSQL cannot store. */
const storable = (text: string) => text.replaceAll('\0', '')

export const createEmails = (database: Pool): Emails => ({
  save: async ({ sender, recipients, subject, text, html, headers }) => {
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
      [MAX_EMAILS],
    )
  },
  list: async (address) =>
    (
      await database.query<EmailLine>(
        `select ${LIST} from letters where $1::text is null or recipients @> array[$1::text]
         order by id desc`,
        [address],
      )
    ).rows,
  find: async (id) =>
    (
      await database.query<Email>(
        `select ${LIST}, body_text as text, body_html as html, headers from letters where id = $1`,
        [id],
      )
    ).rows[0] ?? null,
})
