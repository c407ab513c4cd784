import { isIP } from 'node:net'
import path from 'node:path'
import { findAddressProblem } from './db/address.ts'
import type { Programs } from './gateways/av/system/programs.ts'
import { readerOf, type Reader } from './reader.ts'
import { tracingOf, type TracingSettings } from './tracing/settings.ts'

export interface Env {
  production: boolean
  host: string
  port: number
  /** Origin that browsers use, without a trailing slash. */
  publicUrl: string
  databaseUrl: string
  /** Bypasses a pooler: migrations, jobs and LISTEN. */
  databaseDirectUrl: string
  /** Replicas for what may be some seconds old. */
  databaseReadUrls: readonly string[]
  /** A replica that is further behind is left out, in seconds. */
  replicaLagSeconds: number
  databasePoolSize: number
  /** Seconds that a start waits for a database that is not there. */
  databaseWaitSeconds: number
  namedStatements: boolean
  /** Carries live messages between processes; null: PostgreSQL does. */
  redisUrl: string | null
  dataDir: string
  /** Where uploaded files are stored; null: in the data folder. */
  s3: S3Settings | null
  webDist: string
  oidc: OidcSettings
  adminEmails: readonly string[]
  /** Comma-separated networks of trusted proxies; null: none. */
  trustProxy: string | null
  /** Seconds between heartbeats on a live connection; shorter than the idle timeout of proxies. */
  liveHeartbeatSeconds: number
  /** Requests a minute for one person or, without a session, one address. 0 turns the limit off. */
  rateLimitPerMinute: number
  /** Whether what somebody may do in a day is limited. Counted it is in any case. */
  dailyLimits: boolean
  /** How long a page waits for data that the browser can also ask for, in milliseconds. */
  pagePatience: number
  /** How long a request waits until an uploaded file is checked, in milliseconds; then it is answered with a 202. */
  uploadPatience: number
  runJobs: boolean
  /** Months after which views are deleted; 0: never. */
  viewsKeptMonths: number
  /** `pre`: new posts by anyone but admins wait for approval. */
  moderation: 'post' | 'pre'
  /** Whether members can open the debug page, which tries out a few calls. */
  debugPage: boolean
  /** Null: no mail is sent. */
  mail: { smtpUrl: string; from: string } | null
  /** Null: cards cannot be charged, and calls that cost money answer with an error. */
  payments: PaymentSettings | null
  logLevel: string
  /** Seconds between failing `/readyz` and stopping; longer than a proxy takes to notice. */
  drainSeconds: number
  /** The token for `/metrics`; null: only this machine may read them. */
  metricsToken: string | null
  /** Where to report a vulnerability, and until when that is valid; null: no `security.txt`. */
  security: { contact: string; expires: Date } | null
  /** Who runs this site, as the imprint names them; null: nobody has said so. */
  operator: OperatorSettings | null
  /** A cache in front that is told what to forget; null: none is. */
  cachePurge: CachePurgeSettings | null
  /** The operator's FFmpeg, as names on the PATH or as files; null: the one that is bundled. */
  programs: Programs | null
  /** A folder whose `terms.md`, `privacy.md` and `imprint.md` replace ours; null: none. */
  legalDir: string | null
  /** Where traces of requests and jobs are sent; null: nothing is traced. */
  tracing: TracingSettings | null
}

/** How a cache is told what to forget. */
const CACHE_STYLES = ['nginx', 'varnish', 'fastly', 'cloudflare'] as const
export type CacheStyle = (typeof CACHE_STYLES)[number]

export interface CachePurgeSettings {
  /** Without a slash at its end. */
  url: string
  style: CacheStyle
  token: string
}

interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** How the secret is sent: as a header or in the body. Null: as the provider announces. */
  tokenAuth: 'basic' | 'post' | null
}

export interface OperatorSettings {
  name: string
  /** Lines of the postal address. */
  address: readonly string[]
  email: string
}

export interface PaymentSettings {
  secretKey: string
  /** The card provider signs its webhooks with it. */
  webhookSecret: string
  /** Origin of the card provider. */
  apiBase: string
}

export interface S3Settings {
  bucket: string
  /** Null: the endpoint of AWS for the region. */
  endpoint: string | null
  region: string
  /** Null: found on the machine, as the AWS tools do. */
  credentials: { accessKeyId: string; secretAccessKey: string } | null
  /** Put the bucket into the path instead of the host name. */
  pathStyle: boolean
  /** Prefix of every key: empty, or ending with a slash. */
  prefix: string
}

