import {
  createComment,
  deleteComment,
  likeComment,
  listComments,
  listReplies,
  updateComment,
} from '@plinth/contract/posts/comments.ts'
import { COMMENT_EDIT_MINUTES, MAX_COMMENT_LENGTH } from '@plinth/contract/limits.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  testApp,
  startTestApp,
  type Answer,
  type NamedPerson,
  type Person,
} from '../../../../test/app.ts'
import { nextOf, walk } from '../../../../test/content/lists.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { newId } from '../../../db/id.ts'
import { hotScoreQueue } from '../post-jobs.ts'

// No worker empties the outbox, so that the test can read it.
const t = testApp({ JOBS: 'off' })
let admin: Person
let maker: Person
let ann: NamedPerson
let ben: Person
let postId: string

beforeAll(async () => {
  admin = await t.person('Ada', { isAdmin: true })
  maker = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  ann = await t.person('Ann')
  ben = await t.person('Ben')
})
beforeEach(async () => {
  postId = await makePost(t.deps, maker)
})

const write = (as: Person | undefined, content: unknown, over: object = {}, to = postId) =>
  t.call(createComment, { as, params: { id: to }, body: { content, ...over } })
/** The id of a comment just written. */
async function written(as: Person, content: string, over: object = {}, to = postId) {
  const { status, body } = await write(as, content, over, to)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id as string
}
const list = (as?: Person, query: object = {}, of = postId) =>
  t.call(listComments, { as, params: { id: of }, query })
const replies = (id: string, as?: Person, query: object = {}) =>
  t.call(listReplies, { as, params: { id }, query })
const change = (as: Person | undefined, id: string, body: object = { content: 'Changed' }) =>
  t.call(updateComment, { as, params: { id }, body })
const remove = (as: Person | undefined, id: string) => t.call(deleteComment, { as, params: { id } })
const like = (as: Person | undefined, id: string, body?: object) =>
  t.call(likeComment, { as, params: { id }, body })

const contents = ({ body }: Pick<Answer, 'body'>): string[] =>
  body.map(({ content }: { content: string }) => content)
const setPost = (values: { is_public?: boolean; is_approved?: boolean }) =>
  t.deps.db.updateTable('posts').set(values).where('id', '=', postId).execute()
const ageBy = (id: string, minutes: number) =>
  sql`update comments set created_at = created_at - ${minutes} * interval '1 minute'
    where id = ${id}`.execute(t.deps.db)

/** The post's number of comments; counters and rows must agree. */
async function countOf(of = postId): Promise<number> {
  const { rows } = await sql<{ counted: number; standing: number; wrong: string[] }>`
    select p.comment_count as counted,
      (select count(*)::int from comments c where c.post_id = p.id and not c.is_removed) as standing,
      array(select c.content from comments c where c.post_id = p.id and c.reply_count <>
        (select count(*) from comments r where r.parent_id = c.id and not r.is_removed)) as wrong
    from posts p where p.id = ${of}`.execute(t.deps.db)
  expect(rows[0]).toMatchObject({ counted: rows[0]?.standing, wrong: [] })
  return rows[0]?.counted ?? -1
}

/** Comments in the outbox with their authors, oldest first. */
async function noticesOf(of = postId) {
  const { rows } = await sql<{ actor_id: string; comment_id: string }>`
    select actor_id, comment_id from notices where kind = 'comment' and post_id = ${of}
    order by id`.execute(t.deps.db)
  return rows.map((row) => [row.actor_id, row.comment_id])
}

