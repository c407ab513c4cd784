import { expect, it } from 'vitest'
import { readEnv } from './env.ts'

const enough = {
  DATABASE_URL: 'postgres://localhost/plinth',
  OIDC_ISSUER: 'https://id.example.com/',
  OIDC_CLIENT_ID: 'plinth',
  OIDC_CLIENT_SECRET: 'secret',
}

it('fills what may be left out', () => {
  const env = readEnv(enough)
  expect(env).toMatchObject({
    port: 3000,
    publicUrl: 'http://localhost:3000',
    databaseDirectUrl: 'postgres://localhost/plinth',
    oidc: { issuer: 'https://id.example.com/' },
    production: false,
  })
})

it('names everything that is wrong at once', () => {
  expect(() => readEnv({ PORT: 'high', LOG_LEVEL: 'loud', JOBS: 'maybe' })).toThrow(
    /PORT must be[\s\S]*DATABASE_URL is not set[\s\S]*LOG_LEVEL must be[\s\S]*OIDC_ISSUER is not set[\s\S]*JOBS must be/,
  )
})

it('demands https in production', () => {
  expect(() =>
    readEnv({ ...enough, NODE_ENV: 'production', PUBLIC_URL: 'http://plinth.example' }),
  ).toThrow(/PUBLIC_URL must be https/)
})

it('reads admin addresses in any case and spacing', () => {
  expect(
    readEnv({ ...enough, ADMIN_EMAILS: ' Leila@Example.com, ,ben@example.com' }).adminEmails,
  ).toEqual(['leila@example.com', 'ben@example.com'])
})

it('keeps files in the data folder unless a bucket is named', () => {
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

it('takes Redis where one is named', () => {
  expect(readEnv(enough).redisUrl).toBeNull()
  const url = 'rediss://plinth:secret@redis.example.com:6380/2'
  expect(readEnv({ ...enough, REDIS_URL: url }).redisUrl).toBe(url)
  expect(() => readEnv({ ...enough, REDIS_URL: 'localhost:6379' })).toThrow(/REDIS_URL must start/)
  expect(() => readEnv({ ...enough, REDIS_URL: 'redis://a b' })).toThrow(/REDIS_URL must be a URL/)
})
