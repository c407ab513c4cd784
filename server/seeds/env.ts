import { readEnv, readStorageEnv, type Env } from '../src/env.ts'

function need(name: string): string {
  const value = process.env[name]?.trim()
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

export const databaseUrlFromEnv = (): string => need('DATABASE_URL')

/** Where the product is, how its database is reached, and the sandbox's card provider for the hires. */
const PASSED_ON = [
  'PUBLIC_URL',
  'PLINTH_DATA',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_API_BASE',
  'NAMED_STATEMENTS',
  'VIDEO',
  'FFMPEG_PATH',
  'FFPROBE_PATH',
]

/** The server's settings that concern seeding, under the same names. */
export const readSeedEnv = (): Env => ({
  ...readEnv({
    DATABASE_URL: databaseUrlFromEnv(),
    OIDC_ISSUER: need('OIDC_ISSUER'),
    // The app needs these settings to start, but the seed never signs anybody in.
    OIDC_CLIENT_ID: 'seed',
    OIDC_CLIENT_SECRET: 'seed',
    // Quiet, and as fast as it can.
    LOG_LEVEL: 'silent',
    RATE_LIMIT_PER_MINUTE: '0',
    DAILY_LIMITS: 'off',
    JOBS: 'off',
    ...Object.fromEntries(PASSED_ON.map((name) => [name, process.env[name] ?? ''])),
  }),
  ...readStorageEnv(process.env),
})
