import {
  createComment,
  listComments,
  updateComment,
  type Mention,
} from '@plinth/contract/posts/comments.ts'
import { assert, constantFrom, array, property } from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'
import { newId } from '../../../db/id.ts'
import { findCandidates, resolveMentions, type NamedPerson } from './comment-mention-queries.ts'

describe('the names a text could mean', () => {
  it.each<[string, string[]]>([
    ['@Ann Lee', ['Ann Lee', 'Ann']],
    ['Hi @Ann, hi', ['Ann, hi', 'Ann,', 'Ann']],
    ['(@Ann)', ['Ann)', 'Ann']],
    ['@Zoë\nLee', ['Zoë']],
    ["@O'Brien", ["O'Brien", 'O']],
    ['mail ann@example.com', []],
    ['@', []],
    ['@ Ann', []],
  ])('in %j', (text, names) => {
    expect(findCandidates(text).flatMap((call) => call.names)).toEqual(names)
  })

  it('are limited to twenty mentions and sixteen prefixes of a long line', () => {
    const calls = findCandidates('@a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(40))
    expect(calls).toHaveLength(20)
    expect(new Set(calls.map((call) => call.names.length))).toEqual(new Set([16]))
  })

  it('are found at the right positions in any text', () => {
    const known = new Map<string, NamedPerson[]>([
      ['Ann', [{ userId: 'ann', nearness: 4 }]],
      ['Ann Lee', [{ userId: 'lee', nearness: 3 }]],
      ['Ann @Bo', [{ userId: 'odd', nearness: 4 }]],
      [
        'Bo',
        [
          { userId: 'bo', nearness: 1 },
          { userId: 'other bo', nearness: 2 },
        ],
      ],
      ['🦊', [{ userId: 'fox', nearness: 4 }]],
    ])
    const piece = constantFrom(
      '@',
      'Ann',
      ' ',
      'Lee',
      'Bo',
      '(',
      ')',
      '\n',
      '🦊',
      'é',
      'e\u0301',
      ',',
    )
    assert(
      property(array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('')
        let end = 0
        for (const { userId, start, length } of resolveMentions(
          findCandidates(text),
          (n) => known.get(n) ?? [],
        )) {
          expect(start).toBeGreaterThanOrEqual(end)
          end = start + length
          expect(text[start]).toBe('@')
          expect(text[start - 1] ?? ' ').toMatch(/[\s([{]/)
          expect(text[end] ?? ' ').not.toMatch(/[\p{L}\p{M}\p{N}]/u)
          const bearers = known.get(text.slice(start + 1, end))
          expect(bearers?.[0]?.userId).toBe(userId)
        }
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('people named in comments', () => {
  const t = testApp()
  let maker: Person
  let writer: Person
  let postId: string
  beforeEach(async () => {
    maker = await t.person('Marit', { isCreator: true, lastName: unique('Solheim') })
    writer = await t.person('Writer')
    postId = await makePost(t.deps, maker)
  })

  let counter = 0
  /** A last name that nobody else in this file has. */
  const unique = (name: string) => `${name}${(counter += 1)}`
  const write = async (content: string, over: object = {}, to = postId, as = writer) => {
    const { status, body } = await t.call(createComment, {
      as,
      params: { id: to },
      body: { content, ...over },
    })
    expect(status, JSON.stringify(body)).toBe(201)
    return body as { id: string; content: string; mentions: Mention[] }
  }
  const named = async (...args: Parameters<typeof write>) =>
    (await write(...args)).mentions.map(({ userId }) => userId)
  const follow = (follower: Person, followed: Person) =>
    t.deps.db
      .insertInto('follows')
      .values({ follower_id: follower.id, followed_id: followed.id })
      .execute()

  it('are found by a unique name in upper or lower case', async () => {
    const last = unique('Ågren')
    const zoe = await t.person('Zoë', { lastName: last })
    const content = `🦊 Thanks @zoë ${last.toUpperCase()}, and (@Zoë ${last}).`
    const comment = await write(content)
    expect(comment.mentions).toEqual([
      { userId: zoe.id, start: 10, length: 5 + last.length },
      { userId: zoe.id, start: content.lastIndexOf('@'), length: 5 + last.length },
    ])
    expect((await t.call(listComments, { params: { id: postId } })).body[0].mentions).toEqual(
      comment.mentions,
    )
    // Accents count, and so does the rest of the word and what stands before the @.
    expect(await named(`@Zoe ${last} @Zoë ${last}en x@Zoë ${last} @Zoë  ${last}`)).toEqual([])
  })

  it('have the longest matching name', async () => {
    const last = unique('Lee')
    const short = await t.person('Ann', { lastName: last })
    const long = await t.person('Ann', { lastName: `${last} Smith-Jones` })
    const cher = unique('Cher')
    const single = await t.person(cher, { lastName: '' })
    expect(await named(`@Ann ${last} Smith-Jones! @Ann ${last} Smith @${cher} @${cher}?`)).toEqual([
      long.id,
      short.id,
      single.id,
      single.id,
    ])
  })

  it('are the closest of those who share a name', async () => {
    const lastName = unique('Twin')
    const twins = await Promise.all([1, 2, 3, 4].map(() => t.person('Kim', { lastName })))
    const [author, commenter, followed, stranger] = twins as [Person, Person, Person, Person]
    const theirs = await makePost(t.deps, author)
    const text = `@Kim ${lastName}`

    expect(await named(text)).toEqual([])
    await follow(writer, followed)
    expect(await named(text)).toEqual([followed.id])
    await write('I was here', {}, postId, commenter)
    expect(await named(text)).toEqual([commenter.id])
    expect(await named(text, {}, theirs)).toEqual([author.id])
    // An id of the very name wins over all of them; any other means nothing.
    expect(await named(text, { mentions: [stranger.id] }, theirs)).toEqual([stranger.id])
    expect(await named(text, { mentions: [maker.id, newId()] }, theirs)).toEqual([author.id])
    expect(
      await named(`${text} and ${text}`, { mentions: [stranger.id, followed.id] }, theirs),
    ).toEqual([stranger.id, followed.id])
    // Two who took part: nobody can tell which.
    await write('Me too', {}, postId, stranger)
    expect(await named(text)).toEqual([])
    // Nobody means themself.
    expect(await named(text, {}, postId, commenter)).toEqual([stranger.id])
  })

  it('are not suspended', async () => {
    const lastName = unique('Gone')
    const gone = await t.person('Sam', { lastName })
    const values = { suspended_at: new Date() }
    await t.deps.db.updateTable('users').set(values).where('id', '=', gone.id).execute()
    expect(await named(`@Sam ${lastName}`, { mentions: [gone.id] })).toEqual([])
    const other = await t.person('Sam', { lastName })
    expect(await named(`@Sam ${lastName}`, { mentions: [gone.id] })).toEqual([other.id])
  })

  it('can see the post', async () => {
    const lastName = unique('Private')
    const stranger = await t.person('Sue', { lastName })
    const admin = await t.person('Ada', { lastName, isAdmin: true })
    const hidden = await makePost(t.deps, maker, { isPublic: false })
    const text = `@Sue ${lastName} @Ada ${lastName}`
    expect(await named(text, { mentions: [stranger.id] }, hidden, maker)).toEqual([admin.id])
    expect(await named(text)).toEqual([stranger.id, admin.id])
  })

  it('are found again when the comment is edited', async () => {
    const lastName = unique('New')
    const [a, b] = await Promise.all(['Una', 'Bob'].map((name) => t.person(name, { lastName })))
    const { id, mentions } = await write(`@Una ${lastName}`)
    expect(mentions.map(({ userId }) => userId)).toEqual([a?.id])
    const { body } = await t.call(updateComment, {
      as: writer,
      params: { id },
      body: { content: `  Sorry, @Bob ${lastName}` },
    })
    expect(body.mentions).toEqual([{ userId: b?.id, start: 7, length: 5 + lastName.length }])
  })
})