describe('writing', () => {
  it('returns the comment, counts it and adds it to the outbox', async () => {
    const before = Date.now()
    const { status, body } = await write(ann, '  Lovely line work. \n')
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      postId,
      parentId: null,
      author: {
        id: ann.id,
        handle: ann.handle,
        firstName: 'Ann',
        lastName: 'Test',
        profileImageUrl: null,
        location: null,
        isCreator: false,
      },
      content: 'Lovely line work.',
      mentions: [],
      isByCreator: false,
      isRemoved: false,
      likeCount: 0,
      isLiked: false,
      replyCount: 0,
      createdAt: expect.any(String),
      editedAt: null,
      editableUntil: expect.any(String),
      canDelete: true,
      replies: [],
    })
    const span = Date.parse(body.editableUntil) - Date.parse(body.createdAt)
    expect(span).toBe(COMMENT_EDIT_MINUTES * 60_000)
    expect(Math.abs(Date.parse(body.createdAt) - before)).toBeLessThan(60_000)
    expect(await countOf()).toBe(1)
    expect(await noticesOf()).toEqual([[ann.id, body.id]])
    expect((await list(ann)).body).toEqual([body])
  })

  it("raises the post's hot score", async () => {
    const heat = hotScoreQueue({ app: t.app, deps: t.deps })
    const hotOf = async () => {
      await heat.flush()
      const post = t.deps.db.selectFrom('posts').select('hot').where('id', '=', postId)
      return (await post.executeTakeFirstOrThrow()).hot
    }
    const cold = await hotOf()
    const id = await written(ann, 'Hello')
    const warm = await hotOf()
    expect(warm).toBeGreaterThan(cold)
    await remove(ann, id)
    expect(await hotOf()).toBeLessThan(warm)
  })

  it('pushes every change to live viewers, and nothing else', async () => {
    const { live } = t.deps
    const comments = vi.spyOn(live, 'commentsMoved')
    const posts = vi.spyOn(live, 'postsMoved')
    const told = () => [comments, posts].map((spy) => spy.mock.calls.length)
    const clientId = newId()
    const id = await written(ann, 'Hello', { clientId })
    expect(comments).toHaveBeenLastCalledWith(postId)
    expect(posts).toHaveBeenLastCalledWith([postId])
    await written(ann, 'Hello', { clientId })
    await write(ann, 'Hello', { parentId: newId() })
    expect(told()).toEqual([1, 1])
    await change(ann, id)
    expect(told()).toEqual([2, 1])
    await remove(ann, id)
    await remove(ann, id)
    expect(told()).toEqual([3, 2])
    vi.restoreAllMocks()
  })

  it('refuses blank text, text that is too long, and visitors', async () => {
    for (const content of ['', ' \n\t ', 'x'.repeat(MAX_COMMENT_LENGTH + 1), 7, undefined]) {
      expect((await write(ann, content)).body.code, String(content)).toBe('input.invalid')
    }
    expect((await write(ann, 'Hi', { mentions: ['not an id'] })).status).toBe(400)
    expect((await write(ann, 'Hi', { likeCount: 9 })).status).toBe(400)
    expect((await write(undefined, 'Hi')).status).toBe(401)
    expect((await write(ann, 'Hi', {}, newId())).body.code).toBe('not_found')
    expect(await countOf()).toBe(0)
    expect((await write(ann, 'x'.repeat(MAX_COMMENT_LENGTH))).status).toBe(201)
  })

  it('puts a reply to a reply under the same comment', async () => {
    const top = await written(ann, 'Top')
    const reply = await written(maker, 'Reply', { parentId: top })
    const { body } = await write(ben, 'Reply to the reply', { parentId: reply })
    expect(body).toMatchObject({ parentId: top, replyCount: 0, replies: [] })
    const [shown] = (await list()).body
    expect(shown).toMatchObject({ id: top, replyCount: 2, isByCreator: false })
    expect(shown.replies).toMatchObject([
      { id: reply, isByCreator: true, content: 'Reply' },
      { id: body.id, isByCreator: false },
    ])
    expect(await countOf()).toBe(3)
  })

  it('allows replies only to an existing comment of this post', async () => {
    const elsewhere = await written(ann, 'Elsewhere', {}, await makePost(t.deps, maker))
    const top = await written(ann, 'Top')
    const kept = await written(ben, 'Kept', { parentId: top })
    await remove(ann, top)
    for (const parentId of [elsewhere, newId(), top]) {
      expect((await write(ben, 'Reply', { parentId })).status).toBe(404)
    }
    // The thread of a removed comment goes on from its replies.
    expect((await write(ann, 'Go on', { parentId: kept })).body.parentId).toBe(top)
    expect(await countOf()).toBe(2)
  })

  it('makes one comment however often a client sends it', async () => {
    const clientId = newId()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => write(ann, 'Once', { clientId })),
    )
    const later = await write(ann, 'Once', { clientId })
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(new Set([...answers, later].map((answer) => answer.body.id)).size).toBe(1)
    expect(await countOf()).toBe(1)
    expect(await noticesOf()).toHaveLength(1)
    // Another person's client may have made the same one.
    expect((await write(ben, 'Mine', { clientId })).body.content).toBe('Mine')
    const other = await write(ann, 'Once', { clientId }, await makePost(t.deps, maker))
    expect(other.body).toMatchObject({
      code: 'input.invalid',
      fields: { clientId: expect.any(String) },
    })
  })

  it('counts the comments of thirty people at once', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, (_, at) => t.person(`P${at}`)))
    const top = await written(ann, 'Top')
    const answers = await Promise.all(
      people.map((person, at) => write(person, `No. ${at}`, at % 2 ? { parentId: top } : {})),
    )
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
    expect(await countOf()).toBe(31)
    const gone = await Promise.all(answers.map(({ body }) => remove(maker, body.id)))
    expect(new Set(gone.map((answer) => answer.status))).toEqual(new Set([204]))
    expect(await countOf()).toBe(1)
  })

  it('is limited to twenty a minute for each person across sessions', async () => {
    const limited = await startTestApp({ RATE_LIMIT_PER_MINUTE: '600' })
    try {
      const author = await limited.person('Ann')
      const other = await limited.person('Ben')
      const params = { id: await makePost(limited.deps, author) }
      const send = (as: Person) =>
        limited.call(createComment, { as, params, body: { content: 'Again' } })
      for (let count = 0; count < 20; count += 1) expect((await send(author)).status).toBe(201)
      const refused = await send(author)
      expect(refused.body.code).toBe('rate.limited')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const { id } = (await send(other)).body as { id: string }
      const edit = () =>
        limited.call(updateComment, { as: other, params: { id }, body: { content: 'Changed' } })
      for (let count = 0; count < 20; count += 1) expect((await edit()).status).toBe(200)
      expect((await edit()).body.code).toBe('rate.limited')
      expect((await limited.call(listComments, { as: author, params })).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('the list', () => {
  it('is paged in both orders without duplicates or gaps', async () => {
    const all = Array.from({ length: 7 }, (_, at) => `No. ${at}`)
    for (const content of all) await written(ann, content)
    // Two that were written in the same microsecond.
    await sql`update comments set created_at = (select max(created_at) from comments where post_id = ${postId})
      where post_id = ${postId} and content in ('No. 5', 'No. 6')`.execute(t.deps.db)
    for (const [sort, expected] of [
      [undefined, all],
      ['oldest', all],
      ['newest', all.toReversed()],
    ] as const) {
      const input = { params: { id: postId }, query: { sort, limit: 2 } }
      const pages = await walk(t, listComments, input)
      expect(pages.flatMap(contents)).toEqual(expected)
    }
    const cursor = nextOf(await list(undefined, { sort: 'newest', limit: 2 }))
    expect((await list(undefined, { sort: 'oldest', cursor })).status).toBe(400)
    expect((await list(undefined, { cursor: 'nonsense' })).status).toBe(400)
    expect((await list(undefined, { sort: 'loudest' })).status).toBe(400)
  })

  it('has three replies with each comment, and all on request', async () => {
    const top = await written(ann, 'Top')
    for (const content of ['a', 'b', 'c', 'd', 'e']) await written(ben, content, { parentId: top })
    const [shown] = (await list()).body
    expect(contents({ body: shown.replies })).toEqual(['a', 'b', 'c'])
    expect(shown.replyCount).toBe(5)
    const first = await replies(top, undefined, { limit: 3 })
    const second = await replies(top, undefined, { limit: 3, cursor: nextOf(first) })
    expect([...contents(first), ...contents(second)]).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(nextOf(second)).toBeNull()
    expect(first.body).toEqual(expect.arrayContaining(shown.replies))
    expect((await replies(first.body[0].id)).body).toEqual([])
    expect((await replies(newId())).status).toBe(404)
    expect((await replies('nonsense')).status).toBe(400)
  })

  it('tells each viewer what they may do', async () => {
    const id = await written(ann, 'Hello')
    await like(ben, id)
    const seenBy = async (as?: Person) => {
      const [{ isLiked, canDelete, editableUntil }] = (await list(as)).body
      return { isLiked, canDelete, editable: editableUntil !== null }
    }
    expect(await seenBy()).toEqual({ isLiked: false, canDelete: false, editable: false })
    expect(await seenBy(ben)).toEqual({ isLiked: true, canDelete: false, editable: false })
    expect(await seenBy(ann)).toEqual({ isLiked: false, canDelete: true, editable: true })
    expect(await seenBy(maker)).toEqual({ isLiked: false, canDelete: true, editable: false })
    expect(await seenBy(admin)).toEqual({ isLiked: false, canDelete: true, editable: false })
    await ageBy(id, COMMENT_EDIT_MINUTES)
    expect(await seenBy(ann)).toEqual({ isLiked: false, canDelete: true, editable: false })
    expect((await list({ id: ann.id, cookie: 'plinth=dead' })).status).toBe(401)
  })
})

describe('changing', () => {
  it('is for its author, soon after it was written', async () => {
    const id = await written(ann, 'Teh line')
    const { status, body } = await change(ann, id, { content: ' The line ' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, content: 'The line', editedAt: expect.any(String) })
    expect((await list()).body[0]).toMatchObject({ content: 'The line', editedAt: body.editedAt })
    expect(await noticesOf()).toEqual([
      [ann.id, id],
      [ann.id, id],
    ])
    for (const other of [ben, maker, admin]) {
      expect((await change(other, id)).body.code).toBe('auth.forbidden')
    }
    expect((await change(undefined, id)).status).toBe(401)
    expect((await change(ann, newId())).status).toBe(404)
    expect((await change(ann, id, { content: ' ' })).status).toBe(400)
    await ageBy(id, COMMENT_EDIT_MINUTES)
    const late = await change(ann, id)
    expect(late.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('15') })
    expect(contents(await list())).toEqual(['The line'])
  })
})

describe('removing', () => {
  it('is for its author, the author of the post and admins', async () => {
    for (const who of [ann, maker, admin]) {
      const id = await written(ann, 'Hello')
      expect((await remove(ben, id)).body.code).toBe('auth.forbidden')
      expect((await remove(undefined, id)).status).toBe(401)
      expect((await remove(who, id)).status).toBe(204)
      expect((await remove(who, id)).status).toBe(404)
      expect(await countOf()).toBe(0)
    }
    expect((await remove(ann, newId())).status).toBe(404)
    const { rows } = await sql`select 1 from comments where post_id = ${postId}`.execute(t.deps.db)
    expect(rows).toEqual([])
  })

  it('keeps an empty comment while it has replies', async () => {
    const top = await written(ann, 'A secret', {})
    const one = await written(ben, 'One', { parentId: top })
    const two = await written(ben, 'Two', { parentId: top })
    expect((await remove(ann, top)).status).toBe(204)
    const answer = await list(ann)
    expect(answer.body).toMatchObject([
      {
        id: top,
        content: '',
        mentions: [],
        isRemoved: true,
        canDelete: false,
        editableUntil: null,
        replyCount: 2,
        replies: [{ id: one }, { id: two }],
      },
    ])
    expect(JSON.stringify(answer.body)).not.toContain('A secret')
    for (const done of [await remove(ann, top), await change(ann, top), await like(ben, top)]) {
      expect(done.status).toBe(404)
    }
    expect(await countOf()).toBe(2)
    await remove(ben, one)
    expect((await list()).body).toMatchObject([{ id: top, replyCount: 1 }])
    await remove(ben, two)
    expect((await list()).body).toEqual([])
    expect(await countOf()).toBe(0)
  })

  it('deletes its notifications', async () => {
    const top = await written(ann, 'Top')
    await written(ben, 'Reply', { parentId: top })
    const alone = await written(ann, 'Alone')
    for (const commentId of [top, alone]) {
      await sql`insert into notifications (id, user_id, kind, post_id, comment_id)
        values (${newId()}, ${maker.id}, 'comment', ${postId}, ${commentId})`.execute(t.deps.db)
      expect((await remove(ann, commentId)).status).toBe(204)
    }
    const { rows } = await sql`
      select 1 from notifications where post_id = ${postId}`.execute(t.deps.db)
    expect(rows).toEqual([])
    // The outbox row of the reply stays.
    expect(await noticesOf()).toHaveLength(1)
  })

  it('counts once when two people remove the same comment, or a parent and its reply, at once', async () => {
    const top = await written(ann, 'Top')
    const reply = await written(ann, 'Reply', { parentId: top })
    await written(ben, 'Stays')
    const answers = await Promise.all(
      [top, reply, top, reply].map((id, at) => remove(at < 2 ? ann : maker, id)),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([204, 204, 404, 404])
    expect(contents(await list())).toEqual(['Stays'])
    expect(await countOf()).toBe(1)
  })
})

describe('liking', () => {
  it('toggles, sets a wanted state and counts', async () => {
    const id = await written(ann, 'Hello')
    const answers = []
    for (const body of [undefined, undefined, { liked: true }, { liked: true }]) {
      answers.push((await like(ben, id, body)).body)
    }
    expect(answers).toEqual([
      { liked: true, likeCount: 1 },
      { liked: false, likeCount: 0 },
      { liked: true, likeCount: 1 },
      { liked: true, likeCount: 1 },
    ])
    const people = [ann, maker, admin]
    await Promise.all(people.map((person) => like(person, id)))
    expect((await list(ben)).body[0]).toMatchObject({ likeCount: 4, isLiked: true })
    expect((await like(undefined, id)).status).toBe(401)
    expect((await like(ben, newId())).status).toBe(404)
    expect((await like(ben, id, { liked: 'yes' })).status).toBe(400)
    expect(await noticesOf()).toHaveLength(1)
  })
})

describe('who may', () => {
  it.each([
    ['private', { is_public: false }],
    ['pending', { is_approved: false }],
  ])('see and touch the comments of a %s post: its author and admins', async (_, hide) => {
    const canary = 'Canary in the comments'
    const top = await written(ann, canary)
    const reply = await written(ann, `${canary} replies`, { parentId: top })
    await setPost(hide)
    await sql`insert into follows (follower_id, followed_id) values (${ben.id}, ${maker.id})
      on conflict do nothing`.execute(t.deps.db)

    // The comment's author cannot see the post either.
    for (const who of [undefined, ben, ann]) {
      const answers = [await list(who), await replies(top, who), await replies(reply, who)]
      if (who !== undefined) {
        answers.push(
          await write(who, 'Hi'),
          await write(who, 'Hi', { parentId: top }),
          await change(who, top),
          await remove(who, top),
          await like(who, top),
        )
      }
      for (const { status, body } of answers) {
        expect(status).toBe(404)
        expect(body.code).toBe('not_found')
        expect(JSON.stringify(body)).not.toContain(canary)
      }
    }
    for (const who of [maker, admin]) {
      expect(contents(await list(who))).toContain(canary)
      expect(contents(await replies(top, who))).toEqual([`${canary} replies`])
      expect((await like(who, top)).status).toBe(200)
      const own = await written(who, 'Between us', { parentId: top })
      expect((await change(who, own)).status).toBe(200)
      expect((await change(who, top)).status).toBe(403)
      expect((await remove(who, own)).status).toBe(204)
    }
    expect(await countOf()).toBe(2)
  })
})
