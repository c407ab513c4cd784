import { isIP } from 'node:net'
import path from 'node:path'

export interface Env {
  production: boolean
  host: string
  port: number
  /** Origin that browsers use, without a trailing slash. */
  publicUrl: string
  databaseUrl: string
  /** Bypasses a pooler: migrations, jobs and LISTEN. */
  databaseDirectUrl: string
  databasePoolSize: number
  namedStatements: boolean
  /** Over which processes tell each other what has moved; null: over PostgreSQL. */
  redisUrl: string | null
  dataDir: string
  /** Where uploaded files live; null: in the data folder. */
  s3: S3Settings | null
  webDist: string
  oidc: { issuer: string; clientId: string; clientSecret: string }
  adminEmails: readonly string[]
  /** Networks, with commas between them, whose word is taken on who asks; null: nobody's. */
  trustProxy: string | null
  /** Between two signs of life on a live connection: less than proxies wait before they cut it. */
  liveHeartbeatSeconds: number
  /** Requests a minute for one person or, without a session, one address. 0 turns the limit off. */
  rateLimitPerMinute: number
  runJobs: boolean
  /** `pre`: new posts by anyone but admins wait for approval. */
  moderation: 'post' | 'pre'
  /** Whether members have the page that tries sign-in, subscription and profile. */
  debugPage: boolean
  /** Null: no mail is sent. */
  mail: { smtpUrl: string; from: string } | null
  /** Null: no card is charged, and whatever costs money says so. */
  payments: PaymentSettings | null
  logLevel: string
  /** Between saying that this process leaves and leaving: longer than a proxy takes to notice. */
  drainSeconds: number
  /** What opens `/metrics`; null: being on this machine does. */
  metricsToken: string | null
  /** Whom to tell of a weakness, and until when that holds; null: nobody is named. */
  security: { contact: string; expires: Date } | null
}

export interface PaymentSettings {
  secretKey: string
  /** Signs what the card provider tells us. */
  webhookSecret: string
  /** Origin of the card provider. */
  apiBase: string
}

export interface S3Settings {
  bucket: string
  /** Null: that of AWS for the region. */
  endpoint: string | null
  region: string
  /** Null: those of the machine, as the AWS tools find them. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** The bucket stands in the path and not in the host name. */
  pathStyle: boolean
  /** What stands before every key: empty, or with a slash at its end. */
  prefix: string
}

export class EnvError extends Error {}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Takes settings out of their source by name, and notes what is wrong with them. */
function readerOf(source: NodeJS.ProcessEnv) {
  const problems: string[] = []
  const text = (name: string, otherwise?: string): string => {
    const value = source[name]?.trim()
    if (value) return value
    if (otherwise === undefined) problems.push(`${name} is not set.`)
    return otherwise ?? ''
  }
  const integer = (name: string, otherwise: number, min: number, max: number): number => {
    const value = Number(text(name, String(otherwise)))
    if (Number.isInteger(value) && value >= min && value <= max) return value
    problems.push(`${name} must be a whole number from ${min} to ${max}.`)
    return otherwise
  }
  const flag = (name: string, otherwise: boolean): boolean => {
    const value = text(name, otherwise ? 'on' : 'off')
    if (value !== 'on' && value !== 'off') problems.push(`${name} must be on or off.`)
    return value === 'on'
  }
  const url = (name: string, otherwise?: string): string => {
    const value = text(name, otherwise).replace(/\/$/, '')
    if (value !== '' && !URL.canParse(value)) problems.push(`${name} must be a URL.`)
    return value
  }
  const choice = <const T extends string>(name: string, values: readonly [T, ...T[]]): T => {
    const value = values.find((one) => one === text(name, values[0]))
    if (value === undefined) problems.push(`${name} must be ${values.join(' or ')}.`)
    return value ?? values[0]
  }
  const done = (): void => {
    if (problems.length > 0) throw new EnvError(problems.join('\n'))
  }
  return { problems, text, integer, flag, url, choice, done }
}

