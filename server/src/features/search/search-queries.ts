import { MAX_TAG_COUNT, PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { QueryOf } from '@plinth/contract/http/endpoint.ts'
import {
  MAX_SEARCH_COUNT,
  type searchEverything,
  type searchFoundPeople,
  type searchPosts,
} from '@plinth/contract/search/search.ts'
import { sql, type RawBuilder } from 'kysely'
import { filterSql, meantBy, worksMeant } from '../../core/search/search-sql.ts'
import { meTable, type Who } from '../../core/session/viewer-sql.ts'
import { isNotBlocked } from '../../core/users/block-sql.ts'
import {
  byNumber,
  onlyRow,
  pageStatement,
  type Shown,
  type ViewerPageRow,
} from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'
import type { HotResult, HotRow } from '../../http/mount.ts'
import { decodePosition, foundPage, type FoundPage, type Position } from '../../http/paging.ts'
import { bestOf, foundPerson, foundPost, tagsLike, viewerIsMember } from './search-sql.ts'

/** What the first screenful shows of each part. */
const SHOWN = 3
const MAX_TAGS_SHOWN = 5
const MAX_CLOSE = 5
/** Works and people that tags and close works are taken from. */
const LOOKED_AT = 20

const wanted = sql.lit(MAX_SEARCH_COUNT)

/**
 * What the words mean, and the people they find. Only where nobody is found are the words taken for misspelt names,
 * though they may be words of works.
 */
const peopleMeant = (search: string, exact: boolean): RawBuilder<unknown> => {
  const found = (m: string) =>
    sql`search_people(${search}::text, ${sql.ref(`${m}.people`)}, ${sql.ref(`${m}.taken`)}, ${viewerIsMember}, ${wanted}) f`
  return sql`
    meant as materialized (select * from ${meantBy({ search, exact }, viewerIsMember)}),
    named as materialized (select f.* from meant m cross join lateral ${found('m')}),
    names as materialized (
      select n.* from search_meant(${search}::text, ${exact}::boolean, ${viewerIsMember}, true) n
      where not ${exact}::boolean and not exists (select 1 from named)),
    people as materialized (
      select f.* from (
        select * from named union all select f.* from names n cross join lateral ${found('n')}) f
      where ${isNotBlocked(sql`f.id`)})`
}

const postsMeant = (categoryId: number | undefined) => sql`
  posts_found as materialized (
    select f.* from meant m
    cross join lateral search_posts(m.wish, m.post_share, ${categoryId ?? null}::smallint, ${wanted}) f
    join posts p on p.id = f.id where ${isNotBlocked(sql`p.creator_id`)})`

/** All three parts of a search, in one statement. `work` is how lists show a work. */
export function everythingStatement(
  who: Who,
  { search, exact = false, ...filters }: QueryOf<typeof searchEverything>,
  work: Shown,
): RawBuilder<HotRow> {
  const count = (table: string) => sql`(select count(*) from ${sql.table(table)})`
  return sql<HotRow>`
    with ${meTable(who)},
    ${peopleMeant(search, exact)},
    works as materialized (
      select f.* from meant m cross join lateral ${worksMeant(filterSql(filters))} f
      join portfolio_items p on p.id = f.id where ${isNotBlocked(sql`p.creator_id`)}),
    ${postsMeant(filters.categoryId)},
    instead as materialized (
      select typed, taken, min(place) as place from (
        select pair ->> 0 as typed, first_value(pair ->> 1) over (partition by pair ->> 0 order by place) as taken, place
        from (
          select instead from meant
          where exists (select 1 from works) or exists (select 1 from posts_found) or exists (select 1 from named)
          union all
          select instead from names where exists (select 1 from people)
            and not exists (select 1 from works) and not exists (select 1 from posts_found)) m
        cross join lateral jsonb_array_elements(m.instead) with ordinality as one (pair, place)) p
      group by typed, taken),
    best as materialized (select id from works order by score desc, id desc limit ${sql.lit(LOOKED_AT)}),
    own_tags as materialized (
      select t.tag, count(*) as often from best
      cross join lateral (select tag from portfolio_tags where item_id = best.id offset 0) t
      group by t.tag order by often desc, t.tag limit ${sql.lit(MAX_TAGS_SHOWN)}),
    begun as materialized (
      select tag, works from (select 'tag ' || tag_key(coalesce((select taken from meant), ${search}::text)) as prefix) k
      cross join lateral ${tagsLike(sql`k.prefix`, MAX_TAGS_SHOWN)} t
      where k.prefix <> 'tag '),
    tags as materialized (
      select tag, works, 1 as turn from begun
      union all
      select o.tag, coalesce(f.item_count, o.often), 2 from own_tags o
      left join facet_counts f on f.facet = 'tag ' || o.tag
      where o.tag not in (select tag from begun)),
    neighbours as materialized (
      select n.id, count(*) as score from own_tags o
      cross join lateral (
        select item_id as id from portfolio_tags where tag = o.tag
        order by created_at desc, item_id desc limit ${wanted}) n
      where n.id not in (select id from works)
      group by n.id),
    close as materialized (
      select p.id, (n.score + p.pop / (p.pop + 1))::real as score
      from neighbours n join portfolio_items p on p.id = n.id
      where not p.doc @@ (select loose from meant) and ${isNotBlocked(sql`p.creator_id`)}
      order by score desc, p.id desc limit ${sql.lit(MAX_CLOSE)}),
    popular as materialized (
      select p.id, p.pop as score from portfolio_items p
      where p.is_listed and ${isNotBlocked(sql`p.creator_id`)}
        and not exists (select 1 from works) and not exists (select 1 from people)
        and not exists (select 1 from posts_found)
      order by p.pop desc, p.id desc limit ${sql.lit(MAX_CLOSE)})
    select (select user_id from me) as "viewerId", json_build_object(
      'taken', case when exists (select 1 from instead) then coalesce(
          (select n.taken from names n where n.instead is not null and not exists (select 1 from works)
            and not exists (select 1 from posts_found)),
          (select taken from meant)) else btrim(${search}::text) end,
      'corrections', (select coalesce(json_agg(
        json_build_object('typed', typed, 'taken', taken) order by place), '[]') from instead),
      'workCount', ${count('works')}, 'personCount', ${count('people')}, 'postCount', ${count('posts_found')},
      'works', ${bestOf(sql`works`, SHOWN, work)},
      'people', ${bestOf(sql`people`, SHOWN, foundPerson)},
      'posts', ${bestOf(sql`posts_found`, SHOWN, foundPost)},
      'tags', (select coalesce(json_agg(json_build_object(
          'tag', tag, 'workCount', least(works, ${sql.lit(MAX_TAG_COUNT)}))), '[]') from (
        select tag, works from tags order by turn, works desc, tag limit ${sql.lit(MAX_TAGS_SHOWN)}) t),
      'close', ${bestOf(sql`(select * from close union all select * from popular)`, MAX_CLOSE, work)}
    )::text as json`
}

/** Works, people and posts for some words. */
export const findEverything = (
  db: Database,
  who: Who,
  query: QueryOf<typeof searchEverything>,
  work: Shown,
): Promise<HotResult> => onlyRow(db, everythingStatement(who, query, work))

interface PageInput {
  search: string
  exact: boolean
  limit: number
  after: Position<'relevant'> | null
}

const byScore = byNumber(sql`p.score`, 'real')

export const peopleFoundStatement = (
  who: Who,
  { search, exact, limit, after }: PageInput,
): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: sql`${meTable(who)}, ${peopleMeant(search, exact)}`,
    from: sql`people p`,
    conditions: [],
    sort: byScore,
    limit,
    after,
    shown: foundPerson,
  })

