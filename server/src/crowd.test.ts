import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { listConversations } from '@plinth/contract/messages/conversations.ts'
import { getUnreadMessages, listMessages, sendMessage } from '@plinth/contract/messages/messages.ts'
import { getUnreadCount, listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { followUser, getProfile } from '@plinth/contract/people/users.ts'
import {
  getPortfolio,
  likePortfolio,
  listLikedPortfolios,
  listPortfolios,
  listUserPortfolios,
} from '@plinth/contract/portfolios/portfolios.ts'
import {
  getPost,
  likePost,
  listExplorePosts,
  listFollowedPosts,
  listForYou,
  listLikedPosts,
  listSavedPosts,
  listTagPosts,
  listUserPosts,
  savePost,
} from '@plinth/contract/posts/posts.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { expect, it } from 'vitest'
import { testApp, type CallInput, type Person } from '../test/app.ts'
import { makePost } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'

const t = testApp({ JOBS: 'off' })
const READERS = 9
const nobody: Person = { id: '', cookie: 'plinth=made-up; __Host-plinth=made-up' }

const range = (count: number) => Array.from({ length: count }, (_, at) => at)

async function does(endpoint: EndpointDefinition, input: CallInput): Promise<void> {
  const { status } = await t.call(endpoint, input)
  expect(status).toBeLessThan(300)
}

it('gives everybody in a crowd what they get alone', async () => {
  const makers = await Promise.all(
    range(3).map((at) => t.person(`Maker ${at}`, { isCreator: true })),
  )
  const posts: string[] = []
  const works: string[] = []
  for (const maker of makers)
    for (const at of range(3)) {
      posts.push(await makePost(t.deps, maker, { title: `Post ${at}`, tags: ['clay'] }))
      works.push(await makeWork(t.deps, maker, { title: `Work ${at}` }))
    }
  const readers = await Promise.all(range(READERS).map((at) => t.person(`Reader ${at}`)))
  // Each likes, saves and follows others: the bits of their number say whom and what.
  for (const [number, reader] of readers.entries())
    for (const [at, maker] of makers.entries()) {
      const on = (bit: number) => (((number + 1) >> bit) & 1) === 1
      const post = { as: reader, params: { id: posts[at * 3 + (number % 3)] } }
      if (on(at)) {
        await does(followUser, { as: reader, params: { id: maker.id }, body: { following: true } })
        await does(likePost, { ...post, body: { liked: true } })
        await does(sendMessage, {
          as: reader,
          body: { receiverId: maker.id, content: `Hello from ${number}` },
        })
      }
      if (on((at + 1) % 3)) {
        await does(savePost, { ...post, body: { saved: true } })
        const work = { as: reader, params: { id: works[at * 3 + (number % 3)] } }
        await does(likePortfolio, { ...work, body: { liked: true } })
      }
    }

  const [maker] = makers
  const id = maker?.id
  const asked: [EndpointDefinition, CallInput][] = [
    [getViewer, {}],
    [listForYou, {}],
    [listForYou, { query: { limit: 2 } }],
    [listFollowedPosts, {}],
    [listExplorePosts, {}],
    [listExplorePosts, { query: { sort: 'newest', limit: 4 } }],
    [listLikedPosts, {}],
    [listSavedPosts, {}],
    [listTagPosts, { params: { tag: 'clay' } }],
    [listUserPosts, { params: { id } }],
    ...posts.map((post): [EndpointDefinition, CallInput] => [getPost, { params: { id: post } }]),
    [listPortfolios, {}],
    [listLikedPortfolios, {}],
    [listUserPortfolios, { params: { id } }],
    [getPortfolio, { params: { id: works[0] } }],
    [getProfile, { params: { id } }],
    [listConversations, {}],
    [listMessages, {}],
    [getUnreadMessages, {}],
    [listNotifications, {}],
    [getUnreadCount, {}],
  ]
  const people = [...readers, ...makers, nobody, undefined]
  const answerOf = async ([endpoint, input]: [EndpointDefinition, CallInput], as?: Person) => {
    const { status, body } = await t.call(endpoint, { ...input, as })
    // Errors carry the id of their request.
    const answer: unknown = status === 200 ? body : (body as { code: string }).code
    return { path: endpoint.path, status, answer }
  }
  // Everybody's lists and cards are there before they are compared.
  for (const question of asked) for (const person of people) await answerOf(question, person)

  const alone: unknown[] = []
  for (const question of asked)
    for (const person of people) alone.push(await answerOf(question, person))
  const together = await Promise.all(
    asked.flatMap((question) => people.map((person) => answerOf(question, person))),
  )
  expect(together).toEqual(alone)
  const texts = new Set(alone.map((answer) => JSON.stringify(answer)))
  expect(texts.size).toBeGreaterThan(asked.length * 4)
})
