import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Pool } from 'pg'

const SELECT = `select payload, extract(epoch from consumed_at)::integer as consumed from oidc_records
  where model = $1 and (expires_at is null or expires_at > now())`

interface Row {
  payload: AdapterPayload
  consumed: number | null
}

/** Stores the OpenID Connect library's records in PostgreSQL. */
export const createAdapter =
  (database: Pool): AdapterFactory =>
  (model): Adapter => {
    const findBy = async (column: 'id' | 'uid', value: string) => {
      const { rows } = await database.query<Row>(`${SELECT} and ${column} = $2`, [model, value])
      const [row] = rows
      if (row === undefined) return undefined
      return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed }
    }
    return {
      upsert: async (id, payload, expiresIn) => {
        await database.query(
          `insert into oidc_records (model, id, payload, grant_id, uid, expires_at)
           values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6::float8))
           on conflict (model, id) do update set payload = excluded.payload,
             grant_id = excluded.grant_id, uid = excluded.uid, expires_at = excluded.expires_at`,
          [
            model,
            id,
            JSON.stringify(payload),
            payload.grantId ?? null,
            payload.uid ?? null,
            expiresIn ?? null,
          ],
        )
      },
      find: (id) => findBy('id', id),
      findByUid: (uid) => findBy('uid', uid),
      // For codes typed on a second device, a flow that is switched off here.
      findByUserCode: () => Promise.resolve(undefined),
      consume: async (id) => {
        await database.query(
          'update oidc_records set consumed_at = now() where model = $1 and id = $2',
          [model, id],
        )
      },
      destroy: async (id) => {
        await database.query('delete from oidc_records where model = $1 and id = $2', [model, id])
      },
      // Of this model only: a sign-in in progress also has a grant and must survive.
      revokeByGrantId: async (grantId) => {
        await database.query('delete from oidc_records where model = $1 and grant_id = $2', [
          model,
          grantId,
        ])
      },
    }
  }

export async function deleteExpiredRecords(database: Pool): Promise<void> {
  await database.query('delete from oidc_records where expires_at < now()')
}
