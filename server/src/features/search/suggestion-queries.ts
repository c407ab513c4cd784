import { MAX_TAG_COUNT } from '@plinth/contract/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { filterSql, meantBy, worksMeant } from '../../core/search/search-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../core/users/block-sql.ts'
import { personColumns } from '../../core/users/follow-queries.ts'
import { onlyRow, type Shown } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { HotResult, HotRow } from '../../http/mount.ts'
import { bestOf, tagsLike, viewerIsMember } from './search-sql.ts'

const SHOWN = 3
/** Found before those of blocked people are left out. */
const MAX_FOUND = 20

const suggestedWork: Shown = {
  table: 'portfolio_items',
  columns: sql`
    p.id, p.title, ${pictureJson()} as picture, p.is_sensitive as "isSensitive",
    btrim(u.first_name || ' ' || u.last_name) as "creatorName",
    ${dollarsOf(sql`p.starting_price_cents`)} as "startingPrice"`,
  joins: sql`join users u on u.id = p.creator_id join media m on m.id = p.media_id`,
}
const suggestedPerson: Shown = { table: 'users', columns: personColumns, joins: sql`` }

/** What begins with a text. Misspelt words wait until the search itself. */
export function suggestionsStatement(who: Who, search: string): RawBuilder<HotRow> {
  const most = sql.lit(MAX_FOUND)
  return sql<HotRow>`
    with ${meTable(who)},
    meant as materialized (select * from ${meantBy({ search, exact: true }, viewerIsMember)}),
    people as materialized (
      select f.* from meant m
      cross join lateral search_people(${search}::text, m.people, m.taken, ${viewerIsMember}, ${most}) f
      where ${isNotBlocked(sql`f.id`)}),
    works as materialized (
      select f.* from meant m cross join lateral ${worksMeant(filterSql({}), MAX_FOUND)} f
      join portfolio_items p on p.id = f.id where ${isNotBlocked(sql`p.creator_id`)}),
    tags as materialized (
      select tag, works from (select 'tag ' || tag_key(${search}::text) as prefix) k
      cross join lateral ${tagsLike(sql`k.prefix`, SHOWN)} t)
    select (select user_id from me) as "viewerId", json_build_object(
      'people', ${bestOf(sql`people`, SHOWN, suggestedPerson)},
      'works', ${bestOf(sql`works`, SHOWN, suggestedWork)},
      'tags', (select coalesce(json_agg(json_build_object(
          'tag', tag, 'workCount', least(works, ${sql.lit(MAX_TAG_COUNT)})) order by works desc, tag), '[]')
        from tags)
    )::text as json`
}

export const findSuggestions = (db: Database, who: Who, search = ''): Promise<HotResult> =>
  onlyRow(db, suggestionsStatement(who, search))
