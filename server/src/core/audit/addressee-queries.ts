import type { Addressee } from '@plinth/contract/moderation/answers.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../db/pool.ts'

type Found = Addressee & { id: string }

/** Whom a decision about each kind of thing is addressed to. */
export type AddresseeKind = 'post' | 'portfolio' | 'report' | 'user'
const ADDRESSEES: Record<AddresseeKind, (ids: readonly string[]) => RawBuilder<Found>> = {
  post: (ids) => sql<Found>`
    select p.id, u.first_name as name, p.title from posts p join users u on u.id = p.creator_id
    where p.id = any (${ids}::uuid[])`,
  portfolio: (ids) => sql<Found>`
    select p.id, u.first_name as name, p.title from portfolio_items p
    join users u on u.id = p.creator_id where p.id = any (${ids}::uuid[])`,
  report: (ids) => sql<Found>`
    select r.id, coalesce(u.first_name, '') as name,
      case when r.kind in ('post', 'portfolio', 'board') then coalesce(r.snapshot ->> 'title', '') else '' end as title
    from reports r left join users u on u.id = r.author_id where r.id = any (${ids}::uuid[])`,
  user: (ids) => sql<Found>`
    select id, first_name as name, '' as title from users where id = any (${ids}::uuid[])`,
}

/** Names the addressee of each; those that don't exist are left out. */
export async function findAddressees(
  db: Database,
  kind: AddresseeKind,
  ids: readonly string[],
): Promise<readonly Found[]> {
  const { rows } = await ADDRESSEES[kind](ids).execute(db)
  return rows
}
