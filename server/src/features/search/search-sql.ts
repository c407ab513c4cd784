import { isoTime } from '../../db/time-sql.ts'
import { sql, type RawBuilder } from 'kysely'
import { pictureJson } from '../../core/media/media-sql.ts'
import { dollarsOf } from '../../core/money/money-sql.ts'
import { personColumns } from '../../core/users/follow-queries.ts'
import { personJson } from '../../core/users/person-sql.ts'
import type { Shown } from '../../db/page-sql.ts'

/** Whether somebody is signed in. */
export const viewerIsMember = sql<boolean>`exists (select 1 from me)`

/** People as search shows them: the contract's FoundPerson. */
export const foundPerson: Shown = {
  table: 'users',
  columns: sql`${personColumns}, p.bio,
    (select ${dollarsOf(sql`min(i.starting_price_cents)`)} from portfolio_items i
      where i.creator_id = p.id and i.is_listed and i.starting_price_cents is not null
        and p.is_creator) as "fromPrice",
    (select count(*) from portfolio_items i
      where i.creator_id = p.id and i.is_listed and p.is_creator) as "workCount"`,
  joins: sql``,
}

/** Posts as search shows them: the contract's FoundPost, with the first file that can be shown. */
export const foundPost: Shown = {
  table: 'posts',
  columns: sql`
    p.id, p.title, p.description, m.kind, ${pictureJson()} as picture, p.is_sensitive as "isSensitive",
    p.creator_id as "creatorId", ${personJson('u')} as creator, ${isoTime(sql`p.created_at`)} as "createdAt"`,
  joins: sql`
    join users u on u.id = p.creator_id
    join lateral (
      select m.* from post_media pm join media m on m.id = pm.media_id
      where pm.post_id = p.id and m.state = 'ready' order by pm.position limit 1) m on true`,
}

/** A JSON list of the rows of a table that has `id` and `score`, the best first. */
export const bestOf = (from: RawBuilder<unknown>, most: number, { table, columns, joins }: Shown) =>
  sql`(select coalesce(json_agg(t), '[]') from (
    select ${columns} from (select id, score from ${from} f order by score desc, id desc limit ${sql.lit(most)}) best
    join ${sql.table(table)} p on p.id = best.id ${joins}
    order by best.score desc, best.id desc) t)`

/** Popular tags that begin with a text, or simply popular ones: `tag` and `works`. Looks at the most popular first. */
export const tagsLike = (prefix: RawBuilder<unknown>, most: number) => sql`(
  with head as materialized (
    select facet, label, item_count from facet_counts where facet like 'tag %'
    order by item_count desc, facet limit 2000),
  popular as materialized (
    select * from head where starts_with(facet, ${prefix}) order by item_count desc, facet limit ${sql.lit(most)}),
  others as materialized (
    select facet, label, item_count from facet_counts
    where (select count(*) from popular) < ${sql.lit(most)}
      and facet ~>=~ ${prefix} and facet ~<~ (${prefix} || chr(1114111)) and facet like 'tag %'
    limit 2000)
  select label as tag, item_count as works from (select * from popular union select * from others) t
  order by item_count desc, facet limit ${sql.lit(most)})`
