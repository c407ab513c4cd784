import { describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'

const enough = {
  DATABASE_URL: 'postgres://localhost/plinth',
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_ID: 'plinth',
  OIDC_CLIENT_SECRET: 'secret',
}

it('fills in defaults', () => {
  const env = readEnv(enough)
  expect(env).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseDirectUrl: 'postgres://localhost/plinth',
    oidc: { issuer: 'https://id.example.com/' },
    production: false,
  })
})

it('names every problem at once', () => {
  expect(() => readEnv({ PORT: 'high', LOG_LEVEL: 'loud', JOBS: 'maybe' })).toThrow(
    /PORT must be[\s\S]*DATABASE_URL is not set[\s\S]*LOG_LEVEL must be[\s\S]*OIDC_ISSUER is not set[\s\S]*JOBS must be/,
  )
})

it.each([
  [undefined, null],
  ['off', null],
  ['on', 'loopback,linklocal,uniquelocal'],
  ['203.0.113.7, 2001:db8::/32', '203.0.113.7, 2001:db8::/32'],
])('trusts proxies: %s', (TRUST_PROXY, trustProxy) => {
  expect(readEnv({ ...enough, TRUST_PROXY }).trustProxy).toBe(trustProxy)
})

it.each(['yes', '1', '203.0.113.7/33', '203.0.113.7/', '10.0.0.0/8/8', 'proxy.example.com'])(
  'believes no proxy called %s',
  (TRUST_PROXY) => {
    expect(() => readEnv({ ...enough, TRUST_PROXY })).toThrow(/TRUST_PROXY must be/)
  },
)

it('requires https in production', () => {
  expect(() =>
    readEnv({ ...enough, NODE_ENV: 'production', PUBLIC_URL: 'http://plinth.example' }),
  ).toThrow(/PUBLIC_URL must be https/)
})

it('reads admin emails in any case and spacing', () => {
  expect(
    readEnv({ ...enough, ADMIN_EMAILS: ' Leila@Example.com, ,ben@example.com' }).adminEmails,
  ).toEqual(['leila@example.com', 'ben@example.com'])
  expect(
    readEnv({ ...enough, ADMIN_EMAILS: 'BEN@example.com,\tLeila@example.com ,ben@Example.COM,' })
      .adminEmails,
  ).toEqual(['ben@example.com', 'leila@example.com'])
})

it.each(['leila', 'leila@example.com ben@example.com', 'leila@example.com;ben@example.com'])(
  'makes nobody an admin who is called %s',
  (ADMIN_EMAILS) => {
    expect(() => readEnv({ ...enough, ADMIN_EMAILS })).toThrow(/ADMIN_EMAILS must be/)
  },
)

