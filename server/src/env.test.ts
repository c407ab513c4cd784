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
