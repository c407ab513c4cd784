import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { Pool } from 'pg'

export interface Secrets {
  /** Signs ID tokens. */
  signingKey: JWK
  /** Signs the provider's cookies. */
  cookieKey: string
}

/** Made once and kept in the database; of two first starts at once, both use the first one's. */
export async function loadSecrets(database: Pool): Promise<Secrets> {
  const known = await read(database)
  if (known !== null) return known
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const fresh: Secrets = {
    signingKey: {
      ...(await exportJWK(privateKey)),
      kid: randomBytes(8).toString('hex'),
      alg: 'RS256',
      use: 'sig',
    },
    cookieKey: randomBytes(32).toString('base64url'),
  }
  await database.query(
    "insert into secrets (name, value) values ('identity', $1) on conflict do nothing",
    [JSON.stringify(fresh)],
  )
  return (await read(database)) ?? fresh
}

async function read(database: Pool): Promise<Secrets | null> {
  const { rows } = await database.query<{ value: Secrets }>(
    "select value from secrets where name = 'identity'",
  )
  return rows[0]?.value ?? null
}
