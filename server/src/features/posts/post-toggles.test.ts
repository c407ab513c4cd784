import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { likePost, savePost } from '@plinth/contract/posts/posts.ts'
import { followUser } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { testApp, type Answer, type CallInput, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'

const PEOPLE = 50
/** `npm run races` asks for more. Each person comes back to both posts, an even number of times. */
const ROUNDS = 4 * Number(process.env.RACE_ROUNDS ?? 1)

const plinth = testApp({ JOBS: 'off' })
let marit: Person
let people: Person[]
let posts: string[]
beforeAll(async () => {
  marit = await plinth.person('Marit', { isCreator: true })
  people = await Promise.all(Array.from({ length: PEOPLE }, (_, n) => plinth.person(`P${n}`)))
  posts = [await makePost(plinth.deps, marit), await makePost(plinth.deps, marit)]
})

/** Repeats requests that an overloaded server refused without doing anything. */
const insist = (endpoint: EndpointDefinition, input: CallInput): Promise<Answer> =>
  vi.waitFor(
    async () => {
      const answer = await plinth.call(endpoint, input)
      if (answer.status === 503) throw new Error('turned away')
      return answer
    },
    { timeout: 100_000 },
  )

it(`counts stay the number of their rows while ${PEOPLE} people turn everything on and off`, async () => {
  const wishes = [undefined, {}, { liked: true }, { liked: false }]
  await Promise.all(
    people.map(async (as, n) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const id = posts[(n + round) % posts.length] ?? ''
        const answers = await Promise.all([
          insist(likePost, { params: { id }, as, body: wishes[(n + round) % wishes.length] }),
          insist(savePost, { params: { id }, as }),
          insist(followUser, { params: { id: marit.id }, as }),
        ])
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      }
    }),
  )
  const { rows } = await sql<Record<string, number>>`
    select p.like_count as likes, (select count(*)::int from post_likes where post_id = p.id) as "likeRows",
      p.save_count as saves, (select count(*)::int from post_saves where post_id = p.id) as "saveRows",
      u.follower_count as followers,
      (select count(*)::int from follows where followed_id = u.id) as "followRows",
      (select count(*)::int from (select actor_id from notices where post_id = p.id and kind = 'like'
        group by actor_id having count(*) filter (where not is_undone)
          > count(*) filter (where is_undone)) n) as noticed
    from posts p join users u on u.id = p.creator_id`.execute(plinth.deps.db)
  expect(rows).toHaveLength(posts.length)
  for (const row of rows) {
    expect(row['likes']).toBe(row['likeRows'])
    expect(row['saves']).toBe(row['saveRows'])
    expect(row['followers']).toBe(row['followRows'])
    expect(row['noticed']).toBe(row['likeRows'])
  }
  // Each person toggles each save an even number of times, which leaves none; likes end in the last wanted state.
  expect(rows.map((row) => row['saves'])).toEqual([0, 0])
}, 120_000)
