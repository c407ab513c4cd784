import {
  addToBoard,
  changeBoardItem,
  contactSheetUrl,
  createBoard,
  deleteBoard,
  getBoard,
  listBoardItems,
  listBoards,
  putBoardPerson,
  removeBoardPerson,
  removeFromBoard,
  updateBoard,
  type Board,
  type BoardItem,
} from '@plinth/contract/boards/boards.ts'
import { MAX_BOARD_PICTURES } from '@plinth/contract/limits.ts'
import { deleteMedia, getMedia, uploadMedia } from '@plinth/contract/media/media.ts'
import { blockUser, unblockUser } from '@plinth/contract/people/blocks.ts'
import { getUserStats } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type NamedPerson, type Person } from '../../../test/app.ts'
import { textOf } from '../../../test/media/pdf-text.ts'
import { makePdf } from '../../../test/media/documents.ts'
import { makePicture } from '../../../test/media/pictures.ts'
import { SWEEP } from '../../core/media/media-rules.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let ada: NamedPerson
let ben: NamedPerson
let cleo: NamedPerson
let boardId: string

beforeAll(async () => {
  ;[ada, ben, cleo] = (await Promise.all(
    ['Ada', 'Ben', 'Cleo'].map((name) => t.person(name, { lastName: 'Ashworth' })),
  )) as [NamedPerson, NamedPerson, NamedPerson]
})

beforeEach(async () => {
  boardId = await makeBoard(ada)
  await ask(ben, 'edit')
})

async function makeBoard(as: Person): Promise<string> {
  const { status, body } = await t.call(createBoard, { as, body: { title: 'A dining room' } })
  expect(status).toBe(201)
  return body.id
}
const ask = (person: Person, role: 'view' | 'edit') =>
  t.call(putBoardPerson, {
    as: ada,
    params: { id: boardId, userId: person.id },
    body: { role },
  })

async function settle(as: Person, id: string): Promise<void> {
  const state = async () => (await t.call(getMedia, { as, params: { id } })).body.state
  await expect.poll(state, { timeout: 60_000 }).toBe('ready')
}

