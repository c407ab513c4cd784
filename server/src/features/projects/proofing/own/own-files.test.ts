import { buffer } from 'node:stream/consumers'
import { getMedia } from '@plinth/contract/media/media.ts'
import {
  DELIVERY_QUOTA_BYTES,
  MAX_ROOM_FILES,
  MAX_ROOM_TITLE,
  MAX_ROOM_WORKS,
} from '@plinth/contract/limits.ts'
import { openProofLink } from '@plinth/contract/proofing/links.ts'
import { versionStem } from '@plinth/contract/proofing/names.ts'
import {
  addRoomFiles,
  listRoomWorks,
  openOwnProofRoom,
  renameOwnProofRoom,
  type OwnProofRoom,
  type RoomWork,
} from '@plinth/contract/proofing/own.ts'
import { getProofRoom, type ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../../test/app.ts'
import { makeDraft } from '../../../../../test/content/drafts.ts'
import { enter, makeLink, secretOf } from '../../../../../test/content/guests.ts'
import { nextOf } from '../../../../../test/content/lists.ts'
import { createMediaClient } from '../../../../../test/media/media-client.ts'
import { makePicture } from '../../../../../test/media/pictures.ts'
import { deliveredKey } from '../../../../core/media/media-rules.ts'
import { newId } from '../../../../db/id.ts'

const t = testApp()
let owner: Person
let other: Person
let picture: Buffer
beforeEach(async () => {
  owner = await t.person('Marit', { isCreator: true })
  other = await t.person('Leila', { isCreator: true })
  picture = await makePicture('image/jpeg', 64, 48)
})

const work = (of: Person, title: string, state = 'draft') =>
  makeDraft(t.deps, of, { title, state, file: picture })
const add = (
  as: Person | undefined,
  id: string,
  body: object,
  headers: Record<string, string> = {},
) => t.call(addRoomFiles, { as, params: { id }, body, headers })
const rename = (as: Person | undefined, id: string, body: object) =>
  t.call(renameOwnProofRoom, { as, params: { id }, body })
const works = (as: Person | undefined, query: object = {}) => t.call(listRoomWorks, { as, query })
const read = (as: Person | undefined, id: string, headers: Record<string, string> = {}) =>
  t.call(getProofRoom, { as, params: { id }, headers })

async function openRoom(titles: string[] = ['Poster']): Promise<string> {
  const workIds = []
  for (const title of titles) workIds.push(await work(owner, title))
  const body = { title: 'Spring posters', workIds }
  const answer = await t.call(openOwnProofRoom, { as: owner, body })
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 })
  return (answer.body as OwnProofRoom).id
}

/** The names of the versions of each thing, the newest first. */
const namesIn = async (id: string, headers?: Record<string, string>): Promise<string[][]> => {
  const { body } = await read(headers === undefined ? owner : undefined, id, headers)
  return (body as ProofRoom).things.map(({ versions }) => versions.map(({ fileName }) => fileName))
}

/** The room of a project, of which the owner is the creator. */
async function projectRoom(): Promise<string> {
  const id = newId()
  await sql`
    insert into projects (id, client_id, creator_id, title, subject, description, status, price_cents, shared_at)
    values (${id}::uuid, ${other.id}::uuid, ${owner.id}::uuid, 'T', 'S', 'D', 'delivered', 100, now())`.execute(
    t.deps.db,
  )
  await sql`insert into proof_rooms (id) values (${id}::uuid)`.execute(t.deps.db)
  return id
}