export const postsFoundStatement = (
  who: Who,
  { search, exact, limit, after, categoryId }: PageInput & { categoryId: number | undefined },
): RawBuilder<ViewerPageRow> =>
  pageStatement({
    me: sql`${meTable(who)},
      meant as materialized (select * from ${meantBy({ search, exact }, viewerIsMember)}),
      ${postsMeant(categoryId)}`,
    from: sql`posts_found p`,
    conditions: [],
    sort: byScore,
    limit,
    after,
    shown: foundPost,
  })

const pageOf = ({
  search,
  exact = false,
  limit = PAGE_SIZE,
  cursor,
}: QueryOf<typeof searchFoundPeople>): PageInput => ({
  search,
  exact,
  limit,
  after: decodePosition(cursor, ['relevant'], (key) => Number.isFinite(Math.fround(key))),
})

export async function findPeople(
  db: Database,
  who: Who,
  query: QueryOf<typeof searchFoundPeople>,
): Promise<FoundPage> {
  return foundPage('relevant', await onlyRow(db, peopleFoundStatement(who, pageOf(query))))
}

export async function findPosts(
  db: Database,
  who: Who,
  { categoryId, ...query }: QueryOf<typeof searchPosts>,
): Promise<FoundPage> {
  const input = { ...pageOf(query), categoryId }
  return foundPage('relevant', await onlyRow(db, postsFoundStatement(who, input)))
}
