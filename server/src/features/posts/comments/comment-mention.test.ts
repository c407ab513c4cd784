import {
  createComment,
  listComments,
  updateComment,
  type Mention,
} from '@plinth/contract/posts/comments.ts'
import { changeHandle } from '@plinth/contract/people/handles.ts'
import { beforeEach, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makePost } from '../../../../test/content/posts.ts'

const t = testApp()
let maker: Person
let writer: Person
let postId: string
beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
  writer = await t.person('Writer')
  postId = await makePost(t.deps, maker)
})

let counter = 0
/** Somebody with a handle of their own, which begins with this word. */
async function named(word: string, rights: Parameters<typeof t.person>[1] = {}) {
  const person = await t.person(word, rights)
  const handle = `${word.toLowerCase()}_${(counter += 1)}`
  const { status } = await t.call(changeHandle, { as: person, body: { handle } })
  expect(status).toBe(200)
  return { person, handle }
}

async function write(content: string, to = postId, as = writer) {
  const { status, body } = await t.call(createComment, {
    as,
    params: { id: to },
    body: { content },
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body as { id: string; mentions: Mention[] }
}
const mentioned = async (...args: Parameters<typeof write>) =>
  (await write(...args)).mentions.map(({ userId }) => userId)

it('finds people by their handles in upper or lower case', async () => {
  const { person, handle } = await named('Ane')
  const content = `🦊 Thanks @${handle.toUpperCase()}, and (@${handle}).`
  const { mentions } = await write(content)
  expect(mentions).toEqual([
    { userId: person.id, start: 10, length: handle.length + 1 },
    { userId: person.id, start: content.lastIndexOf('@'), length: handle.length + 1 },
  ])
  expect((await t.call(listComments, { params: { id: postId } })).body[0].mentions).toEqual(
    mentions,
  )
})

it('takes an @ as a mention only where a whole handle follows and nothing runs into it', async () => {
  const { handle } = await named('Bo')
  for (const text of [
    `mail x@${handle}`,
    `@${handle}9`,
    `@${handle}é`,
    `@ ${handle}`,
    `@${handle.slice(0, -1)}`,
    '@no',
    '@',
  ]) {
    expect([text, await mentioned(text)]).toEqual([text, []])
  }
})

it('reads at most twenty mentions', async () => {
  const { person, handle } = await named('Cleo')
  expect(await mentioned(`@${handle} `.repeat(30))).toEqual(Array(20).fill(person.id))
})

it('leaves out the writer, and people who are suspended', async () => {
  const own = await named('Dora')
  const gone = await named('Eva')
  const values = { suspended_at: new Date() }
  await t.deps.db.updateTable('users').set(values).where('id', '=', gone.person.id).execute()
  expect(await mentioned(`@${own.handle} @${gone.handle}`, postId, own.person)).toEqual([])
  expect(await mentioned(`@${own.handle} @${gone.handle}`)).toEqual([own.person.id])
})

it('leaves out people who cannot see the post', async () => {
  const stranger = await named('Sue')
  const admin = await named('Ada', { isAdmin: true })
  const hidden = await makePost(t.deps, maker, { isPublic: false })
  const text = `@${stranger.handle} @${admin.handle}`
  expect(await mentioned(text, hidden, maker)).toEqual([admin.person.id])
  expect(await mentioned(text)).toEqual([stranger.person.id, admin.person.id])
})

it('finds them again when the comment is edited', async () => {
  const una = await named('Una')
  const bob = await named('Bob')
  const { id, mentions } = await write(`@${una.handle}`)
  expect(mentions.map(({ userId }) => userId)).toEqual([una.person.id])
  const { body } = await t.call(updateComment, {
    as: writer,
    params: { id },
    body: { content: `  Sorry, @${bob.handle}` },
  })
  expect(body.mentions).toEqual([
    { userId: bob.person.id, start: 7, length: bob.handle.length + 1 },
  ])
})
