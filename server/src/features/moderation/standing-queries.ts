import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'
import type { Named } from './takedown-queries.ts'

/** Holds a post or work until the transaction ends, with whether an appeal is open; nothing when there is none. */
export async function holdSubject(
  trx: Database,
  { kind, id }: Named,
): Promise<{ isAppealed: boolean } | undefined> {
  const { rows } = await sql<{ isAppealed: boolean }>`
    select exists (select 1 from appeals a where a.kind = ${kind} and a.subject_id = t.id
        and a.state = 'open') as "isAppealed"
    from ${sql.table(kind === 'post' ? 'posts' : 'portfolio_items')} t
    where id = ${id}::uuid for update`.execute(trx)
  return rows[0]
}
