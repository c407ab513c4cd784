import { POST_MEDIA_KINDS } from '@plinth/contract/media/file-types.ts'
import { hasLinks } from '@plinth/contract/people/levels.ts'
import { sql } from 'kysely'
import { countWritten } from '../../core/limits/daily-queries.ts'
import { sparing } from '../../core/limits/sparing.ts'
import { createBatches, type Batched } from '../../db/batches.ts'
import { newId } from '../../db/id.ts'
import { statement, type Bound } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import type { PostContent } from './post-rules.ts'
import { postColumns, postJoins } from './post-sql.ts'
import { HOT_SECONDS } from './post-write-queries.ts'

export interface NewPost extends PostContent {
  creatorId: string
  mediaIds: string[]
  isApproved: boolean
  /** Its work was just written in the same transaction: it need not be listed yet, and its file may be of any kind. */
  isWithWork: boolean
}

/** Resolves with the post’s JSON as its author sees it, or with null if the post was not written. */
export type PostWriter = Batched<NewPost, string | null>

/** The most posts in one transaction. */
const MAX_POSTS = 50

/**
 * Writes posts, all that come at the same time in one transaction. Null for any that breaks a rule of `addPosts`; the
 * checks that come before all others say which.
 */
export function createPosts(
  deps: Pick<Deps, 'writes' | 'env' | 'now'>,
): Batched<NewPost, string | null> {
  const { writes, env } = deps
  const write = async (posts: readonly NewPost[]) => {
    const ids = posts.map(() => newId())
    const [, rows] = await writes.together(
      addPosts(null, valuesOf(ids, posts)),
      readPosts(null, { ids }),
      ...countPosts(env, ids, posts),
    )
    const found = new Map(rows.map(({ id, json }) => [id, json]))
    return ids.map((id) => found.get(id) ?? null)
  }
  const batched = createBatches(write, {
    atMost: MAX_POSTS,
    keyOf: ({ creatorId, clientId }) => clientId && `${creatorId} ${clientId.toLowerCase()}`,
    laneOf: ({ creatorId }) => creatorId,
  })
  return sparing(batched, deps, (post) => `${post.creatorId} ${hasLinks(textOf(post))}`)
}

const textOf = ({ title, description }: NewPost): string => `${title}\n${description}`

const countPosts = (env: Env, ids: readonly string[], posts: readonly NewPost[]) =>
  countWritten(
    env,
    'posts',
    posts.map((post, at) => ({ id: ids[at] ?? '', text: textOf(post) })),
  )

/** Inserts one post with its files, and counts it; nothing if it breaks a rule of `addPosts`. */
export function postInsert(env: Env, post: NewPost): readonly Bound<object>[] {
  const ids = [newId()]
  return [addPosts(null, valuesOf(ids, [post])), ...countPosts(env, ids, [post])]
}

interface AddedValues {
  ids: string[]
  creatorIds: string[]
  categoryIds: (number | null)[]
  types: (string | null)[]
  titles: string[]
  descriptions: string[]
  tags: string[]
  locations: (string | null)[]
  moods: (string | null)[]
  portfolioIds: (string | null)[]
  arePublic: boolean[]
  areSensitive: boolean[]
  areApproved: boolean[]
  areWithWork: boolean[]
  clientIds: (string | null)[]
  fileCounts: number[]
  authorIds: string[]
  filePosts: string[]
  filePositions: number[]
  fileIds: string[]
}

function valuesOf(ids: string[], posts: readonly NewPost[]): AddedValues {
  const files = posts.flatMap(({ mediaIds }, at) =>
    mediaIds.map((mediaId, position) => ({ postId: ids[at] ?? '', position, mediaId })),
  )
  return {
    ids,
    creatorIds: posts.map(({ creatorId }) => creatorId),
    categoryIds: posts.map(({ categoryId }) => categoryId),
    types: posts.map(({ type }) => type),
    titles: posts.map(({ title }) => title),
    descriptions: posts.map(({ description }) => description),
    // PostgreSQL refuses JSON with half a surrogate pair, and stores text with a mark in its place.
    tags: posts.map(({ tags }) => JSON.stringify(tags.map((tag) => tag.toWellFormed()))),
    locations: posts.map(({ location }) => location),
    moods: posts.map(({ mood }) => mood),
    portfolioIds: posts.map(({ portfolioId }) => portfolioId),
    arePublic: posts.map(({ isPublic }) => isPublic),
    areSensitive: posts.map(({ isSensitive }) => isSensitive),
    areApproved: posts.map(({ isApproved }) => isApproved),
    areWithWork: posts.map(({ isWithWork }) => isWithWork),
    clientIds: posts.map(({ clientId }) => clientId),
    fileCounts: posts.map(({ mediaIds }) => mediaIds.length),
    authorIds: [...new Set(posts.map(({ creatorId }) => creatorId))],
    filePosts: files.map(({ postId }) => postId),
    filePositions: files.map(({ position }) => position),
    fileIds: files.map(({ mediaId }) => mediaId),
  }
}

