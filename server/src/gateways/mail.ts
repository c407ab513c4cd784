import nodemailer from 'nodemailer'

/** A letter in two forms of the same text. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** Names the letter: a second copy of it is known as one. Letters, digits and dashes. */
  id?: string
}

export interface MailGateway {
  /** False where no mail is configured: then nobody should compose any. */
  isOn: boolean
  /** Hands a letter over; throws when the server does not take it. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

/** Hands letters to an SMTP server. */
export function createMail(settings: { smtpUrl: string; from: string } | null): MailGateway {
  if (settings === null) {
    return {
      isOn: false,
      send: () => Promise.reject(new Error('No mail is configured.')),
      close: () => undefined,
    }
  }
  const { smtpUrl, from } = settings
  const transport = nodemailer.createTransport(
    {
      url: smtpUrl,
      pool: true,
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
    },
    // Nothing in a letter is ever fetched or read from disk.
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    isOn: true,
    send: async ({ id, ...mail }) => {
      await transport.sendMail({
        ...mail,
        ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
      })
    },
    close: () => transport.close(),
  }
}