/** Reads and checks every setting at once, so that a wrong start names all that is wrong. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const reader = readerOf(source)
  const { problems, text, integer, flag, url, choice } = reader
  const port = integer('PORT', 3000, 0, 65_535)
  const databaseUrl = url('DATABASE_URL')
  const smtpUrl = text('SMTP_URL', '')
  if (smtpUrl !== '' && !/^smtps?:\/\//.test(smtpUrl))
    problems.push('SMTP_URL must start with smtp:// or smtps://.')
  const redisUrl = url('REDIS_URL', '')
  if (redisUrl !== '' && !/^rediss?:\/\//.test(redisUrl))
    problems.push('REDIS_URL must start with redis:// or rediss://.')
  const logLevel = text('LOG_LEVEL', 'info')
  if (!LOG_LEVELS.includes(logLevel))
    problems.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`)
  const production = source.NODE_ENV === 'production'
  const env: Env = {
    production,
    host: text('HOST', '127.0.0.1'),
    port,
    publicUrl: url('PUBLIC_URL', `http://localhost:${port}`),
    databaseUrl,
    databaseDirectUrl: url('DATABASE_DIRECT_URL', databaseUrl),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 1, 100),
    namedStatements: flag('NAMED_STATEMENTS', true),
    redisUrl: redisUrl === '' ? null : redisUrl,
    ...storageOf(reader),
    webDist: path.resolve(text('WEB_DIST', path.join(import.meta.dirname, '../../web/dist'))),
    oidc: {
      // Compared letter by letter with what the provider says: a slash at its end counts.
      issuer: text('OIDC_ISSUER'),
      clientId: text('OIDC_CLIENT_ID'),
      clientSecret: text('OIDC_CLIENT_SECRET'),
    },
    adminEmails: text('ADMIN_EMAILS', '')
      .split(',')
      .map((email) => email.trim().toLowerCase())
      .filter(Boolean),
    trustProxy: proxiesOf(reader),
    liveHeartbeatSeconds: integer('LIVE_HEARTBEAT_SECONDS', 20, 1, 300),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 600, 0, 1_000_000),
    runJobs: flag('JOBS', true),
    moderation: choice('MODERATION', ['post', 'pre']),
    debugPage: flag('DEBUG_PAGE', true),
    mail: smtpUrl === '' ? null : { smtpUrl, from: text('MAIL_FROM', 'Plinth <hello@localhost>') },
    payments: paymentsOf(reader),
    logLevel,
    ...operatingOf(reader, production),
  }
  if (env.production && !env.publicUrl.startsWith('https:')) {
    problems.push('PUBLIC_URL must be https in production: session cookies are sent over TLS only.')
  }
  if (env.production && env.payments?.apiBase.startsWith('http:'))
    problems.push('STRIPE_API_BASE must be https in production: the secret key is sent there.')
  reader.done()
  return env
}

/** With `on`, a proxy in a private network: everybody else's address counts as that of who asks. */
function proxiesOf({ problems, text }: ReturnType<typeof readerOf>): string | null {
  const value = text('TRUST_PROXY', 'off')
  if (value === 'off') return null
  if (value === 'on') return 'loopback,linklocal,uniquelocal'
  const isNetwork = (one: string) => {
    const [address = '', bits, ...rest] = one.trim().split('/')
    const most = isIP(address) === 4 ? 32 : 128
    return isIP(address) !== 0 && rest.length === 0 && Number(bits ?? most) <= most && bits !== ''
  }
  if (!value.split(',').every(isNetwork))
    problems.push('TRUST_PROXY must be on, off, or addresses such as 203.0.113.7,2001:db8::/32.')
  return value
}

function operatingOf(
  { problems, text, integer }: ReturnType<typeof readerOf>,
  production: boolean,
): Pick<Env, 'drainSeconds' | 'metricsToken' | 'security'> {
  const metricsToken = text('METRICS_TOKEN', '')
  if (metricsToken !== '' && metricsToken.length < 16)
    problems.push('METRICS_TOKEN must have at least 16 characters.')
  const contact = text('SECURITY_CONTACT', '')
  const expires = new Date(text('SECURITY_EXPIRES', '') || NaN)
  if (contact !== '' && !/^(mailto|https):\S+$/.test(contact))
    problems.push('SECURITY_CONTACT must start with mailto: or https://.')
  if (contact !== '' && Number.isNaN(expires.getTime()))
    problems.push(
      'SECURITY_EXPIRES must be a date such as 2027-06-30 where SECURITY_CONTACT is set.',
    )
  return {
    // On one's own machine nobody stands in front who would have to notice.
    drainSeconds: integer('DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    metricsToken: metricsToken === '' ? null : metricsToken,
    security: contact === '' ? null : { contact, expires },
  }
}

function paymentsOf({ problems, text, url }: ReturnType<typeof readerOf>): PaymentSettings | null {
  const secretKey = text('STRIPE_SECRET_KEY', '')
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET', '')
  if ((secretKey === '') !== (webhookSecret === ''))
    problems.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.')
  const apiBase = url('STRIPE_API_BASE', 'https://api.stripe.com')
  if (URL.canParse(apiBase) && new URL(apiBase).origin !== apiBase)
    problems.push('STRIPE_API_BASE must be an origin such as https://api.stripe.com.')
  return secretKey === '' ? null : { secretKey, webhookSecret, apiBase }
}

/** The settings of where files live, for whoever needs no others. */
export function readStorageEnv(source: NodeJS.ProcessEnv): Pick<Env, 'dataDir' | 's3'> {
  const reader = readerOf(source)
  const storage = storageOf(reader)
  reader.done()
  return storage
}

function storageOf(reader: ReturnType<typeof readerOf>): Pick<Env, 'dataDir' | 's3'> {
  const folder = reader.text('PLINTH_DATA', path.join(import.meta.dirname, '../../.plinth'))
  return { dataDir: path.resolve(folder), s3: s3Of(reader) }
}

function s3Of({ problems, text, flag, url }: ReturnType<typeof readerOf>): S3Settings | null {
  const bucket = text('S3_BUCKET', '')
  if (bucket === '') return null
  const endpoint = url('S3_ENDPOINT', '') || null
  const accessKeyId = text('S3_ACCESS_KEY_ID', '')
  const secretAccessKey = text('S3_SECRET_ACCESS_KEY', '')
  if ((accessKeyId === '') !== (secretAccessKey === ''))
    problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together.')
  const prefix = text('S3_PREFIX', '').replaceAll(/^\/+|\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix))
    problems.push('S3_PREFIX may hold letters, digits, dots, dashes and slashes only.')
  return {
    bucket,
    endpoint,
    region: text('S3_REGION', 'us-east-1'),
    credentials: accessKeyId === '' ? null : { accessKeyId, secretAccessKey },
    // Stores of one's own seldom have a host name for every bucket.
    pathStyle: flag('S3_PATH_STYLE', endpoint !== null),
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
}