describe('adding files', () => {
  it('makes a file of the same name the next version, and the others new, which guests see', async () => {
    const id = await openRoom(['Poster', 'Card'])
    const guest = await enter(t, await makeLink(t, { as: owner, roomId: id }))
    const before = (await read(undefined, id, guest.headers)).body as ProofRoom
    const workIds = [await work(owner, 'Poster_v2 (final)'), await work(owner, 'Banner', 'hidden')]
    const answer = await add(owner, id, { workIds })
    expect(answer).toMatchObject({ status: 201, body: { id, files: 4, title: 'Spring posters' } })
    const names = [['Poster_v2 (final).jpg', 'Poster.jpg'], ['Banner.jpg'], ['Card.jpg']]
    expect(await namesIn(id)).toEqual(names)
    expect(await namesIn(id, guest.headers)).toEqual(names)
    const room = (await read(undefined, id, guest.headers)).body as ProofRoom
    expect(room.changes).toBeGreaterThan(before.changes)
    expect(room.deliveries.map(({ number }) => number)).toEqual([2, 1])
    expect(room.things[0]?.versions.map(({ number, delivery }) => [number, delivery])).toEqual([
      [2, 2],
      [1, 1],
    ])
    await expect
      .poll(
        async () => ((await read(owner, id)).body as ProofRoom).things[0]?.versions[0]?.proofState,
        { timeout: 100_000 },
      )
      .toBe('ready')
  })

  it('binds only one of two files with the same name, and adds the other as a new file', async () => {
    const id = await openRoom()
    const workIds = [await work(owner, 'Poster 2'), await work(owner, 'Poster 3')]
    expect((await add(owner, id, { workIds })).status).toBe(201)
    expect(await namesIn(id)).toEqual([['Poster 2.jpg', 'Poster.jpg'], ['Poster 3.jpg']])
    // The next one is bound to the file whose name it has.
    await add(owner, id, { workIds: [await work(owner, 'Poster 3')] })
    expect(await namesIn(id)).toContainEqual(['Poster 3.jpg', 'Poster 3.jpg'])
  })

  it('takes an upload in, which is part of the room afterwards', async () => {
    const id = await openRoom()
    const media = createMediaClient(t, owner)
    const { id: mediaId } = await media.upload(picture, 'Poster-3.jpg')
    const workIds = [await work(owner, 'Card')]
    const answer = await add(owner, id, { mediaIds: [mediaId], workIds })
    expect(answer).toMatchObject({ status: 201, body: { files: 3 } })
    expect(await namesIn(id)).toEqual([['Card.jpg'], ['Poster-3.jpg', 'Poster.jpg']])
    const version = ((await read(owner, id)).body as ProofRoom).things[1]?.versions[0]
    const object = await t.deps.storage.open(deliveredKey(version?.id ?? ''))
    expect(object === null ? 0 : (await buffer(object.stream)).length).toBe(version?.bytes)
    expect((await t.call(getMedia, { as: owner, params: { id: mediaId } })).status).toBe(404)
    expect((await add(owner, id, { mediaIds: [mediaId] })).status).toBe(404)
  })

  it('has one effect when it is sent twice, or when two send the same upload', async () => {
    const id = await openRoom()
    const headers = { 'idempotency-key': newId() }
    const body = { workIds: [await work(owner, 'Card')] }
    await add(owner, id, body, headers)
    expect(await add(owner, id, body, headers)).toMatchObject({ status: 201, body: { files: 2 } })
    const { id: mediaId } = await createMediaClient(t, owner).upload(picture, 'Banner.jpg')
    const both = await Promise.all([1, 2].map(() => add(owner, id, { mediaIds: [mediaId] })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 404])
    expect(await namesIn(id)).toEqual([['Banner.jpg'], ['Card.jpg'], ['Poster.jpg']])
  })

  it('lets only the owner of a room add files, and only their own', async () => {
    const id = await openRoom()
    const mine = await work(owner, 'Card')
    const theirs = await work(other, 'Card')
    const upload = (await createMediaClient(t, other).upload(picture, 'theirs.jpg')).id
    const { rows } = await sql<{ mediaId: string }>`
      select media_id as "mediaId" from portfolio_items where id = ${mine}::uuid`.execute(t.deps.db)
    for (const [as, body, status] of [
      [undefined, { workIds: [mine] }, 401],
      [other, { workIds: [theirs] }, 404],
      [await t.person('Admin', { isAdmin: true }), { workIds: [mine] }, 404],
      [owner, { workIds: [mine, theirs] }, 404],
      [owner, { workIds: [mine], mediaIds: [upload] }, 404],
      // The file of a work is no upload that nothing uses.
      [owner, { mediaIds: [rows[0]?.mediaId] }, 404],
      [owner, { workIds: [await work(owner, 'Shown', 'published')] }, 404],
      [owner, { workIds: [await work(owner, 'Gone', 'binned')] }, 404],
    ] as const)
      expect((await add(as, id, body)).status).toBe(status)
    expect((await add(owner, newId(), { workIds: [mine] })).status).toBe(404)
    expect((await add(owner, await projectRoom(), { workIds: [mine] })).status).toBe(404)
    await sql`update portfolio_items set taken_down_at = now(), taken_down_reason = 'stolen'
      where id = ${mine}::uuid`.execute(t.deps.db)
    expect((await add(owner, id, { workIds: [mine] })).status).toBe(404)
    expect(await namesIn(id)).toEqual([['Poster.jpg']])
  })

  it('takes nothing that staff have not decided about', async () => {
    const id = await openRoom()
    const card = await work(owner, 'Card')
    const { id: mediaId } = await createMediaClient(t, owner).upload(picture, 'Banner.jpg')
    const blockId = newId()
    await sql`
      with block as (
        insert into media_blocks (id, sha256, marks, kind, subject_id, media_id, reason, is_claimed, created_at)
        select ${blockId}::uuid, sha256('x'), '{}', 'portfolio', i.id, i.media_id, 'Stolen', false, now()
        from portfolio_items i where i.id = ${card}::uuid returning id)
      insert into media_reviews (id, block_id)
      select m.id, ${blockId}::uuid from media m, block where m.id = ${mediaId}::uuid
        or m.id = (select media_id from portfolio_items where id = ${card}::uuid)`.execute(
      t.deps.db,
    )
    expect((await add(owner, id, { workIds: [card] })).status).toBe(404)
    expect((await add(owner, id, { mediaIds: [mediaId] })).status).toBe(404)
    await sql`update media_reviews set state = 'passed', decided_at = now()`.execute(t.deps.db)
    expect((await add(owner, id, { workIds: [card], mediaIds: [mediaId] })).status).toBe(201)
  })

  const many = Array.from({ length: MAX_ROOM_WORKS + 1 }, () => newId())
  it.each([
    [{}],
    [{ workIds: [] }],
    [{ mediaIds: [] }],
    [{ workIds: ['poster'] }],
    [{ workIds: many }],
    [{ mediaIds: many }],
    [{ workIds: [many[0], many[0]] }],
    [{ files: [many[0]] }],
  ])('is told what is wrong with body %#', async (body) => {
    expect((await add(owner, newId(), body)).status).toBe(400)
  })

  it('stops at a number of files, and at what somebody may store', async () => {
    const id = await openRoom()
    const fill = (files: number, bytes: number) => sql`
      insert into delivery_files (id, room_id, owner_id, kind, file_name, content_type, bytes, preview_state,
        delivery_id, position)
      select gen_random_uuid(), f.room_id, f.owner_id, 'other', 'a' || n, 'a/b', ${bytes}::bigint, 'none',
        f.delivery_id, n
      from (select * from delivery_files where room_id = ${id}::uuid limit 1) f,
        generate_series(1, ${files}::int) n`
    await fill(MAX_ROOM_FILES - 2, 1).execute(t.deps.db)
    const workIds = [await work(owner, 'Card')]
    const both = await Promise.all([1, 2].map(() => add(owner, id, { workIds })))
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await sql`delete from delivery_files where room_id = ${id}::uuid and kind = 'other'`.execute(
      t.deps.db,
    )
    await fill(20, DELIVERY_QUOTA_BYTES / 20).execute(t.deps.db)
    expect(await add(owner, id, { workIds })).toMatchObject({
      status: 507,
      body: { code: 'storage.full' },
    })
  })
})

