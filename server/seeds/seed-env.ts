import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

export interface SeedEnv {
  databaseUrl: string
  dataDir: string
  /** Finished renditions, kept for the next folder of data. */
  cacheDir: string
  /** Who says who the demo people are. */
  issuer: string
}

function need(name: string): string {
  const value = process.env[name]?.trim()
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

export const databaseUrlFromEnv = (): string => need('DATABASE_URL')

const folder = (name: string, otherwise: string): string =>
  path.resolve(process.env[name]?.trim() || path.join(ROOT, otherwise))

/** The settings of the seeding program; the same names mean the same to the server. */
export const readSeedEnv = (): SeedEnv => ({
  databaseUrl: databaseUrlFromEnv(),
  dataDir: folder('PLINTH_DATA', '.plinth'),
  cacheDir: folder('PLINTH_CACHE', '.plinth/cache'),
  issuer: need('OIDC_ISSUER').replace(/\/$/, ''),
})
