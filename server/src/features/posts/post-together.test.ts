import { followUser, getProfile } from '@plinth/contract/people/users.ts'
import { createPost, listTagPosts, updatePost } from '@plinth/contract/posts/posts.ts'
import { searchPosts } from '@plinth/contract/search/search.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../test/app.ts'
import { formOf } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'
import { createPosts } from './post-create-queries.ts'

const t = testApp({ JOBS: 'off' })
let authors: Person[]
beforeAll(async () => {
  authors = await Promise.all(Array.from({ length: 6 }, (_, n) => t.person(`Author${n}`)))
})

/** A finished upload without a file. */
async function upload(owner: Person): Promise<string> {
  const id = newId()
  await sql`
    insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes,
      bytes, width, height, alt, rendition_widths)
    values (${id}, ${owner.id}, 'image', 'ready', 'a', 'image/jpeg', 'jpg', 1, 1, 1200, 900, '', '{320}')`.execute(
    t.deps.db,
  )
  return id
}

async function send(
  as: Person,
  mediaIds: string[],
  fields: Record<string, string>,
): Promise<Answer> {
  const files = mediaIds.map((id, at) => [`media_${at}`, `/media/${id}/original.jpg`] as const)
  const parts = [...Object.entries({ title: 'Untitled', ...fields }), ...files]
  const form = await formOf(parts.map(([name, value]) => ({ name, value })))
  return t.call(createPost, { as, ...form })
}

const idsIn = ({ body }: Answer): string[] =>
  (body.media as { picture: { id: string } }[]).map(({ picture }) => picture.id)
const author = (n: number): Person => authors[n % authors.length] as Person