it('says of a name what the database says of it', async () => {
  const names = [
    'Label_v2 (final).png',
    'label.jpg',
    'Label v3 DRAFT 12.jpeg',
    'label-updated.tar.gz',
    'newer.png',
    '2024.png',
    'Poster.version2.pdf',
    'a.b.c',
    '.env',
    'Étude n° 3.png',
    'poster copy 2.png',
    'edit.edit',
    'REV_12-r.webp',
    'no extension 4',
    `${'-_. '.repeat(60)}x.png`,
  ]
  const { rows } = await sql<{ stem: string }>`
    select version_stem(name) as stem from unnest(${names}::text[]) with ordinality as n (name, place)
    order by place`.execute(t.deps.db)
  expect(names.map(versionStem)).toEqual(rows.map(({ stem }) => stem))
})

describe('another title', () => {
  it('is shown to everybody in the room', async () => {
    const id = await openRoom()
    const link = await makeLink(t, { as: owner, roomId: id })
    const guest = await enter(t, link)
    const answer = await rename(owner, id, { title: ' Summer posters ' })
    expect(answer).toMatchObject({ status: 200, body: { id, title: 'Summer posters', files: 1 } })
    expect((await read(owner, id)).body).toMatchObject({ title: 'Summer posters' })
    expect((await read(undefined, id, guest.headers)).body).toMatchObject({
      title: 'Summer posters',
    })
    const invite = await t.call(openProofLink, {
      params: { id: link.id },
      body: { secret: secretOf(link) },
    })
    expect(invite.body).toMatchObject({ title: 'Summer posters' })
  })

  it('is the owner’s to give', async () => {
    const id = await openRoom()
    const title = 'Theirs'
    expect((await rename(undefined, id, { title })).status).toBe(401)
    expect((await rename(other, id, { title })).status).toBe(404)
    expect((await rename(owner, newId(), { title })).status).toBe(404)
    expect((await rename(owner, await projectRoom(), { title })).status).toBe(404)
    expect((await read(owner, id)).body).toMatchObject({ title: 'Spring posters' })
  })

  it.each([[{}], [{ title: ' ' }], [{ title: 'x'.repeat(MAX_ROOM_TITLE + 1) }], [{ title: 1 }]])(
    'can’t be %j',
    async (body) => {
      expect((await rename(owner, newId(), body)).status).toBe(400)
    },
  )
})