const EMAIL = /^[^\s@]+@[^\s@]+$/
/** Nothing counts from views that are older: see viewsKeptOf. */
const FEWEST_VIEW_MONTHS = 4
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Reads and checks all settings, so that one failed start names every problem. */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const reader = readerOf(source)
  const { problems, text, integer, flag, url, choice } = reader
  const port = integer('PORT', 3000, 0, 65_535)
  const checked = (name: string, value: string): string => {
    const problem = findAddressProblem(name, value)
    if (problem !== null) problems.push(problem)
    return value
  }
  const database = (name: string, otherwise?: string) => checked(name, text(name, otherwise))
  const databaseUrl = database('DATABASE_URL')
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
    databaseDirectUrl: database('DATABASE_DIRECT_URL', databaseUrl),
    databaseReadUrls: text('DATABASE_READ_URL', '')
      .split(/\s+/)
      .filter(Boolean)
      .map((one) => checked('DATABASE_READ_URL', one)),
    replicaLagSeconds: integer('REPLICA_LAG_SECONDS', 5, 1, 60),
    databasePoolSize: integer('DATABASE_POOL_SIZE', 10, 1, 100),
    databaseWaitSeconds: integer('DATABASE_WAIT_SECONDS', 0, 0, 3_600),
    namedStatements: flag('NAMED_STATEMENTS', true),
    redisUrl: redisUrl === '' ? null : redisUrl,
    ...storageOf(reader),
    webDist: path.resolve(text('WEB_DIST', path.join(import.meta.dirname, '../../web/dist'))),
    oidc: oidcOf(reader),
    adminEmails: adminsOf(reader),
    trustProxy: proxiesOf(reader),
    liveHeartbeatSeconds: integer('LIVE_HEARTBEAT_SECONDS', 20, 1, 300),
    rateLimitPerMinute: integer('RATE_LIMIT_PER_MINUTE', 600, 0, 1_000_000),
    dailyLimits: flag('DAILY_LIMITS', true),
    pagePatience: integer('PAGE_PATIENCE_MS', 150, 0, 60_000),
    uploadPatience: integer('UPLOAD_PATIENCE_MS', 8_000, 0, 600_000),
    runJobs: flag('JOBS', true),
    viewsKeptMonths: viewsKeptOf(reader),
    moderation: choice('MODERATION', ['post', 'pre']),
    debugPage: flag('DEBUG_PAGE', true),
    mail: smtpUrl === '' ? null : { smtpUrl, from: text('MAIL_FROM', 'Plinth <hello@localhost>') },
    payments: paymentsOf(reader),
    logLevel,
    ...operatingOf(reader, production),
    ...legalOf(reader),
    cachePurge: cachePurgeOf(reader),
    programs: programsOf(reader),
    tracing: tracingOf(reader),
  }
  if (env.production && !env.publicUrl.startsWith('https:')) {
    problems.push('PUBLIC_URL must be https in production: session cookies are sent over TLS only.')
  }
  if (env.production && env.payments?.apiBase.startsWith('http:'))
    problems.push('STRIPE_API_BASE must be https in production: the secret key is sent there.')
  reader.done()
  return env
}

function oidcOf({ problems, text }: Reader): OidcSettings {
  const tokenAuth = text('OIDC_TOKEN_AUTH', '')
  if (!['', 'basic', 'post'].includes(tokenAuth))
    problems.push('OIDC_TOKEN_AUTH must be basic or post.')
  return {
    // Must match the provider's own value exactly, including a slash at its end.
    issuer: text('OIDC_ISSUER'),
    clientId: text('OIDC_CLIENT_ID'),
    clientSecret: text('OIDC_CLIENT_SECRET'),
    tokenAuth: tokenAuth === 'basic' || tokenAuth === 'post' ? tokenAuth : null,
  }
}

/** Email addresses as we compare them: in lower case, each once. */
function adminsOf({ problems, text }: Reader): string[] {
  const emails = text('ADMIN_EMAILS', '')
    .split(',')
    .map((email) => email.trim().toLowerCase())
    .filter(Boolean)
  if (!emails.every((email) => EMAIL.test(email)))
    problems.push('ADMIN_EMAILS must be email addresses, separated by commas.')
  return [...new Set(emails)]
}

