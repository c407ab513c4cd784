import {
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  updateComment,
} from '@plinth/contract/posts/comments.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  deletePost,
  getPost,
  hidePost,
  likePost,
  moderatePost,
  savePost,
  sharePost,
  updatePost,
  viewPost,
} from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'

/** The callers, in the order of the columns below. `fan` follows the author and wrote the comment. */
const ACTORS = ['visitor', 'fan', 'author', 'rival', 'admin'] as const
type Actor = (typeof ACTORS)[number]

/** The posts they request. */
const CASES = {
  visible: {},
  pending: { isApproved: false },
  private: { isPublic: false },
  unfinished: { isReady: false },
  deleted: null,
  unknown: null,
  malformed: null,
} as const
type Case = keyof typeof CASES
const HIDDEN = new Set<Case>(['pending', 'private', 'unfinished'])
const GONE = new Set<Case>(['deleted', 'unknown'])

interface Row {
  endpoint: EndpointDefinition
  body?: object
  /** Of a visible post, of one that not everybody sees, of none, and of what is no id: a status for each actor. */
  visible: string
  hidden: string
  gone: string
  malformed: string
  /** What stands in the database after a success of this actor. */
  effect?: (id: string, actor: string) => object
}

const READ = {
  visible: '200 200 200 200 200',
  hidden: '404 404 200 404 200',
  gone: '404 404 404 404 404',
  malformed: '400 400 400 400 400',
}
const MEMBERS = {
  visible: '401 200 200 200 200',
  hidden: '401 404 200 404 200',
  gone: '401 404 404 404 404',
  malformed: '401 400 400 400 400',
}

const ofPosts: Record<string, Row> = {
  read: { endpoint: getPost, ...READ },
  'read comments': { endpoint: listComments, ...READ },
  like: {
    ...MEMBERS,
    endpoint: likePost,
    effect: (id) => ({ likes: [id], post: { like_count: 1 } }),
  },
  save: {
    ...MEMBERS,
    endpoint: savePost,
    effect: (id) => ({ saves: [id], post: { save_count: 1 } }),
  },
  share: {
    ...MEMBERS,
    endpoint: sharePost,
    // Authors who share their own post are not counted.
    effect: (id, actor) =>
      actor === 'author'
        ? { shares: null, post: { share_count: 0 } }
        : { shares: [id], post: { share_count: 1 } },
  },
  // Whether it counts is seen later and told to nobody.
  view: {
    endpoint: viewPost,
    visible: '401 204 204 204 204',
    hidden: '401 204 204 204 204',
    gone: '401 204 204 204 204',
    malformed: '401 400 400 400 400',
  },
  // What is in nobody's For You cannot be taken out of it.
  hide: {
    ...MEMBERS,
    endpoint: hidePost,
    body: { hidden: true },
    hidden: '401 404 404 404 404',
    effect: (id) => ({ hides: [id] }),
  },
  comment: {
    ...MEMBERS,
    endpoint: createComment,
    body: { content: 'New' },
    visible: '401 201 201 201 201',
    hidden: '401 404 201 404 201',
    effect: (id) => ({ post: { comment_count: 2 }, comments: [{}, { author_id: id }] }),
  },
  edit: {
    ...MEMBERS,
    endpoint: updatePost,
    body: { title: 'New', isPublic: false },
    visible: '401 403 200 403 200',
    hidden: '401 404 200 404 200',
    effect: () => ({ post: { title: 'New', is_public: false, description: 'Old' } }),
  },
  moderate: {
    endpoint: moderatePost,
    body: { isApproved: true, isFeatured: true, title: 'New' },
    visible: '401 403 403 403 200',
    hidden: '401 403 403 403 200',
    gone: '401 403 403 403 404',
    malformed: '401 403 403 403 400',
    effect: () => ({
      post: {
        title: 'New',
        is_approved: true,
        featured_at: expect.any(String),
        description: 'Old',
      },
    }),
  },
  delete: {
    ...MEMBERS,
    endpoint: deletePost,
    visible: '401 403 204 403 204',
    hidden: '401 404 204 404 204',
    effect: () => ({ post: null, comments: null, files: 0 }),
  },
}

const ofComments: Record<string, Row> = {
  'read replies': { endpoint: listReplies, ...READ },
  like: { ...MEMBERS, endpoint: likeComment, effect: (id) => ({ commentLikes: [id] }) },
  change: {
    ...MEMBERS,
    endpoint: updateComment,
    body: { content: 'New' },
    visible: '401 200 403 403 403',
    hidden: '401 404 403 404 403',
    effect: () => ({ comments: [{ content: 'New' }] }),
  },
  remove: {
    ...MEMBERS,
    endpoint: deleteComment,
    visible: '401 204 204 403 204',
    hidden: '401 404 204 404 204',
    effect: () => ({ comments: null, post: { comment_count: 0 } }),
  },
}