describe('works to choose from', () => {
  it('are those that only the caller sees, page by page', async () => {
    for (const [title, state] of [
      ['First', 'draft'],
      ['Second', 'scheduled'],
      ['Shown', 'published'],
      ['Binned', 'binned'],
      ['Third', 'hidden'],
    ] as const)
      await work(owner, title, state)
    const down = await work(owner, 'Down')
    await sql`update portfolio_items set taken_down_at = now(), taken_down_reason = 'stolen'
      where id = ${down}::uuid`.execute(t.deps.db)
    await work(other, 'Theirs')
    const first = await works(owner, { limit: 2 })
    const rest = await works(owner, { limit: 2, cursor: nextOf(first) ?? '' })
    const all = [...first.body, ...rest.body] as RoomWork[]
    expect(all.map(({ title, fileName, kind }) => [title, fileName, kind])).toEqual([
      ['Third', 'Third.jpg', 'image'],
      ['Second', 'Second.jpg', 'image'],
      ['First', 'First.jpg', 'image'],
    ])
    expect(nextOf(rest)).toBeNull()
    expect((await works(undefined)).status).toBe(401)
    expect((await works(owner, { limit: 0 })).status).toBe(400)
    expect((await works(owner, { cursor: 'x' })).status).toBe(400)
  })
})
