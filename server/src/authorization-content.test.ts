import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Actor, type Case, type Cell } from '../test/matrix.ts'
import { linkUntil, putInPost } from '../test/media/media.ts'
import { makePicture } from '../test/media/pictures.ts'
import { formOf, makePost, type PostOptions } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about content; those about rights and money are in another file. */
const t = testApp({ JOBS: 'off' }, { mayFetch: (address) => address === '127.0.0.1' })
let png: Buffer
let remote: ReturnType<typeof createServer>
let remoteUrl: string
beforeAll(async () => {
  // Narrower than any rendition, so it is ready at once.
  png = await makePicture('image/png', 200, 100)
  remote = createServer((_, response) => response.setHeader('content-type', 'image/png').end(png))
  await new Promise<void>((resolve) => remote.listen(0, '127.0.0.1', resolve))
  remoteUrl = `http://127.0.0.1:${(remote.address() as AddressInfo).port}/jar.png`
})
afterAll(async () => {
  remote.close()
})

const db = () => t.deps.db
const idOf = (cell: Cell, actor: Exclude<Actor, 'visitor'>) => cell.world.people[actor].id

/** A post of the owner in some state. Returns its id. */
const post =
  (options: PostOptions, more: { payload?: unknown } = {}): Case['ask'] =>
  async ({ world }) => ({
    params: { id: await makePost(t.deps, world.people.owner, options) },
    ...more,
  })
const hiddenPost =
  (more: { payload?: unknown } = {}): Case['ask'] =>
  (cell, variant) =>
    post(variant === 'pending' ? { isApproved: false } : { isPublic: false }, more)(cell, variant)
const ofPost =
  (more: { payload?: unknown } = {}): Case['ask'] =>
  ({ world }) => ({ params: { id: world.postId }, ...more })
const ofOwner =
  (name: string, more: { payload?: unknown } = {}): Case['ask'] =>
  ({ world }) => ({ params: { [name]: world.people.owner.id }, ...more })
const none: Case['ask'] = () => ({})
const HIDDEN = ['pending', 'private']

/** A person whom the actor cannot see. */
const absent: Case['ask'] = async ({ as, world }, variant) => {
  const { other } = world
  if (variant === 'blocking' && as !== undefined)
    await sql`insert into blocks (blocker_id, blocked_id) values (${other.id}, ${as.id})`.execute(
      db(),
    )
  if (variant === 'suspended')
    await sql`update users set suspended_at = now() where id = ${other.id}`.execute(db())
  if (variant === 'deleted')
    await sql`update users set deleted_at = now() where id = ${other.id}`.execute(db())
  return { params: { id: other.id } }
}
const isMeant: Case['isMeant'] = (actor, variant) => actor !== 'visitor' || variant !== 'blocking'

const comment = async (postId: string, authorId: string): Promise<string> => {
  const id = newId()
  await sql`insert into comments (id, post_id, author_id, content)
    values (${id}, ${postId}, ${authorId}, 'Old')`.execute(db())
  await sql`update posts set comment_count = comment_count + 1 where id = ${postId}`.execute(db())
  return id
}
const rowOf = async (table: string, id: string | undefined): Promise<object | undefined> => {
  const { rows } = await sql<object>`
    select * from ${sql.table(table)} where id = ${id}`.execute(db())
  return rows[0]
}
const titlesIn = ({ body }: { body: unknown }) => (body as { title: string }[]).map((x) => x.title)
const work = (more: object = {}) => ({
  payload: { category: 'crafting', title: 'New jar', fileName: 'jar.png', ...more },
})
const asData = () => ({ fileUrl: `data:image/png;base64,${png.toString('base64')}` })
const form = async (fields: Record<string, string> = {}) => {
  const text = { title: 'New post', type: 'image', ...fields }
  const { body, headers } = await formOf([
    ...Object.entries(text).map(([name, value]) => ({ name, value })),
    { name: 'media_0', fileName: 'plate.png', value: Uint8Array.from(png) },
  ])
  return { payload: body, headers }
}
/** An upload of the owner, in a public or a hidden post. */
const file = async ({ world }: Cell, options: PostOptions) => {
  const { body } = await t.request({
    method: 'POST',
    url: '/api/media?fileName=jar.png',
    payload: png,
    headers: { 'content-type': 'application/octet-stream' },
    as: world.people.owner,
  })
  const { id } = body as { id: string }
  await putInPost(db(), await makePost(t.deps, world.people.owner, options), id)
  return id
}

