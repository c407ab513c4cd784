import type { MediaKind } from '@plinth/contract/media/file-types.ts'
import type { Audio, Picture, Video } from '@plinth/contract/media/media.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { sql, type RawBuilder } from 'kysely'
import { audioJson, pictureJson, videoJson } from '../../core/media/media-sql.ts'
import { personJson } from '../../core/users/person-sql.ts'
import { onlyRow } from '../../db/page-sql.ts'
import type { Database } from '../../db/pool.ts'

/** The most entries of a feed. */
const FEED_SIZE = 30

/** A work or a post as other sites and feed readers show it. */
export interface Entry {
  kind: 'work' | 'post'
  id: string
  title: string
  description: string
  tags: string[]
  category: string | null
  isSensitive: boolean
  /** Kept out of AI training. */
  isReserved: boolean
  createdAt: string
  updatedAt: string
  creator: Creator
  /** The file of a work, or the first of a post. */
  fileKind: MediaKind
  picture: Picture
  video: Video | null
  audio: Audio | null
}

const file = sql`m.kind as "fileKind", ${pictureJson()} as picture, ${videoJson()} as video, ${audioJson()} as audio`

const person = sql`${personJson('u')} as creator`

const workEntry = sql`
  'work' as kind, p.id, p.title, p.description, p.tags, c.name as category,
  p.is_sensitive as "isSensitive", p.is_reserved as "isReserved",
  p.created_at as "createdAt", p.updated_at as "updatedAt", ${person}, ${file}`

const workJoins = sql`
  join users u on u.id = p.creator_id join media m on m.id = p.media_id
  join categories c on c.id = p.category_id`

const postEntry = sql`
  'post' as kind, p.id, p.title, p.description, p.tags, c.name as category,
  p.is_sensitive as "isSensitive", u.reserves_training as "isReserved",
  p.created_at as "createdAt", p.updated_at as "updatedAt", ${person}, ${file}`

const postJoins = sql`
  join users u on u.id = p.creator_id
  join lateral (select m.* from post_media pm join media m on m.id = pm.media_id
    where pm.post_id = p.id and m.state = 'ready' order by pm.position limit 1) m on true
  left join categories c on c.id = p.category_id`

/** A work or post that everybody may see and that is not sensitive; null if there is none. */
export async function findEmbeddable(
  db: Database,
  kind: Entry['kind'],
  id: string,
): Promise<Entry | null> {
  const isOpen = sql`p.id = ${id}::uuid and not p.is_sensitive`
  const { json } = await onlyRow(
    db,
    kind === 'work'
      ? sql<{ json: Entry | null }>`select (select row_to_json(t) from (
          select ${workEntry} from portfolio_items p ${workJoins} where ${isOpen} and p.is_listed) t) as json`
      : sql<{ json: Entry | null }>`select (select row_to_json(t) from (
          select ${postEntry} from posts p ${postJoins} where ${isOpen} and p.is_visible) t) as json`,
  )
  return json
}

/** What a feed is of. */
export type FeedSource =
  | { of: 'person'; id: string }
  | { of: 'category'; id: number }
  | { of: 'tag'; tag: string }

export interface FoundFeed {
  /** The person of the feed; null for a feed of something else, and for who is no creator. */
  person: (Creator & { bio: string | null }) | null
  /** The tag as its page has it; null for a feed of something else. */
  tag: string | null
  entries: Entry[]
}

/** Posts that only show a work again are left out, because the work is in the feed. */
const isOwnPost = sql`p.is_visible and p.type <> 'portfolio'`

const newest = (table: string, condition: RawBuilder<unknown>) => sql`
  select p.id, p.created_at from ${sql.table(table)} p where ${condition}
  order by p.created_at desc, p.id desc limit ${sql.lit(FEED_SIZE)}`

function newestOf(source: FeedSource): { works: RawBuilder<unknown>; posts: RawBuilder<unknown> } {
  if (source.of === 'tag') {
    const tagged = (table: string, column: string) => sql`
      select ${sql.ref(column)} as id, created_at from ${sql.table(table)}
      where tag = tag_key(${source.tag}::text)
      order by created_at desc, ${sql.ref(column)} desc limit ${sql.lit(FEED_SIZE)}`
    return {
      works: tagged('portfolio_tags', 'item_id'),
      posts: tagged('post_tags', 'post_id'),
    }
  }
  const isOf =
    source.of === 'person'
      ? sql`p.creator_id = ${source.id}::uuid`
      : sql`p.category_id = ${source.id}::smallint`
  return {
    works: newest('portfolio_items', sql`${isOf} and p.is_listed`),
    posts: newest('posts', sql`${isOf} and ${isOwnPost}`),
  }
}

/** The newest works and posts of a person, a category or a tag. The ids come from indexes, the rest of thirty rows. */
export function feedStatement(source: FeedSource): RawBuilder<FoundFeed> {
  const { works, posts } = newestOf(source)
  const personId = source.of === 'person' ? source.id : null
  const tag = source.of === 'tag' ? source.tag : null
  return sql<FoundFeed>`
    with newest as materialized (
      select * from (
        select 'work' as kind, w.id, w.created_at from (${works}) w
        union all
        select 'post', s.id, s.created_at from (${posts}) s) every
      order by created_at desc, id desc limit ${sql.lit(FEED_SIZE)}),
    entries as (
      select ${workEntry} from newest n join portfolio_items p on n.kind = 'work' and p.id = n.id ${workJoins}
      union all
      select ${postEntry} from newest n
      join posts p on n.kind = 'post' and p.id = n.id and ${isOwnPost} ${postJoins})
    select (
        select (${personJson('u')})::jsonb || jsonb_build_object('bio', u.bio)
        from users u where u.id = ${personId}::uuid and u.is_creator and not u.is_gone) as person,
      tag_key(${tag}::text) as tag,
      (select coalesce(json_agg(e order by e."createdAt" desc, e.id desc), '[]') from entries e) as entries`
}

export const findFeed = (db: Database, source: FeedSource): Promise<FoundFeed> =>
  onlyRow(db, feedStatement(source))
