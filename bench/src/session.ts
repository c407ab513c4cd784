import { createHash, randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'

export interface Session {
  /** The `Cookie` header. */
  cookie: string
  tokenHash: Buffer
  end: () => Promise<void>
}

/** Signs somebody in by inserting a session; `end` removes it. Without an id: the oldest active account. */
export async function openSession(databaseUrl: string, userId?: string): Promise<Session> {
  const token = randomBytes(32).toString('base64url')
  const tokenHash = createHash('sha256').update(token).digest()
  await query(
    databaseUrl,
    `insert into sessions (token_hash, id, user_id, expires_at, absolute_expires_at, id_token)
     select $1, $2, id, now() + interval '1 hour', now() + interval '1 hour', ''
     from users where suspended_at is null and id = coalesce($3, id) order by created_at limit 1`,
    [tokenHash, randomUUID(), userId ?? null],
  )
  return {
    // The cookie's name depends on the server's public address, which may differ from the one we call.
    cookie: `plinth=${token}; __Host-plinth=${token}`,
    tokenHash,
    end: () => query(databaseUrl, 'delete from sessions where token_hash = $1', [tokenHash]),
  }
}

async function query(databaseUrl: string, sql: string, params: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql, params)
  } finally {
    await client.end()
  }
}
