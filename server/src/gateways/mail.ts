import nodemailer from 'nodemailer'
import { traced } from '../tracing/tracing.ts'

/** One email, as text and as HTML. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** Becomes the message id, so that mail clients recognise a duplicate. Letters, digits and dashes. */
  id?: string
}

export interface MailGateway {
  /** False when no mail server is configured. Then there is no point in composing emails. */
  isOn: boolean
  /** Sends an email. Throws when the server does not accept it. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 30_000

/** Sends emails through an SMTP server. */
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
    // An email must never make us read a file or fetch a URL.
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  const domain = /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
  return {
    isOn: true,
    send: async ({ id, ...mail }) => {
      await traced('send an email', { 'peer.service': 'smtp' }, () =>
        transport.sendMail({
          ...mail,
          ...(id === undefined ? {} : { messageId: `<${id}@${domain}>` }),
        }),
      )
    },
    close: () => transport.close(),
  }
}