/** Reads TRUST_PROXY. `on` trusts proxies in private networks. */
function proxiesOf({ problems, text }: Reader): string | null {
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

/** Reads VIEWS_KEPT_MONTHS. For You asks for views of three months, and hires for those of one. */
function viewsKeptOf({ problems, integer }: Reader): number {
  const months = integer('VIEWS_KEPT_MONTHS', 0, 0, 1_200)
  if (months > 0 && months < FEWEST_VIEW_MONTHS)
    problems.push(`VIEWS_KEPT_MONTHS must be 0 or at least ${FEWEST_VIEW_MONTHS}.`)
  return months
}

function operatingOf(
  { problems, text, integer }: Reader,
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
    // In development there is no proxy that would have to notice.
    drainSeconds: integer('DRAIN_SECONDS', production ? 5 : 0, 0, 300),
    metricsToken: metricsToken === '' ? null : metricsToken,
    security: contact === '' ? null : { contact, expires },
  }
}

function legalOf({ problems, text }: Reader): Pick<Env, 'operator' | 'legalDir'> {
  const folder = text('LEGAL_DIR', '')
  const name = text('OPERATOR_NAME', '')
  const email = text('OPERATOR_EMAIL', '')
  const address = text('OPERATOR_ADDRESS', '')
    .split(';')
    .map((line) => line.trim())
    .filter(Boolean)
  const given = new Set([name !== '', email !== '', address.length > 0])
  if (given.size > 1)
    problems.push('OPERATOR_NAME, OPERATOR_ADDRESS and OPERATOR_EMAIL must be set together.')
  if (email !== '' && !EMAIL.test(email)) problems.push('OPERATOR_EMAIL must be an email address.')
  return {
    operator: name === '' ? null : { name, address, email },
    legalDir: folder === '' ? null : path.resolve(folder),
  }
}

function cachePurgeOf({ problems, text, url }: Reader): CachePurgeSettings | null {
  const address = url('CACHE_PURGE_URL', '')
  const name = text('CACHE_PURGE_STYLE', '')
  const token = text('CACHE_PURGE_TOKEN', '')
  if (new Set([address !== '', name !== '', token !== '']).size > 1)
    problems.push('CACHE_PURGE_URL, CACHE_PURGE_STYLE and CACHE_PURGE_TOKEN must be set together.')
  if (address !== '' && !/^https?:\/\//.test(address))
    problems.push('CACHE_PURGE_URL must start with http:// or https://.')
  // It is sent in a header.
  if (token !== '' && !/^[\x21-\x7e]{16,}$/.test(token))
    problems.push('CACHE_PURGE_TOKEN must have at least 16 characters, without spaces.')
  const style = CACHE_STYLES.find((one) => one === name)
  if (name !== '' && style === undefined)
    problems.push(`CACHE_PURGE_STYLE must be ${CACHE_STYLES.join(' or ')}.`)
  return style === undefined ? null : { url: address, style, token }
}

function programsOf({ text, choice }: Reader): Programs | null {
  const programs = {
    ffmpeg: text('FFMPEG_PATH', 'ffmpeg'),
    ffprobe: text('FFPROBE_PATH', 'ffprobe'),
  }
  return choice('VIDEO', ['bundled', 'system']) === 'system' ? programs : null
}

function paymentsOf({ problems, text, url }: Reader): PaymentSettings | null {
  const secretKey = text('STRIPE_SECRET_KEY', '')
  const webhookSecret = text('STRIPE_WEBHOOK_SECRET', '')
  if ((secretKey === '') !== (webhookSecret === ''))
    problems.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET must be set together.')
  const apiBase = url('STRIPE_API_BASE', 'https://api.stripe.com')
  if (URL.canParse(apiBase) && new URL(apiBase).origin !== apiBase)
    problems.push('STRIPE_API_BASE must be an origin such as https://api.stripe.com.')
  return secretKey === '' ? null : { secretKey, webhookSecret, apiBase }
}

/** Only the settings about where files are stored. */
export function readStorageEnv(source: NodeJS.ProcessEnv): Pick<Env, 'dataDir' | 's3'> {
  const reader = readerOf(source)
  const storage = storageOf(reader)
  reader.done()
  return storage
}

function storageOf(reader: Reader): Pick<Env, 'dataDir' | 's3'> {
  const folder = reader.text('PLINTH_DATA', path.join(import.meta.dirname, '../../.plinth'))
  return { dataDir: path.resolve(folder), s3: s3Of(reader) }
}

function s3Of({ problems, text, flag, url }: Reader): S3Settings | null {
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
    // Self-hosted stores seldom have a host name for each bucket.
    pathStyle: flag('S3_PATH_STYLE', endpoint !== null),
    prefix: prefix === '' ? '' : `${prefix}/`,
  }
}