/**
 * Inserts posts with their files; triggers do what follows from their visibility. No row for a post whose client id is
 * taken, whose category does not exist, whose work is not the author's and listed, whose type says something else than
 * its files, or whose files are not all pictures and videos of the author.
 *
 * Locks the files' rows, so that none becomes ready or fails in between. Everything that writes posts, triggers
 * included, locks the author before the files; several authors, and several files, in the order of their ids.
 */
const addPosts = statement<null, AddedValues, { id: string }>(
  (_, given) => sql<{ id: string }>`
    with given as materialized (
      select * from unnest(${given.ids}::uuid[], ${given.creatorIds}::uuid[], ${given.categoryIds}::integer[],
        ${given.types}::text[], ${given.titles}::text[], ${given.descriptions}::text[], ${given.tags}::text[],
        ${given.locations}::text[], ${given.moods}::text[], ${given.portfolioIds}::uuid[],
        ${given.arePublic}::boolean[], ${given.areSensitive}::boolean[], ${given.areApproved}::boolean[],
        ${given.areWithWork}::boolean[], ${given.clientIds}::uuid[], ${given.fileCounts}::integer[])
        with ordinality as g (id, creator_id, category_id, type, title, description, tags, location, mood,
          portfolio_id, is_public, is_sensitive, is_approved, is_with_work, client_id, file_count, place)),
    authors as materialized (
      select id from users where id = any (${given.authorIds}::uuid[]) order by id for no key update),
    files as materialized (
      select f.post_id, f.position, m.id, m.kind, m.state
      from unnest(${given.filePosts}::uuid[], ${given.filePositions}::smallint[], ${given.fileIds}::uuid[])
        as f (post_id, position, media_id)
      join given g on g.id = f.post_id join authors a on a.id = g.creator_id
      join media m on m.id = f.media_id and m.owner_id = a.id
      order by m.id for share of m),
    facts as materialized (
      select post_id, count(*) as count, bool_or(kind = 'video') as has_video,
        bool_and(kind = any (${[...POST_MEDIA_KINDS]}::text[])) as is_shown,
        bool_and(state in ('ready', 'failed')) and bool_or(state = 'ready') as is_ready
      from files group by post_id),
    posted as (
      insert into posts (id, creator_id, category_id, type, title, description, tags, location, mood,
        portfolio_id, is_public, sensitive_by_author, is_approved, is_ready, client_id, hot)
      select g.id, g.creator_id, c.id, coalesce(g.type, case when f.has_video then 'video' else 'image' end),
        g.title, g.description, array(select json_array_elements_text(g.tags::json)), g.location, g.mood,
        g.portfolio_id, g.is_public, g.is_sensitive, g.is_approved, f.is_ready, g.client_id,
        extract(epoch from now())::float8 / ${sql.lit(HOT_SECONDS)}
      from given g join facts f on f.post_id = g.id and f.count = g.file_count
      left join categories c on c.id = g.category_id
      where (g.category_id is null or c.id is not null) and (g.is_with_work or (f.is_shown
        and (g.type is null or g.type = 'portfolio' or f.has_video = (g.type = 'video'))
        and (g.portfolio_id is null or (select true from portfolio_items i
          where i.id = g.portfolio_id and i.creator_id = g.creator_id and i.is_listed))))
      order by g.place
      on conflict on constraint posts_client do nothing returning id),
    filed as (
      insert into post_media (post_id, position, media_id)
      select f.post_id, f.position, f.id from posted p join files f on f.post_id = p.id
      order by f.post_id, f.position)
    select id from posted`,
)

/** New posts as their authors see them. */
const readPosts = statement<null, { ids: string[] }, { id: string; json: string }>(
  (_, { ids }) => sql<{ id: string; json: string }>`
    select n.id, o.json
    from posts n cross join lateral (
      with me as materialized (select n.creator_id as user_id, false as sees_hidden)
      select row_to_json(t)::text as json
      from (select ${postColumns} from posts p ${postJoins} where p.id = n.id) t) o
    where n.id = any (${ids}::uuid[])`,
)
