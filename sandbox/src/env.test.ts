import { expect, test } from 'vitest'
import { readEnv } from './env.ts'

const RIGHT = {
  SANDBOX_DATABASE_URL: 'postgres://localhost/sandbox',
  PLINTH_URL: 'http://localhost:3000',
  OIDC_CLIENT_ID: 'plinth',
  OIDC_CLIENT_SECRET: 'secret',
}

test('it does not start in production, whatever else is set', () => {
  expect(() => readEnv({ ...RIGHT, NODE_ENV: 'production' })).toThrow(
    'The sandbox signs anybody in as anybody, so it does not start with NODE_ENV=production',
  )
})

test('a wrong start names all that is wrong', () => {
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

test('the rest has defaults', () => {
  expect(readEnv(RIGHT)).toMatchObject({
    host: '127.0.0.1',
    port: 3001,
    smtpPort: 3002,
    issuer: null,
    demoAccountsFile: null,
  })
})
