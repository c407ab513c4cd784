import type { BoardVisibility } from '@plinth/contract/boards/boards.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { readMatrix, walkRow, type Actor, type Case, type Cell } from '../test/matrix.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about boards: the owner has one, to which the follower was asked. */
const t = testApp({ JOBS: 'off' })

interface Options {
  role?: 'view' | 'edit'
  visibility?: BoardVisibility
  isTakenDown?: boolean
}

/** A board of the owner with their own work on it. */
const board =
  (
    options: Options = {},
    more: { payload?: unknown; params?: Record<string, string> } = {},
  ): Case['ask'] =>
  async (cell) => {
    const { role = 'edit', visibility = 'private', isTakenDown = false } = options
    const { owner, follower } = cell.world.people
    const send = (method: 'POST' | 'PUT', url: string, payload: object) =>
      t.request({ method, url, as: owner, payload })
    const made = await send('POST', '/api/boards', {
      title: 'A dining room',
      visibility,
      workId: cell.world.workId,
    })
    const { id, itemId } = made.body
    await send('PUT', `/api/boards/${id}/people/${follower.id}`, { role })
    if (isTakenDown)
      await sql`update boards set taken_down_at = now(), taken_down_reason = 'Spam'
        where id = ${id}::uuid`.execute(t.deps.db)
    return { ...more, params: { id, itemId, ...more.params } }
  }
/** The same, with another post to put on it. */
const withPost =
  (options: Options): Case['ask'] =>
  (cell, variant) =>
    board(options, { payload: { postId: cell.world.postId } })(cell, variant)
const withPerson =
  (who: (cell: Cell) => { id: string }, payload?: unknown): Case['ask'] =>
  (cell, variant) =>
    board({}, { params: { userId: who(cell).id }, ...(payload === undefined ? {} : { payload }) })(
      cell,
      variant,
    )

/** Boards of the owner of all kinds, for a call about the owner. */
const ofTheOwner: Case['ask'] = async (cell, variant) => {
  for (const options of [
    { visibility: 'public' },
    { visibility: 'link' },
    {},
    { visibility: 'public', isTakenDown: true },
  ] satisfies Options[])
    await board(options)(cell, variant)
  return { params: { id: cell.world.people.owner.id } }
}

/** A call of staff or a report, which names its kind. */
const withKind =
  (options: Options, payload?: (id: string) => object): Case['ask'] =>
  async (cell, variant) => {
    const { params } = await board(options)(cell, variant)
    const id = params?.['id'] ?? ''
    return { params: { kind: 'board', id }, ...(payload ? { payload: payload(id) } : {}) }
  }
const PUBLIC = { visibility: 'public' } as const
const DOWN = { visibility: 'public', isTakenDown: true } as const
/** A picture that this person uploaded, without its file. */
async function makePicture(ownerId: string): Promise<string> {
  const id = newId()
  await sql`
    insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes,
      bytes, width, height, rendition_widths)
    values (${id}::uuid, ${ownerId}::uuid, 'image', 'ready', 'room.jpg', 'image/jpeg', 'jpg', 9, 9,
      1200, 900, '{320,640,960}')`.execute(t.deps.db)
  return id
}
/** An own picture to put on the board. */
const withPicture =
  (by: Exclude<Actor, 'visitor'>, options: Options): Case['ask'] =>
  async (cell, variant) => {
    const mediaId = await makePicture(cell.world.people[by].id)
    return board(options, { payload: { mediaId } })(cell, variant)
  }
/** The board with a picture of its owner on it, and nothing else. */
const hasPicture =
  (options: Options = {}, payload?: unknown): Case['ask'] =>
  async (cell, variant) => {
    const { owner } = cell.world.people
    const { params = {} } = await board(options)(cell, variant)
    const mediaId = await makePicture(owner.id)
    const url = `/api/boards/${params['id']}/items`
    await t.request({ method: 'DELETE', url: `${url}/${params['itemId']}`, as: owner })
    const made = await t.request({ method: 'POST', url, payload: { mediaId }, as: owner })
    return {
      ...(payload === undefined ? {} : { payload }),
      params: { ...params, itemId: made.body.itemId, mediaId },
    }
  }
const isItsPicture: Case['proof'] = ({ world }, { body }, { params }) =>
  expect(body).toMatchObject([
    {
      picture: {
        picture: { id: params?.['mediaId'], signature: expect.stringContaining('signature=') },
        by: { id: world.people.owner.id },
      },
    },
  ])

const isItsBoard: Case['proof'] = (_, { body }, { params }) =>
  expect(body).toMatchObject({ id: params?.['id'], title: 'A dining room' })
const isItsWork: Case['proof'] = ({ world }, { body }) =>
  expect(body).toMatchObject([{ work: { id: world.workId } }])

const CASES: Record<string, Case> = {
  B01: { ask: () => ({}), proof: (_, { body }) => expect(body).toEqual([]) },
  B02: {
    ask: () => ({}),
    proof: (_, { body }) => expect(body).toMatchObject({ own: 0, shared: 0 }),
  },
  B03: {
    ask: ({ world }) => ({ payload: { title: 'New', workId: world.workId } }),
    proof: ({ as }, { body }) =>
      expect(body).toMatchObject({ itemCount: 1, owner: { id: as?.id } }),
  },
  B04: { ask: board(), proof: isItsBoard },
  B05: { ask: board({ visibility: 'link' }), proof: isItsBoard },
  B06: { ask: board(), proof: isItsWork },
  B07: { ask: board({ visibility: 'link' }), proof: isItsWork },
  B08: { ask: board({}, { payload: { title: 'Another room' } }) },
  B09: { ask: board() },
  B10: { ask: withPost({}) },
  B11: { ask: withPost({ role: 'view', visibility: 'link' }) },
  B12: { ask: board({}, { payload: { note: 'The back wall', isAgainst: true, after: null } }) },
  B13: { ask: board() },
  B14: { ask: withPerson(({ world }) => world.other, { role: 'view' }) },
  B15: { ask: withPerson(({ world }) => world.people.follower) },
  B26: {
    ask: ofTheOwner,
    proof: (_, { body }) => expect(body).toMatchObject([{ visibility: 'public' }]),
  },
  B27: { ask: board(PUBLIC), proof: isItsBoard },
  B28: { ask: board(DOWN), proof: isItsBoard },
  B29: { ask: board(DOWN), proof: isItsWork },
  B30: { ask: board({}, { payload: { visibility: 'public' } }) },
  B31: { ask: board(DOWN, { payload: { visibility: 'link' } }) },
  B32: { ask: withKind(PUBLIC, (id) => ({ kind: 'board', id, reason: 'spam' })) },
  B33: { ask: withKind(PUBLIC, () => ({ reason: 'spam', note: 'Links to a shop.' })) },
  B34: { ask: withKind(DOWN) },
  B35: { ask: withPicture('owner', {}) },
  B36: { ask: withPicture('follower', {}) },
  B37: { ask: withPicture('follower', { role: 'view', visibility: 'link' }) },
  B38: { ask: hasPicture(), proof: isItsPicture },
  B39: { ask: hasPicture({ visibility: 'link' }), proof: isItsPicture },
  B40: { ask: hasPicture({}, { alt: 'A long table' }) },
  B41: { ask: hasPicture() },
  B42: { ask: hasPicture({ visibility: 'link' }) },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
