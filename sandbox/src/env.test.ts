import { expect, test } from 'vitest'
import { readCardsEnv, readEnv } from './env.ts'

const RIGHT = {
  SANDBOX_DATABASE_URL: 'postgres://localhost/sandbox',
  PLINTH_URL: 'http://localhost:3000',
  OIDC_CLIENT_ID: 'plinth',
  OIDC_CLIENT_SECRET: 'secret',
}

test('refuses to start in production, whatever else is set', () => {
  expect(() => readEnv({ ...RIGHT, NODE_ENV: 'production' })).toThrow(
    'The sandbox signs anybody in as anybody, so it does not start with NODE_ENV=production',
  )
})

test('names everything that is wrong with the settings', () => {
  expect(() => readEnv({ SANDBOX_PORT: 'x', PLINTH_URL: 'localhost:3000/a' })).toThrow(
    [
      'SANDBOX_PORT must be a number from 0 to 65535.',
      'SANDBOX_DATABASE_URL is not set.',
      'PLINTH_URL must be an origin such as http://localhost:3000.',
      'OIDC_CLIENT_ID is not set.',
      'OIDC_CLIENT_SECRET is not set.',
    ].join('\n'),
  )
})

test('has defaults for the other settings', () => {
  expect(readEnv(RIGHT)).toMatchObject({
    host: '127.0.0.1',
    port: 3001,
    smtpPort: 3002,
    issuer: null,
    demoAccountsFile: null,
    webhook: null,
  })
})

test('requires an address and a secret for a webhook', () => {
  const url = 'http://localhost:3000/api/webhooks'
  expect(
    readEnv({ ...RIGHT, STRIPE_WEBHOOK_URL: url, STRIPE_WEBHOOK_SECRET: 's' }).webhook,
  ).toEqual({
    url,
    secret: 's',
  })
  expect(() => readEnv({ ...RIGHT, STRIPE_WEBHOOK_URL: url })).toThrow(
    'STRIPE_WEBHOOK_SECRET is not set.',
  )
  expect(() =>
    readEnv({ ...RIGHT, STRIPE_WEBHOOK_URL: 'nowhere', STRIPE_WEBHOOK_SECRET: 's' }),
  ).toThrow('STRIPE_WEBHOOK_URL must be an address')
})

test('requires only a database for the card provider alone, and refuses production too', () => {
  const { SANDBOX_DATABASE_URL } = RIGHT
  expect(readCardsEnv({ SANDBOX_DATABASE_URL })).toEqual({
    host: '127.0.0.1',
    port: 0,
    databaseUrl: SANDBOX_DATABASE_URL,
    webhook: null,
  })
  expect(() => readCardsEnv({ SANDBOX_CARDS_PORT: 'x' })).toThrow(
    'SANDBOX_CARDS_PORT must be a number from 0 to 65535.\nSANDBOX_DATABASE_URL is not set.',
  )
  expect(() => readCardsEnv({ SANDBOX_DATABASE_URL, NODE_ENV: 'production' })).toThrow('production')
})