async function upload(as: Person, file?: { bytes: Buffer; name: string }): Promise<string> {
  const { bytes, name } = file ?? {
    bytes: await makePicture('image/png', 400, 300),
    name: 'kitchen of the Ashworths.png',
  }
  const { status, body } = await t.request({
    method: uploadMedia.method,
    url: `${uploadMedia.path}?fileName=${encodeURIComponent(name)}`,
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
    as,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  await settle(as, body.id)
  return body.id
}

const add = (
  as: Person | undefined,
  mediaId: string,
  more: { note?: string; id?: string } = {},
) => {
  const { id = boardId, ...note } = more
  return t.call(addToBoard, { as, params: { id }, body: { mediaId, ...note } })
}
async function added(as: Person, note?: string): Promise<{ mediaId: string; itemId: string }> {
  const mediaId = await upload(as)
  const { status, body } = await add(as, mediaId, note === undefined ? {} : { note })
  expect(status).toBe(200)
  return { mediaId, itemId: body.itemId }
}
const items = async (as: Person | undefined): Promise<BoardItem[]> => {
  const { status, body } = await t.call(listBoardItems, { as, params: { id: boardId } })
  expect(status).toBe(200)
  return body
}
const remove = (as: Person | undefined, itemId: string) =>
  t.call(removeFromBoard, { as, params: { id: boardId, itemId } })
const open = (visibility: 'private' | 'link') =>
  t.call(updateBoard, { as: ada, params: { id: boardId }, body: { visibility } })
const fileAt = async (url: string, as?: Person) =>
  (await t.request({ method: 'GET', url, ...(as === undefined ? {} : { as }) })).status
const addressOf = (item: BoardItem | undefined) => item?.picture?.picture.originalUrl ?? ''
const isKept = async (mediaId: string) => {
  const { rows } = await sql`select id from media where id = ${mediaId}::uuid`.execute(t.deps.db)
  return rows.length > 0
}
/** Makes it look as if everything that was taken off had been taken off this long ago. */
const removedAgo = (interval: string) =>
  sql`update removed_board_pictures set removed_at = now() - ${interval}::interval`.execute(
    t.deps.db,
  )

describe('an uploaded picture', () => {
  it('goes to the end of a board, with who uploaded it and not with the name of its file', async () => {
    const { mediaId, itemId } = await added(ben, 'The light at four o’clock.')
    const [item, ...others] = await items(ada)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      id: itemId,
      work: null,
      post: null,
      note: 'The light at four o’clock.',
      notedBy: { id: ben.id },
      picture: {
        picture: { id: mediaId, width: 400, height: 300, state: 'ready' },
        by: { id: ben.id, firstName: 'Ben' },
      },
    })
    expect(JSON.stringify(item)).not.toContain('kitchen')
    const { body } = await t.call(getBoard, { as: ada, params: { id: boardId } })
    expect(body).toMatchObject({ itemCount: 1, noteCount: 1 })
    const { body: boards } = await t.call(listBoards, { as: ada })
    const board = boards.find(({ id }: Board) => id === boardId)
    expect(board?.covers).toMatchObject([{ id: mediaId }])
  })

  it('is added once, also when two ask at once, and a second time only its note changes', async () => {
    const mediaId = await upload(ben)
    const answers = await Promise.all([add(ben, mediaId), add(ben, mediaId), add(ben, mediaId)])
    expect(new Set(answers.map(({ body }) => body.itemId)).size).toBe(1)
    const again = await add(ben, mediaId, { note: 'Warmer.' })
    expect(again.body).toMatchObject({ itemCount: 1 })
    expect(await items(ben)).toMatchObject([{ note: 'Warmer.' }])
  })

  it('is put on one board only', async () => {
    const { mediaId } = await added(ben)
    const other = await makeBoard(ben)
    const answer = await add(ben, mediaId, { id: other })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ message: expect.stringContaining('another board') })
  })

  it('is refused from visitors, from people who may only look, and if it is somebody else’s', async () => {
    const mediaId = await upload(cleo)
    expect((await add(undefined, mediaId)).status).toBe(401)
    expect((await add(cleo, mediaId)).status).toBe(404)
    await ask(cleo, 'view')
    expect((await add(cleo, mediaId)).status).toBe(404)
    expect((await add(ada, mediaId)).status).toBe(404)
    expect((await add(ben, newId())).status).toBe(404)
    expect(await items(ada)).toEqual([])
  })

  it('has to be a picture, and the only thing that a call names', async () => {
    const pdf = await upload(ben, { bytes: makePdf(), name: 'plan.pdf' })
    const answer = await add(ben, pdf)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ fields: { mediaId: expect.any(String) } })
    const both = { mediaId: pdf, workId: newId() }
    const params = { id: boardId }
    expect((await t.call(addToBoard, { as: ben, params, body: both })).status).toBe(400)
    expect((await add(ben, 'x')).status).toBe(400)
  })

  it(`is one of ${MAX_BOARD_PICTURES} at most`, async () => {
    const mediaId = await upload(ben)
    await sql`
      with files as (
        insert into media (id, owner_id, kind, state, file_name, content_type, extension, received_bytes, bytes, width, height)
        select gen_random_uuid(), ${ben.id}::uuid, 'image', 'ready', 'a.png', 'image/png', 'png', 1, 1, 4, 3
        from generate_series(1, ${MAX_BOARD_PICTURES}) returning id)
      insert into board_items (id, board_id, media_id, place)
      select gen_random_uuid(), ${boardId}::uuid, id, row_number() over () from files`.execute(
      t.deps.db,
    )
    await sql`update boards set item_count = ${MAX_BOARD_PICTURES} where id = ${boardId}::uuid`.execute(
      t.deps.db,
    )
    const answer = await add(ben, mediaId)
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ message: expect.stringContaining('500') })
    await sql`delete from board_items where id = (
      select id from board_items where board_id = ${boardId}::uuid limit 1)`.execute(t.deps.db)
    expect((await add(ben, mediaId)).status).toBe(200)
  })

  it('is described by who uploaded it, and by nobody else', async () => {
    const { itemId } = await added(ben)
    const say = (as: Person, alt: string, note?: string) =>
      t.call(changeBoardItem, {
        as,
        params: { id: boardId, itemId },
        body: { alt, ...(note === undefined ? {} : { note }) },
      })
    expect((await say(ben, 'A long table under a skylight')).status).toBe(204)
    // One call is one change: the note is not written either.
    expect((await say(ada, 'Something else', 'Lost')).status).toBe(404)
    const [item] = await items(ada)
    expect(item?.picture?.picture.alt).toBe('A long table under a skylight')
    expect(item?.note).toBe('')
    expect((await say(ben, 'x'.repeat(2_001))).status).toBe(400)
  })
})

