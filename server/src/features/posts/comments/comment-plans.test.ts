import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { expectBounded, writeInBulk } from '../../../../test/plans.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { newId } from '../../../db/id.ts'
import type { Database } from '../../../db/pool.ts'
import type { TimePosition } from '../../../http/paging.ts'
import { commentsStatement, type CommentList } from './comment-list-queries.ts'
import { handleOwnersStatement } from './comment-mention-queries.ts'

const COMMENTS = 100_000

const t = testApp({ JOBS: 'off' })
let maker: Person
let postId: string
/** The first comment, which has all the replies. Marit likes every one of them. */
const top = newId()

beforeAll(async () => {
  maker = await t.person('Marit')
  postId = await makePost(t.deps, maker)
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name, handle)
    select gen_random_uuid(), 'First' || i, 'Last', 'first' || i from generate_series(1, 1000) i`.execute(
    trx,
  )
  await sql`insert into comments (id, post_id, author_id, content, created_at)
    values (${top}, ${postId}, ${maker.id}, 'Top', now() - interval '1 year')`.execute(trx)
  for (const parentId of [null, top]) {
    await sql`insert into comments (id, post_id, author_id, parent_id, content, created_at)
      select gen_random_uuid(), ${postId}::uuid, u.id, ${parentId}::uuid, 'No. ' || i,
        now() - i * interval '1 second'
      from generate_series(1, ${COMMENTS / 2}::int) i
      join users u on u.first_name = 'First' || (i % 1000 + 1)`.execute(trx)
  }
  await sql`insert into comment_likes (user_id, comment_id)
    select ${maker.id}::uuid, id from comments`.execute(trx)
}

const middle: TimePosition = { micros: (Date.now() - 25_000_000) * 1_000, id: newId() }
const page =
  (list: CommentList, over: { after?: TimePosition; limit?: number } = {}) =>
  () =>
    commentsStatement(
      { viewerId: maker.id },
      {
        list,
        ofId: list === 'replies' ? top : postId,
        limit: over.limit ?? 20,
        after: over.after ?? null,
      },
    )

describe(`a post with ${COMMENTS} comments`, () => {
  // Each comment on a page asks for four replies at most; a page of a hundred looks up as many authors.
  it.each<[string, () => RawBuilder<unknown>, number]>([
    ['the oldest', page('oldest'), 101],
    ['the newest', page('newest'), 101],
    ['in the middle', page('oldest', { after: middle }), 101],
    ['in the middle, backwards', page('newest', { after: middle }), 101],
    ['a hundred', page('newest', { after: middle, limit: 100 }), 101],
    ['replies', page('replies'), 101],
    ['replies in the middle', page('replies', { after: middle, limit: 100 }), 101],
    [
      'who is named',
      () =>
        handleOwnersStatement(['first7', 'first8', 'first9', 'nobody_at_all'], {
          postId,
          writerId: maker.id,
        }),
      101,
    ],
  ])('is read from an index, no more than is needed: %s', async (_, statement, most) => {
    await expectBounded(t.deps, statement(), {
      never: /Seq Scan (comments|comment_likes|users)/,
      most,
    })
  })
})