it('writes many posts in few transactions, each with its own files, tags, words and counters', async () => {
  const wanted = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => ({
      as: author(n),
      // In the order of the form, which is not that of their ids.
      files: (await Promise.all([upload(author(n)), upload(author(n))])).toReversed(),
      title: `Lantern number${n}`,
      tags: [`Together ${n % 3}`, `Alone ${n}`],
    })),
  )
  const answers = await Promise.all(
    wanted.map(({ as, files, title, tags }) =>
      send(as, files, { title, tags: JSON.stringify(tags) }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(wanted.map(() => 201))
  expect(answers.map(({ body }) => [body.creatorId, body.title, body.tags])).toEqual(
    wanted.map(({ as, title, tags }) => [as.id, title, tags]),
  )
  expect(answers.map(idsIn)).toEqual(wanted.map(({ files }) => files))
  // Whatever is written in one transaction has one time.
  const times = new Set(answers.map(({ body }) => body.createdAt as string))
  expect(times.size).toBeLessThan(wanted.length / 2)

  for (const person of authors) {
    const { body } = await t.call(getProfile, { params: { id: person.id } })
    expect(body.postCount).toBe(5)
  }
  for (const n of [0, 17, 29]) {
    const found = await t.call(searchPosts, { query: { search: `number${n}` } })
    expect((found.body as { id: string }[]).map(({ id }) => id)).toEqual([answers[n]?.body.id])
    const tagged = await t.call(listTagPosts, { params: { tag: `alone ${n}` } })
    expect((tagged.body as { id: string }[]).map(({ id }) => id)).toEqual([answers[n]?.body.id])
  }
  expect((await t.call(listTagPosts, { params: { tag: 'together 1' } })).body).toHaveLength(10)
})

it('refuses a wrong post alone, with its own message, and writes the others', async () => {
  const [bad, other] = [author(0), author(1)]
  const [own, theirs] = [await upload(bad), await upload(other)]
  const work = await makeWork(t.deps, other)
  const good = await Promise.all(authors.map(async (as) => ({ as, files: [await upload(as)] })))
  const sendGood = good.map(({ as, files }) => send(as, files, { title: 'Fine' }))
  const wrong: [string[], Record<string, string>, number, string][] = [
    [[own], { categoryId: '99' }, 400, 'Choose another category. This one doesn’t exist.'],
    [[own], { portfolioId: work }, 400, 'We can’t find this work among yours.'],
    [[own], { type: 'video' }, 400, 'None of these files is a video. Post them as images.'],
    [[own, theirs], {}, 404, 'We couldn’t find this upload. Upload the file again.'],
    [[own, newId()], {}, 404, 'We couldn’t find this upload. Upload the file again.'],
    // The first thing that is wrong is named.
    [[theirs], { categoryId: '99' }, 400, 'Choose another category. This one doesn’t exist.'],
  ]
  const sendWrong = wrong.map(([files, fields]) => send(bad, files, fields))
  const answers = await Promise.all(sendWrong)
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual(
    wrong.map(([, , status, message]) => [status, message]),
  )
  expect((await Promise.all(sendGood)).map(({ status }) => status)).toEqual(good.map(() => 201))
})

it('makes one post when the same client id arrives twice at once, and returns it to both', async () => {
  const as = author(2)
  const files = [await upload(as)]
  const fields = { title: 'Once', clientId: newId() }
  const upper = { ...fields, clientId: fields.clientId.toUpperCase() }
  const others = authors.map(async (other) =>
    send(other, [await upload(other)], { title: 'Other' }),
  )
  const answers = await Promise.all([
    send(as, files, fields),
    send(as, files, upper),
    send(as, files, fields),
    // Somebody else's client may have made the same id.
    send(author(3), [await upload(author(3))], fields),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
  const [first, second, third, elsewhere] = answers.map(({ body }) => body.id as string)
  expect([second, third]).toEqual([first, first])
  expect(elsewhere).not.toBe(first)
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(others.map(() => 201))
})

it('makes only the files of private and sensitive posts private or sensitive', async () => {
  const as = author(4)
  const files = await Promise.all(Array.from({ length: 5 }, () => upload(as)))
  const [hidden, shown, blurred, shared, again] = files as [string, string, string, string, string]
  const answers = await Promise.all([
    send(as, [hidden], { isPublic: 'false' }),
    send(as, [shown], {}),
    send(as, [blurred], { isSensitive: 'true' }),
    send(as, [shared], { isPublic: 'false' }),
    send(as, [shared, again], {}),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  const facts = async () => {
    const rows = await t.deps.db
      .selectFrom('media')
      .select(['id', 'is_private', 'is_sensitive'])
      .where('id', 'in', files)
      .execute()
    return files.map((id) => {
      const row = rows.find((one) => one.id === id)
      return [row?.is_private, row?.is_sensitive]
    })
  }
  const before = [
    [true, false],
    [false, false],
    [false, true],
    [false, false],
    [false, false],
  ]
  expect(await facts()).toEqual(before)
  // A visible post of a private file makes it public, and a sensitive one blurs a file that others show plainly.
  await Promise.all([send(as, [hidden], {}), send(as, [again], { isSensitive: 'true' })])
  expect(await facts()).toEqual([[false, false], ...before.slice(1, 4), [false, true]])
})

it('keeps all counters right while two servers write posts of people who also edit theirs', async () => {
  const servers = [createPosts(t.deps), createPosts(t.deps)] as const
  const post = {
    description: '',
    categoryId: null,
    tags: ['circle'],
    location: null,
    mood: null,
    isPublic: true,
    isSensitive: false,
    type: null,
    portfolioId: null,
    clientId: null,
    isApproved: true,
    isWithWork: false,
  }
  const people = await Promise.all(authors.map(async (as) => ({ as, mediaId: await upload(as) })))
  const own = await Promise.all(
    people.map(async ({ as, mediaId }) => {
      const { body } = await send(as, [mediaId], { isPublic: 'false' })
      return { as, id: body.id as string }
    }),
  )
  for (let round = 0; round < 12; round += 1) {
    // Words that nobody has used before, in an order of their own for each post.
    const title = (n: number) =>
      Array.from({ length: 6 }, (_, at) => `round${round}word${(at * 5 + n) % 6}`).join(' ')
    const written = [...people, ...people.toReversed()].map(({ as, mediaId }, n) =>
      servers[n % 2 === 0 ? 0 : 1]({
        ...post,
        title: title(n),
        creatorId: as.id,
        mediaIds: [mediaId],
      }),
    )
    const changed = own.map(({ as, id }, n) =>
      t.call(updatePost, {
        as,
        params: { id },
        body: { title: title(n), isPublic: round % 2 === 0 },
      }),
    )
    const followed = own.map(({ as }, n) =>
      t.call(followUser, { as, params: { id: author(n + 1).id } }),
    )
    expect((await Promise.all(written)).filter((json) => json === null)).toEqual([])
    const statuses = (await Promise.all([...changed, ...followed])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
  }
  const { rows } = await sql`
    select id from users u where post_count <> (
      select count(*) from posts p where p.creator_id = u.id and p.is_visible)`.execute(t.deps.db)
  expect(rows).toEqual([])
})
