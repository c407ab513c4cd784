import path from 'node:path'
import { readEnv, readStorageEnv, type Env } from '../src/env.ts'

const ROOT = path.join(import.meta.dirname, '../..')

export interface SeedEnv extends Env {
  /** Finished renditions, kept for the next folder of data. */
  cacheDir: string
}

function need(name: string): string {
  const value = process.env[name]?.trim()
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

export const databaseUrlFromEnv = (): string => need('DATABASE_URL')

/** The server's settings as far as they concern seeding; the same names mean the same. */
export const readSeedEnv = (): SeedEnv => ({
  ...readEnv({
    DATABASE_URL: databaseUrlFromEnv(),
    OIDC_ISSUER: need('OIDC_ISSUER'),
    // Nobody signs in here.
    OIDC_CLIENT_ID: 'seed',
    OIDC_CLIENT_SECRET: 'seed',
  }),
  ...readStorageEnv(process.env),
  cacheDir: path.resolve(process.env.PLINTH_CACHE?.trim() || path.join(ROOT, '.plinth/cache')),
})