describe('traces', () => {
  const endpoint = 'http://collector:4318'
  const tracing = (settings: Record<string, string>) =>
    readEnv({ ...enough, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings }).tracing

  it('are off unless a collector is named', () => {
    expect(readEnv(enough).tracing).toBeNull()
    expect(tracing({})).toEqual({
      endpoint,
      headers: {},
      serviceName: 'plinth',
      sampler: 'parentbased_always_on',
      share: 1,
    })
  })

  it('take the standard’s settings', () => {
    expect(
      tracing({
        OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret%3D, team = site ,',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.1',
      }),
    ).toMatchObject({
      headers: { 'api-key': 'a secret=', team: 'site' },
      sampler: 'parentbased_traceidratio',
      share: 0.1,
    })
  })

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'grpc://collector:4317'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=%ff'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'api-key=a%0d%0ab'],
    ['OTEL_TRACES_SAMPLER', 'some'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('refuse %s=%s', (name, value) => {
    expect(() => tracing({ [name]: value })).toThrow(`${name} must`)
  })
})

it('sends the client secret as the provider announces, unless it is set', () => {
  const tokenAuth = (OIDC_TOKEN_AUTH?: string) =>
    readEnv({ ...enough, OIDC_TOKEN_AUTH }).oidc.tokenAuth
  expect([undefined, '', 'basic', 'post'].map(tokenAuth)).toEqual([null, null, 'basic', 'post'])
  expect(() => tokenAuth('Basic')).toThrow('OIDC_TOKEN_AUTH must be basic or post.')
})

it('stores files in the data folder unless a bucket is set', () => {
  expect(readEnv(enough).s3).toBeNull()
  expect(readEnv({ ...enough, S3_BUCKET: 'plinth' }).s3).toEqual({
    bucket: 'plinth',
    endpoint: null,
    region: 'us-east-1',
    credentials: null,
    pathStyle: false,
    prefix: '',
  })
  const own = {
    ...enough,
    S3_BUCKET: 'plinth',
    S3_ENDPOINT: 'https://s3.example.com/',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_PREFIX: '/media/of/plinth/',
  }
  expect(readEnv(own).s3).toEqual({
    bucket: 'plinth',
    endpoint: 'https://s3.example.com',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    pathStyle: true,
    prefix: 'media/of/plinth/',
  })
  expect(readEnv({ ...own, S3_PATH_STYLE: 'off' }).s3?.pathStyle).toBe(false)
})

it('names what is wrong with a bucket', () => {
  const wrong = {
    S3_BUCKET: 'plinth',
    S3_ENDPOINT: 'nowhere',
    S3_ACCESS_KEY_ID: 'key',
    S3_PREFIX: 'a b',
  }
  expect(() => readEnv({ ...enough, ...wrong })).toThrow(
    /S3_ENDPOINT must be a URL[\s\S]*must be set together[\s\S]*S3_PREFIX may hold/,
  )
})

it('uses Redis if one is set', () => {
  expect(readEnv(enough).redisUrl).toBeNull()
  const url = 'rediss://plinth:secret@redis.example.com:6380/2'
  expect(readEnv({ ...enough, REDIS_URL: url }).redisUrl).toBe(url)
  expect(() => readEnv({ ...enough, REDIS_URL: 'localhost:6379' })).toThrow(/REDIS_URL must start/)
  expect(() => readEnv({ ...enough, REDIS_URL: 'redis://a b' })).toThrow(/REDIS_URL must be a URL/)
})

it('tells a cache what to forget if one is named completely', () => {
  expect(readEnv(enough).cachePurge).toBeNull()
  const cache = {
    CACHE_PURGE_URL: 'http://varnish:6081/',
    CACHE_PURGE_STYLE: 'varnish',
    CACHE_PURGE_TOKEN: 'a-token-of-a-cache',
  }
  expect(readEnv({ ...enough, ...cache }).cachePurge).toEqual({
    url: 'http://varnish:6081',
    style: 'varnish',
    token: 'a-token-of-a-cache',
  })
  for (const name of Object.keys(cache))
    expect(() => readEnv({ ...enough, ...cache, [name]: '' }), name).toThrow(/set together/)
  for (const [name, value, problem] of [
    ['CACHE_PURGE_URL', 'ftp://varnish', /must start with http/],
    ['CACHE_PURGE_URL', 'varnish', /must be a URL/],
    ['CACHE_PURGE_STYLE', 'squid', /must be nginx or varnish or fastly or cloudflare/],
    ['CACHE_PURGE_TOKEN', 'short', /at least 16 characters/],
    ['CACHE_PURGE_TOKEN', 'a-token-of-a-cache\r\nx: y', /without spaces/],
  ] as const)
    expect(() => readEnv({ ...enough, ...cache, [name]: value }), value).toThrow(problem)
})

it('charges cards if a provider is set up completely', () => {
  expect(readEnv(enough).payments).toBeNull()
  const keys = { ...enough, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(readEnv(keys).payments).toEqual({
    secretKey: 'sk_test_1',
    webhookSecret: 'whsec_1',
    apiBase: 'https://api.stripe.com',
  })
  const local = { ...keys, STRIPE_API_BASE: 'http://localhost:3001/' }
  expect(readEnv(local).payments?.apiBase).toBe('http://localhost:3001')
  expect(() => readEnv({ ...enough, STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/set together/)
  expect(() => readEnv({ ...keys, STRIPE_API_BASE: 'https://api.example.com/v1' })).toThrow(
    /must be an origin/,
  )
  expect(() =>
    readEnv({ ...local, NODE_ENV: 'production', PUBLIC_URL: 'https://plinth.example' }),
  ).toThrow(/STRIPE_API_BASE must be https/)
})

it('drains in production, and requires a long metrics token', () => {
  const live = { ...enough, NODE_ENV: 'production', PUBLIC_URL: 'https://plinth.example' }
  expect(readEnv(enough)).toMatchObject({ drainSeconds: 0, metricsToken: null, security: null })
  expect(readEnv(live).drainSeconds).toBe(5)
  expect(readEnv({ ...live, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
  const contact = { SECURITY_CONTACT: 'mailto:us@example.com', SECURITY_EXPIRES: '2027-06-30' }
  expect(readEnv({ ...live, ...contact }).security).toEqual({
    contact: 'mailto:us@example.com',
    expires: new Date('2027-06-30'),
  })
  expect(() =>
    readEnv({ ...enough, METRICS_TOKEN: 'short', SECURITY_CONTACT: 'us@example.com' }),
  ).toThrow(
    /METRICS_TOKEN must have[\s\S]*SECURITY_CONTACT must start[\s\S]*SECURITY_EXPIRES must be/,
  )
})

it('names the operator only with an address and an email', () => {
  expect(readEnv(enough)).toMatchObject({ operator: null, legalDir: null })
  const named = {
    ...enough,
    OPERATOR_NAME: 'Fjord Ltd',
    OPERATOR_ADDRESS: '1 Pier Street; ; Bergen',
    OPERATOR_EMAIL: 'hello@fjord.example',
  }
  expect(readEnv(named).operator).toEqual({
    name: 'Fjord Ltd',
    address: ['1 Pier Street', 'Bergen'],
    email: 'hello@fjord.example',
  })
  expect(() => readEnv({ ...named, OPERATOR_EMAIL: '' })).toThrow(/must be set together/)
  expect(() => readEnv({ ...named, OPERATOR_EMAIL: 'hello' })).toThrow(/must be an email address/)
})

it('takes the bundled FFmpeg, or that of the operator', () => {
  expect(readEnv({ ...enough, FFMPEG_PATH: '/opt/ffmpeg' }).programs).toBe(null)
  expect(readEnv({ ...enough, VIDEO: 'system' }).programs).toEqual({
    ffmpeg: 'ffmpeg',
    ffprobe: 'ffprobe',
  })
  const paths = { VIDEO: 'system', FFMPEG_PATH: '/opt/ffmpeg', FFPROBE_PATH: '/opt/ffprobe' }
  expect(readEnv({ ...enough, ...paths }).programs).toEqual({
    ffmpeg: '/opt/ffmpeg',
    ffprobe: '/opt/ffprobe',
  })
  expect(() => readEnv({ ...enough, VIDEO: 'other' })).toThrow(/VIDEO must be bundled or system/)
})
