import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { callbackify } from 'node:util'
import PostalMime from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream, type SMTPServerEnvelope } from 'smtp-server'
import type { SandboxEnv } from '../env.ts'
import type { Emails } from './emails.ts'

const MAX_EMAIL_BYTES = 10 * 1024 * 1024
/** Email to this domain is rejected, as by a mail server without such a mailbox. */
const REFUSED_DOMAIN = '@refused.example'

/** Receives email to anybody and stores it; nothing ever leaves this machine. */
export async function takeMail(
  { host, smtpPort }: Pick<SandboxEnv, 'host' | 'smtpPort'>,
  emails: Emails,
): Promise<{ url: string; close: () => Promise<void> }> {
  const take = callbackify(async (stream: SMTPServerDataStream, envelope: SMTPServerEnvelope) => {
    const raw = await collect(stream)
    if (stream.sizeExceeded) throw refusal('This email is too large', 552)
    await save(emails, raw, envelope)
  })
  const server = new SMTPServer({
    name: 'sandbox',
    banner: 'Plinth sandbox mailbox',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_EMAIL_BYTES,
    closeTimeout: 1_000,
    onRcptTo: ({ address }, _session, done) => {
      const isRefused = address.toLowerCase().endsWith(REFUSED_DOMAIN)
      done(isRefused ? refusal('Nobody lives here', 550) : null)
    },
    onData: (stream, { envelope }, done) =>
      take(stream, envelope, (error) => done(error === null ? null : asRefusal(error))),
  })
  // An error of a single connection: the sender has to send its email again.
  server.on('error', () => undefined)
  const listening = once(server.server, 'listening')
  server.listen(smtpPort, host)
  await listening
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${host}:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const refusal = (message: string, responseCode: number) =>
  Object.assign(new Error(message), { responseCode })

/** Tells the sender about its own mistakes only; other errors go to the log. */
function asRefusal(error: Error): Error {
  if ('responseCode' in error) return error
  process.stderr.write(`${error.stack}\n`)
  return refusal('The mailbox couldn’t keep this email', 451)
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function save(
  emails: Emails,
  raw: Buffer,
  { mailFrom, rcptTo }: SMTPServerEnvelope,
): Promise<void> {
  const mail = await PostalMime.parse(raw)
  await emails.save({
    sender: mail.from?.address ?? (mailFrom === false ? '' : mailFrom.address),
    recipients: rcptTo.map(({ address }) => address.toLowerCase()),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? null,
    headers: mail.headers.map(({ originalKey, value }) => [originalKey, value]),
  })
}
