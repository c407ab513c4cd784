import path from 'node:path'
import { readEnv, readStorageEnv, type Env } from '../src/env.ts'

const ROOT = path.join(import.meta.dirname, '../..')

export interface SeedEnv extends Env {
  /** Cache of finished renditions for the next data folder. */
  cacheDir: string
}

function need(name: string): string {
  const value = process.env[name]?.trim()
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

export const databaseUrlFromEnv = (): string => need('DATABASE_URL')

/** The server's settings that concern seeding, under the same names. */
export const readSeedEnv = (): SeedEnv => ({
  ...readEnv({
    DATABASE_URL: databaseUrlFromEnv(),
    OIDC_ISSUER: need('OIDC_ISSUER'),
    // The app needs these settings to start, but the seed never signs anybody in.
    OIDC_CLIENT_ID: 'seed',
    OIDC_CLIENT_SECRET: 'seed',
  }),
  ...readStorageEnv(process.env),
  cacheDir: path.resolve(process.env.PLINTH_CACHE?.trim() || path.join(ROOT, '.plinth/cache')),
})