const CASES: Record<string, Case> = {
  S06: { ask: none, proof: ({ as }, { body }) => expect(body).toMatchObject({ id: as?.id }) },
  S07: { ask: none, proof: (_, { body }) => expect(body).toHaveLength(6) },
  S08: { ask: none, proof: (_, answer) => expect(titlesIn(answer)).toContain('Moon Jar') },
  S09: {
    ask: ofOwner('id'),
    proof: (_, answer) => expect(titlesIn(answer)).toEqual(['Moon Jar']),
  },
  S10: { variants: ['deleted', 'suspended', 'blocking'], isMeant, ask: absent },
  S11: {
    ask: () => work(asData()),
    proof: async ({ as }, { body }) =>
      expect(await rowOf('portfolio_items', body.id)).toMatchObject({ creator_id: as?.id }),
  },
  S12: {
    ask: () => work({ fileUrl: remoteUrl }),
    proof: async ({ as }, { body }) =>
      expect(await rowOf('portfolio_items', body.id)).toMatchObject({ creator_id: as?.id }),
  },
  S13: { ask: (cell) => work({ ...asData(), creatorId: cell.world.other.id }) },
  S14: {
    ask: async ({ as }) => {
      await sql`update users set creator_granted = false, creator_subscribed = false
        where id = ${as?.id ?? null}`.execute(db())
      return work(asData())
    },
  },
  S15: {
    ask: () => form(),
    proof: async ({ as }, { body }) =>
      expect(await rowOf('posts', body.id)).toMatchObject({ creator_id: as?.id }),
  },
  S16: {
    ask: () => ({ payload: { title: 'New post', mediaUrl: remoteUrl, type: 'image' } }),
    proof: async (_, { body }) =>
      expect(await rowOf('posts', body.id)).toMatchObject({ title: 'New post' }),
  },
  S17: {
    variants: ['isApproved', 'isFeatured', 'creatorId'],
    ask: (cell, name) => form({ [name]: name === 'creatorId' ? cell.world.other.id : 'true' }),
  },
  S18: { ...lists('mine'), proof: seesPublicOnly },
  S19: { ...lists('mine') },
  S20: { ...lists('mine'), proof: seesPublicOnly },
  S21: {
    ask: async (cell) => {
      await makePost(t.deps, cell.world.people.owner, { title: 'Secret', isPublic: false })
      return { params: { userId: idOf(cell, 'owner') } }
    },
    proof: ({ actor }, answer) => {
      const sees = actor === 'owner' || actor === 'admin'
      expect(titlesIn(answer).includes('Secret')).toBe(sees)
    },
  },
  S22: keptBy('post_likes'),
  S23: keptBy('post_saves'),
  S24: {
    ...keptBy('post_saves'),
    ask: (cell) => ({ params: { owner: idOf(cell, 'owner') } }),
    proof: (_, answer) => expect(answer.body).toEqual([]),
  },
  S25: { ask: ofPost(), proof: ({ world }, { body }) => expect(body.id).toBe(world.postId) },
  S26: { ask: post({ isApproved: false }) },
  S27: { ask: post({ isPublic: false }) },
  S28: { ask: () => ({ params: { id: newId() } }) },
  S29: { ask: ofPost(), proof: (_, { body }) => expect(body).toMatchObject({ liked: true }) },
  S30: { variants: HIDDEN, ask: hiddenPost() },
  S31: { ask: ofPost(), proof: (_, { body }) => expect(body).toMatchObject({ saved: true }) },
  S32: { variants: HIDDEN, ask: hiddenPost() },
  S33: {
    ask: ofPost({ payload: { content: 'New' } }),
    proof: async ({ as }, { body }) =>
      expect(await rowOf('comments', body.id)).toMatchObject({ author_id: as?.id }),
  },
  S34: { variants: HIDDEN, ask: hiddenPost({ payload: { content: 'New' } }) },
  S35: {
    ask: async (cell) => {
      if (cell.as !== undefined)
        await sql`insert into blocks (blocker_id, blocked_id)
          values (${idOf(cell, 'owner')}, ${cell.as.id})`.execute(db())
      return { params: { id: cell.world.postId }, payload: { content: 'New' } }
    },
  },
  S36: { ask: ofOwner('id'), proof: (_, { body }) => expect(body).not.toHaveProperty('email') },
  S37: { variants: ['deleted', 'blocking'], isMeant, ask: absent },
  S38: { ask: ofOwner('id'), proof: (_, { body }) => expect(body.followers).toBe(0) },
  S39: {
    ask: ({ world }) => ({ params: { id: world.other.id } }),
    proof: (_, { body }) => expect(body).toEqual({ isFollowing: true, followers: 1 }),
  },
  S40: { ask: ({ as }) => ({ params: { id: as?.id ?? newId() } }) },
  S41: { ask: (cell) => absent(cell, 'blocking') },
  S42: {
    ask: () => ({ payload: { firstName: 'Renamed', bio: 'Pots.' } }),
    proof: async ({ as }) =>
      expect(await rowOf('users', as?.id)).toMatchObject({ first_name: 'Renamed', bio: 'Pots.' }),
  },
  S43: {
    variants: ['isAdmin', 'isCreator', 'subscriptionStatus', 'email', 'id'],
    ask: ({ world }, name) => ({ payload: { firstName: 'X', [name]: world.other.id } }),
  },
  X01: {
    ask: async (cell) => {
      await comment(cell.world.postId, idOf(cell, 'follower'))
      return { params: { id: cell.world.postId } }
    },
    proof: (_, { body }) => expect(body).toMatchObject([{ content: 'Old' }]),
  },
  X02: {
    ask: async (cell) => ({
      params: { id: await comment(cell.world.postId, cell.as?.id ?? cell.world.other.id) },
    }),
  },
  X03: removal('other'),
  X04: removal('other'),
  X05: {
    ask: ofPost({ payload: { title: 'Changed', description: 'New', isPublic: true } }),
    proof: async ({ world }) =>
      expect(await rowOf('posts', world.postId)).toMatchObject({ title: 'Changed' }),
  },
  X06: {
    ask: ofPost(),
    proof: async ({ world }) => expect(await rowOf('posts', world.postId)).toBeUndefined(),
  },
  X07: {
    ask: async ({ world }) => ({
      params: { id: await makeWork(t.deps, world.people.owner, { title: 'Gone soon' }) },
    }),
    // Its creator finds it in their bin; who moderates deletes it for good.
    proof: async ({ actor }, _, { params }) => {
      const left = await rowOf('portfolio_items', params?.id)
      if (actor === 'owner') expect(left).toMatchObject({ state: 'binned', is_listed: false })
      else expect(left).toBeUndefined()
    },
  },
  X14: {
    ask: ({ world }) => ({
      payload: { kind: 'user', id: world.other.id, reason: 'spam', text: 'Selling.' },
    }),
    proof: async ({ as }, { body }) =>
      expect(await rowOf('reports', body.id)).toMatchObject({ reporter_id: as?.id }),
  },
  X16: {
    ask: ({ world }) => ({ params: { id: world.other.id } }),
    proof: async ({ as, world }) => {
      const { rows } = await sql`select 1 from blocks
        where blocker_id = ${as?.id ?? null} and blocked_id = ${world.other.id}`.execute(db())
      expect(rows).toHaveLength(1)
    },
  },
  X25: { ask: async (cell) => ({ params: { key: `${await file(cell, {})}/original.png` } }) },
  X26: {
    variants: HIDDEN,
    ask: async (cell, variant) => {
      const options = variant === 'pending' ? { isApproved: false } : { isPublic: false }
      return { params: { key: `${await file(cell, options)}/original.png` } }
    },
  },
  X27: {
    variants: ['expired', 'altered'],
    ask: async (cell, variant) => {
      const id = await file(cell, { isPublic: false })
      const past = Math.floor(Date.now() / 1_000) - 1
      const link = await linkUntil(db(), id, variant === 'expired' ? past : past + 300)
      const altered = link.replace(/.$/, (last) => (last === '0' ? '1' : '0'))
      return { params: { key: `${id}/original.png${variant === 'expired' ? link : altered}` } }
    },
  },
  X28: {
    ask: none,
    proof: (_, { body }) => expect(body).toEqual({ status: 'ok' }),
  },
  X30: { ask: none },
}