// No worker empties the outbox, so that the test can read it.
const t = testApp({ JOBS: 'off' })
let people: Record<Actor, Person | undefined>
beforeAll(async () => {
  people = {
    visitor: undefined,
    fan: await t.person('Fan'),
    author: await t.person('Author', { isCreator: true }),
    rival: await t.person('Rival', { isCreator: true }),
    admin: await t.person('Admin', { isAdmin: true }),
  }
  await sql`insert into follows (follower_id, followed_id)
    values (${people.fan?.id}::uuid, ${people.author?.id}::uuid)`.execute(t.deps.db)
})

/** A post of the author in this state, with a comment of the fan. */
async function make(of: Case): Promise<{ postId: string; commentId: string }> {
  const commentId = newId()
  const postId = await makePost(t.deps, people.author as Person, {
    title: 'Old',
    description: 'Old',
    ...CASES[of],
  })
  await sql`insert into comments (id, post_id, author_id, content)
    values (${commentId}, ${postId}, ${people.fan?.id}::uuid, 'Old')`.execute(t.deps.db)
  await sql`update posts set comment_count = 1 where id = ${postId}`.execute(t.deps.db)
  if (of === 'deleted') await sql`delete from posts where id = ${postId}`.execute(t.deps.db)
  return { postId, commentId }
}

/** Everything the database holds about a post. */
async function traceOf(postId: string): Promise<object> {
  const users = (table: string) => sql`(
    select json_agg(user_id order by user_id) from ${sql.table(table)} where post_id = ${postId}::uuid)`
  const { rows } = await sql<{ trace: object }>`
    select json_build_object(
      'post', (select row_to_json(p) from posts p where id = ${postId}::uuid),
      'files', (select count(*) from post_media where post_id = ${postId}::uuid),
      'likes', ${users('post_likes')}, 'saves', ${users('post_saves')},
      'shares', ${users('post_shares')}, 'hides', ${users('post_hides')},
      'comments', (
        select json_agg(c order by c.created_at, c.id) from comments c where post_id = ${postId}::uuid),
      'commentLikes', (
        select json_agg(l.user_id) from comment_likes l join comments c on c.id = l.comment_id
        where c.post_id = ${postId}::uuid),
      'notices', (select json_agg(n order by n.id) from notices n where post_id = ${postId}::uuid)
    ) as trace`.execute(t.deps.db)
  return rows[0]?.trace ?? {}
}

const columnOf = (row: Row, of: Case): string => {
  if (of === 'malformed') return row.malformed
  if (GONE.has(of)) return row.gone
  return HIDDEN.has(of) ? row.hidden : row.visible
}

const tables = { post: ofPosts, comment: ofComments }
const cells = (of: keyof typeof tables) =>
  Object.entries(tables[of]).flatMap(([deed, row]) =>
    (Object.keys(CASES) as Case[]).map((state): [string, Case, Row] => [deed, state, row]),
  )

describe.each(['post', 'comment'] as const)('what each may do to a %s', (kind) => {
  it.each(cells(kind))('%s: %s', async (_, state, row) => {
    const expected = columnOf(row, state).split(' ').map(Number)
    const found: number[] = []
    for (const [at, actor] of ACTORS.entries()) {
      const as = people[actor]
      const { postId, commentId } = await make(state)

      const own = kind === 'post' ? postId : commentId
      const wrong = { unknown: newId(), malformed: `${own}'--` }
      const id = state === 'unknown' || state === 'malformed' ? wrong[state] : own
      const before = await traceOf(postId)
      const { status, body } = await t.call(row.endpoint, { as, params: { id }, body: row.body })
      found.push(status)
      const after = await traceOf(postId)
      const hint = `${actor} ${status} ${JSON.stringify(body)}`
      if (status < 300 && row.effect !== undefined) {
        expect(after, hint).toMatchObject(row.effect(as?.id ?? '', actor))
      } else {
        expect(after, hint).toEqual(before)
      }
      // A post they cannot see answers like one that never existed.
      if (status === 404) expect(body.message, hint).toBe('There is nothing here.')
      if (status >= 400) expect(JSON.stringify(body)).not.toContain('Old')
      expect(found.at(-1), hint).toBe(expected[at])
    }
  })
})
