import { sql, type RawBuilder } from 'kysely'

/** The title of a post or a work; empty when it is gone or of another kind. */
export const titleOfSubject = (
  kind: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
) => sql<string>`coalesce(
  (select s.title from posts s where ${kind} = 'post' and s.id = ${id}),
  (select s.title from portfolio_items s where ${kind} = 'portfolio' and s.id = ${id}), '')`