function lists(title: string): Case {
  return {
    ask: async ({ world }) => {
      await makePost(t.deps, world.other, { title: `${title} private`, isPublic: false })
      await makePost(t.deps, world.other, { title: `${title} pending`, isApproved: false })
      return {}
    },
    proof: (_, answer) =>
      expect(titlesIn(answer).filter((one) => one.startsWith(title))).toEqual([]),
  }
}
function seesPublicOnly(_: Cell, answer: { body: unknown }): void {
  expect(titlesIn(answer).filter((one) => /private|pending/.test(one))).toEqual([])
  expect(titlesIn(answer)).toContain('Glaze test')
}
function keptBy(table: string): Case {
  return {
    ask: async ({ world, as }) => {
      for (const person of [as, world.other]) {
        if (person === undefined) continue
        const id = await makePost(t.deps, world.people.creator2, { title: `Kept ${person.id}` })
        await sql`insert into ${sql.table(table)} (user_id, post_id)
          values (${person.id}, ${id})`.execute(db())
      }
      return {}
    },
    proof: ({ as }, answer) => expect(titlesIn(answer)).toEqual([`Kept ${as?.id}`]),
  }
}
function removal(author: 'other'): Case {
  return {
    ask: async ({ world }) => ({
      params: { id: await comment(world.postId, world[author].id) },
    }),
    proof: async ({ world }) =>
      expect(await rowOf('posts', world.postId)).toMatchObject({ comment_count: 0 }),
  }
}

/** Rows about signing in are in `core/session`, those about rights and money in `authorization-rights.test.ts`. */
describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
