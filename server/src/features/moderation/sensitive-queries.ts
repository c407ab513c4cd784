import type { TakenDownKind } from '@plinth/contract/moderation/appeals.ts'
import { sql } from 'kysely'
import type { Database } from '../../db/pool.ts'

export async function findChoice(db: Database, userId: string): Promise<boolean> {
  const { shows_sensitive } = await db
    .selectFrom('users')
    .select('shows_sensitive')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return shows_sensitive
}

export async function setChoice(
  db: Database,
  userId: string,
  showsSensitive: boolean,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ shows_sensitive: showsSensitive })
    .where('id', '=', userId)
    .execute()
}

/** Sets an admin's label, which is separate from the author's. Returns the old value; undefined when there is no such thing. */
export async function setLabel(
  trx: Database,
  { kind, id, isSensitive }: { kind: TakenDownKind; id: string; isSensitive: boolean },
): Promise<boolean | undefined> {
  const { rows } = await sql<{ was: boolean }>`
    update ${sql.table(kind === 'post' ? 'posts' : 'portfolio_items')} t
    set sensitive_by_admin = ${isSensitive}
    from (select id, sensitive_by_admin from ${sql.table(kind === 'post' ? 'posts' : 'portfolio_items')}
      where id = ${id}::uuid for update) o
    where t.id = o.id returning o.sensitive_by_admin as was`.execute(trx)
  return rows[0]?.was
}
