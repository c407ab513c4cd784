/** A letter in two forms of the same text. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
}

export interface MailGateway {
  /** False where no mail is configured: then nobody should compose any. */
  isOn: boolean
  /** Hands a letter over; throws when the server does not take it. */
  send: (mail: Mail) => Promise<void>
  close: () => void
}

/** Sends nothing yet. */
export const createMail = (_settings: { smtpUrl: string; from: string } | null): MailGateway => ({
  isOn: false,
  send: () => Promise.reject(new Error('No mail is configured.')),
  close: () => undefined,
})