describe('its file', () => {
  it('is opened by the addresses that readers of the board get, and by no other', async () => {
    await added(ben)
    const [forOwner] = await items(ada)
    const url = addressOf(forOwner)
    expect(url).toContain('signature=')
    expect(await fileAt(url)).toBe(200)
    expect(await fileAt(url.slice(0, url.indexOf('?')))).toBe(404)
    expect(await fileAt(url.slice(0, url.indexOf('?')), ada)).toBe(404)
  })

  it('is for people of the board, and for everybody who has the link once it is open', async () => {
    await added(ben)
    const status = async (as?: Person) =>
      (await t.call(listBoardItems, { as, params: { id: boardId } })).status
    expect([await status(), await status(cleo)]).toEqual([404, 404])
    await ask(cleo, 'view')
    expect(addressOf((await items(cleo))[0])).toContain('signature=')
    await t.call(removeBoardPerson, { as: ada, params: { id: boardId, userId: cleo.id } })
    expect(await status(cleo)).toBe(404)
    await open('link')
    expect(await fileAt(addressOf((await items(undefined))[0]))).toBe(200)
    await open('private')
    expect(await status()).toBe(404)
  })

  it('is hidden between people of whom one blocks the other, and its place stays', async () => {
    await added(ben)
    await ask(cleo, 'edit')
    await t.call(blockUser, { as: ben, params: { id: cleo.id } })
    expect(await items(cleo)).toMatchObject([{ work: null, post: null, picture: null }])
    expect((await items(ada))[0]?.picture).not.toBeNull()
    await t.call(unblockUser, { as: ben, params: { id: cleo.id } })
    expect((await items(cleo))[0]?.picture).not.toBeNull()
  })

  it('is shown to others once it is ready, and to who uploaded it before', async () => {
    const { mediaId } = await added(ben)
    await sql`update media set state = 'processing' where id = ${mediaId}::uuid`.execute(t.deps.db)
    expect(await items(ada)).toEqual([])
    expect(await items(ben)).toMatchObject([{ picture: { picture: { state: 'processing' } } }])
    await sql`update media set state = 'ready' where id = ${mediaId}::uuid`.execute(t.deps.db)
    expect(await items(ada)).toHaveLength(1)
  })

  it('is hidden while the account of who uploaded it is suspended', async () => {
    const guest = await t.person('Gil')
    await ask(guest, 'edit')
    await added(guest)
    const suspend = (at: Date | null) =>
      sql`update users set suspended_at = ${at} where id = ${guest.id}::uuid`.execute(t.deps.db)
    await suspend(new Date())
    expect(await items(ada)).toMatchObject([{ picture: null }])
    await suspend(null)
    expect((await items(ada))[0]?.picture).not.toBeNull()
  })

  it('is listed nowhere else, and counts towards the quota of who uploaded it', async () => {
    const { mediaId } = await added(ben)
    const { body } = await t.call(getUserStats, { params: { id: ben.id } })
    expect(JSON.stringify(body)).not.toContain(mediaId)
    const { rows } = await sql<{ owner: string; isPrivate: boolean }>`
      select owner_id as owner, is_private as "isPrivate" from media where id = ${mediaId}::uuid`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([{ owner: ben.id, isPrivate: true }])
  })

  it('cannot be deleted while the board shows it', async () => {
    const { mediaId, itemId } = await added(ben)
    const drop = () => t.call(deleteMedia, { as: ben, params: { id: mediaId } })
    expect((await drop()).status).toBe(409)
    await remove(ben, itemId)
    await removedAgo('61 minutes')
    expect((await drop()).status).toBe(204)
  })
})

describe('taking it off', () => {
  it('keeps the file for an hour, in which everybody who may edit can put it back', async () => {
    const { mediaId, itemId } = await added(ben)
    expect((await remove(ada, itemId)).status).toBe(204)
    await t.runJob(SWEEP)
    expect(await isKept(mediaId)).toBe(true)
    // Nobody else can put it anywhere.
    const other = await makeBoard(ada)
    expect((await add(ada, mediaId, { id: other })).status).toBe(404)
    await ask(cleo, 'view')
    expect((await add(cleo, mediaId)).status).toBe(404)
    expect((await add(ada, mediaId)).status).toBe(200)
    expect(await items(ada)).toMatchObject([{ picture: { by: { id: ben.id } } }])
    await removedAgo('61 minutes')
    await t.runJob(SWEEP)
    expect(await isKept(mediaId)).toBe(true)
  })

  it('deletes the file after that, also when the board itself was deleted', async () => {
    const one = await added(ben)
    const other = await added(ada)
    const [item] = await items(ben)
    const url = addressOf(item)
    await remove(ben, one.itemId)
    expect((await t.call(deleteBoard, { as: ada, params: { id: boardId } })).status).toBe(204)
    await removedAgo('61 minutes')
    await t.runJob(SWEEP)
    expect([await isKept(one.mediaId), await isKept(other.mediaId)]).toEqual([false, false])
    expect(await fileAt(url)).toBe(404)
  })
})

it('a contact sheet has uploaded pictures, with who uploaded them', async () => {
  const { itemId } = await added(ben)
  await added(ada)
  await t.call(changeBoardItem, {
    as: ben,
    params: { id: boardId, itemId },
    body: { alt: 'A long table' },
  })
  const response = await t.app.inject({
    url: contactSheetUrl(boardId),
    headers: { cookie: ada.cookie },
  })
  const text = await textOf(response.rawPayload)
  for (const words of [
    'A long table',
    'Picture',
    'Uploaded by Ben Ashworth',
    '2 works, posts and pictures',
  ])
    expect(text).toContain(words)
})
