import {
  addToBoard,
  changeBoardItem,
  createBoard,
  deleteBoard,
  getBoard,
  listBoardItems,
  listBoards,
  listUserBoards,
  putBoardPerson,
  removeFromBoard,
  updateBoard,
  type BoardVisibility,
} from '@plinth/contract/boards/boards.ts'
import { BOARD_MAKERS_PER_DAY } from '@plinth/contract/limits.ts'
import {
  listNotifications,
  updateNotificationSettings,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { testApp, type Person } from '../../../test/app.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let ada: Person
let ben: Person
let maker: Person
let work: string
let post: string

beforeEach(async () => {
  ;[ada, ben] = await Promise.all([t.person('Ada'), t.person('Ben')])
  maker = await t.person('Maker', { isCreator: true })
  work = await makeWork(t.deps, maker, { title: 'Moon Jar' })
  post = await makePost(t.deps, maker, { title: 'Glaze test' })
})

const make = async (as: Person, body: object = {}): Promise<string> => {
  const answer = await t.call(createBoard, { as, body: { title: 'A dining room', ...body } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.id
}
const open = (as: Person, id: string, visibility: BoardVisibility) =>
  t.call(updateBoard, { as, params: { id }, body: { visibility } })
const add = (as: Person, id: string, body: object) =>
  t.call(addToBoard, { as, params: { id }, body })
const boardsOf = (who: Person, as?: Person, query: object = {}) =>
  t.call(listUserBoards, { as, params: { id: who.id }, query })
const countOf = async (who: Person, as?: Person): Promise<number> =>
  (await t.call(getProfile, { as, params: { id: who.id } })).body.boardCount
const strike = (person: Person, times: number) =>
  sql`insert into strikes (id, user_id, kind, subject_id, reason, created_at, until)
    select gen_random_uuid(), ${person.id}::uuid, 'comment', gen_random_uuid(), 'Spam', now(),
      now() + interval '1 day' from generate_series(1, ${times}::int)`.execute(t.deps.db)

describe('a public board', () => {
  it('is on its owner’s profile for everybody, and private ones and those by link are not', async () => {
    const shown = await make(ada, { visibility: 'public', workId: work })
    await make(ada, { title: 'Mine alone', workId: work })
    await make(ada, { title: 'By link', visibility: 'link', workId: work })
    for (const as of [undefined, ben, ada]) {
      const { body } = await boardsOf(ada, as)
      expect(body).toMatchObject([
        { id: shown, title: 'A dining room', itemCount: 1, itemId: null },
      ])
      expect(body[0].covers).toHaveLength(1)
      expect(await countOf(ada, as)).toBe(1)
      expect((await t.call(getBoard, { as, params: { id: shown } })).status).toBe(200)
      expect((await t.call(listBoardItems, { as, params: { id: shown } })).body).toHaveLength(1)
    }
  })

  it('names nobody but its owner to others', async () => {
    const id = await make(ada, { visibility: 'public' })
    await t.call(putBoardPerson, {
      as: ada,
      params: { id, userId: ben.id },
      body: { role: 'edit' },
    })
    for (const as of [undefined, maker])
      expect((await boardsOf(ada, as)).body).toMatchObject([
        { role: null, people: [{ firstName: 'Ada' }] },
      ])
    expect((await boardsOf(ada, ben)).body[0].people).toHaveLength(2)
  })

  it('leaves every list at once when it is closed or deleted', async () => {
    const first = await make(ada, { visibility: 'public' })
    const second = await make(ada, { visibility: 'public' })
    await open(ada, first, 'private')
    expect(idsOf(await boardsOf(ada))).toEqual([second])
    expect((await t.call(getBoard, { params: { id: first } })).status).toBe(404)
    await open(ada, second, 'link')
    expect((await boardsOf(ada)).body).toEqual([])
    expect(await countOf(ada)).toBe(0)
    await open(ada, first, 'public')
    await t.call(deleteBoard, { as: ada, params: { id: first } })
    expect((await boardsOf(ada)).body).toEqual([])
  })

  it('is listed page by page, the last changed first', async () => {
    const ids: string[] = []
    for (const title of ['One', 'Two', 'Three'])
      ids.unshift(await make(ada, { title, visibility: 'public' }))
    expect(
      await walkIds(t, listUserBoards, { params: { id: ada.id }, query: { limit: 1 } }),
    ).toEqual(ids)
    expect((await boardsOf(ada, undefined, { cursor: 'nonsense' })).status).toBe(400)
    expect((await boardsOf(ada, undefined, { limit: 0 })).status).toBe(400)
  })

  it('is not there for whom its owner blocks, nor for anybody once they are suspended', async () => {
    const id = await make(ada, { visibility: 'public' })
    await t.call(blockUser, { as: ada, params: { id: ben.id } })
    expect((await boardsOf(ada, ben)).status).toBe(404)
    expect((await t.call(getBoard, { as: ben, params: { id } })).status).toBe(404)
    await t.call(blockUser, { as: maker, params: { id: ada.id } })
    expect((await boardsOf(ada, maker)).body).toEqual([])
    await sql`update users set suspended_at = now() where id = ${ada.id}::uuid`.execute(t.deps.db)
    expect((await boardsOf(ada)).status).toBe(404)
    expect((await t.call(getBoard, { params: { id } })).status).toBe(404)
    expect((await boardsOf({ ...ada, id: newId() })).status).toBe(404)
  })

  it('shows a reader only what they may see', async () => {
    const id = await make(ada, { visibility: 'public', workId: work })
    await add(ada, id, { postId: post })
    await sql`update posts set sensitive_by_author = true where id = ${post}::uuid`.execute(
      t.deps.db,
    )
    expect((await boardsOf(ada)).body[0].covers).toHaveLength(1)
    await sql`update portfolio_items set is_listed = false, state = 'hidden' where id = ${work}::uuid`.execute(
      t.deps.db,
    )
    expect((await boardsOf(ada)).body).toMatchObject([{ id, covers: [] }])
    expect((await t.call(listBoardItems, { params: { id } })).body).toMatchObject([
      { work: null },
      { post: { id: post } },
    ])
  })

  it('needs an owner with few strikes, and stays public with many', async () => {
    const id = await make(ada)
    const other = await make(ada, { visibility: 'public' })
    await strike(ada, 3)
    expect((await open(ada, id, 'public')).status).toBe(409)
    expect(
      (await t.call(createBoard, { as: ada, body: { title: 'New', visibility: 'public' } })).status,
    ).toBe(409)
    expect((await open(ada, id, 'link')).status).toBe(200)
    expect(
      (await t.call(updateBoard, { as: ada, params: { id: other }, body: { title: 'Renamed' } }))
        .status,
    ).toBe(200)
    expect(idsOf(await boardsOf(ada))).toEqual([other])
  })

  it('is made public by its owner alone', async () => {
    const id = await make(ada)
    await t.call(putBoardPerson, {
      as: ada,
      params: { id, userId: ben.id },
      body: { role: 'edit' },
    })
    expect((await open(ben, id, 'public')).status).toBe(404)
    expect(
      (await t.call(updateBoard, { params: { id }, body: { visibility: 'public' } })).status,
    ).toBe(401)
    const bad = { visibility: 'everybody' as BoardVisibility }
    expect((await t.call(updateBoard, { as: ada, params: { id }, body: bad })).status).toBe(400)
    expect((await t.call(listBoards, { as: ada })).body).toMatchObject([{ visibility: 'private' }])
  })

  it('counts links in its words towards those of the day', async () => {
    const links = Array.from({ length: 4 }, (_, at) => `https://example.com/${at}`).join(' ')
    ada = await t.person('Ada', { days: 0 })
    const id = await make(ada, { workId: work, description: links })
    const refused = await open(ada, id, 'public')
    expect(refused.status).toBe(429)
    expect((await boardsOf(ada)).body).toEqual([])
    await t.call(updateBoard, { as: ada, params: { id }, body: { description: '' } })
    expect((await open(ada, id, 'public')).status).toBe(200)
    const [itemId = ''] = idsOf(await t.call(listBoardItems, { as: ada, params: { id } }))
    const note = (text: string) =>
      t.call(changeBoardItem, { as: ada, params: { id, itemId }, body: { note: text } })
    expect((await note(links)).status).toBe(429)
    expect((await note('This light')).status).toBe(204)
    expect((await add(ada, id, { postId: post, note: links })).status).toBe(429)
  })

  it('is forgotten by a cache in front, with the count on its owner’s profile', async () => {
    await sql`insert into cache_setup default values on conflict do nothing`.execute(t.deps.db)
    try {
      const id = await make(ada)
      const purges = async () =>
        (
          await sql`select distinct subject_id from cache_purges where subject_id in (${id}, ${ada.id})`.execute(
            t.deps.db,
          )
        ).rows.length
      await t.call(updateBoard, { as: ada, params: { id }, body: { title: 'Still private' } })
      expect(await purges()).toBe(0)
      await open(ada, id, 'public')
      expect(await purges()).toBe(2)
      await sql`delete from cache_purges`.execute(t.deps.db)
      await open(ada, id, 'private')
      expect(await purges()).toBe(2)
    } finally {
      await sql`delete from cache_setup`.execute(t.deps.db)
      await sql`delete from cache_purges`.execute(t.deps.db)
    }
  })
})

describe('makers', () => {
  const heard = async (who: Person): Promise<Notification[]> => {
    await waitForOutbox(t)
    const { body } = await t.call(listNotifications, { as: who })
    return (body as Notification[]).filter(({ kind }) => kind === 'board')
  }

  it('hear once of a board with something of theirs, by its first thing', async () => {
    const id = await make(ada, { workId: work })
    await add(ada, id, { postId: post })
    expect(await heard(maker)).toEqual([])
    await open(ada, id, 'public')
    expect(await heard(maker)).toMatchObject([
      {
        actors: [{ firstName: 'Ada' }],
        actorCount: 1,
        work: { id: work, title: 'Moon Jar' },
        board: { id, title: 'A dining room' },
        isRead: false,
      },
    ])
    const [itemId = ''] = idsOf(await t.call(listBoardItems, { as: ada, params: { id } }))
    await add(ada, id, { workId: await makeWork(t.deps, maker) })
    await open(ada, id, 'private')
    await open(ada, id, 'public')
    await t.call(removeFromBoard, { as: ada, params: { id, itemId } })
    await add(ada, id, { workId: work })
    expect(await heard(maker)).toEqual([])
  })

  it('hear when something is put on a board that is public, together until they read it', async () => {
    const first = await make(ada, { visibility: 'public' })
    const second = await make(ben, { visibility: 'public' })
    await add(ada, first, { workId: work })
    await add(ben, second, { workId: work })
    expect(await heard(maker)).toMatchObject([
      {
        actorCount: 2,
        actors: [{ firstName: 'Ben' }, { firstName: 'Ada' }],
        board: { id: second },
      },
    ])
    await add(ada, await make(ada, { visibility: 'public' }), { postId: post })
    expect(await heard(maker)).toMatchObject([{ post: { id: post } }, { actorCount: 2 }])
  })

  it('hear of nothing that is private, by link, not wanted, their own, or of somebody blocked', async () => {
    await make(ada, { workId: work })
    await make(ada, { visibility: 'link', workId: work })
    const against = await make(ada, { workId: work })
    const [itemId = ''] = idsOf(await t.call(listBoardItems, { as: ada, params: { id: against } }))
    await t.call(changeBoardItem, {
      as: ada,
      params: { id: against, itemId },
      body: { isAgainst: true },
    })
    await open(ada, against, 'public')
    await make(maker, { visibility: 'public', workId: work })
    const together = await make(ada, { visibility: 'public' })
    await t.call(putBoardPerson, {
      as: ada,
      params: { id: together, userId: maker.id },
      body: { role: 'edit' },
    })
    await add(maker, together, { workId: work })
    const blocked = await make(ben, { visibility: 'public' })
    await add(ben, blocked, { postId: post })
    await t.call(blockUser, { as: maker, params: { id: ben.id } })
    const later = await make(ben, { visibility: 'public' })
    expect((await add(ben, later, { workId: work })).status).toBe(404)
    expect((await heard(maker)).filter(({ work: of }) => of !== null)).toEqual([])
  })

  it('no longer hear of a board that was closed before they read of it, and see no title of one', async () => {
    const id = await make(ada, { visibility: 'public', workId: work })
    expect(await heard(maker)).toHaveLength(1)
    await open(ada, id, 'link')
    expect(await heard(maker)).toEqual([])
    const other = await make(ben, { visibility: 'public', workId: work })
    const [note] = await heard(maker)
    await t.request({
      method: 'POST',
      url: '/api/notifications/read',
      as: maker,
      payload: { ids: [note?.id] },
    })
    await open(ben, other, 'private')
    expect(await heard(maker)).toMatchObject([{ isRead: true, board: null, work: { id: work } }])
  })

  it('hear nothing if they chose so', async () => {
    await t.call(updateNotificationSettings, {
      as: maker,
      body: { board: { app: false, mail: false } },
    })
    await make(ada, { visibility: 'public', workId: work })
    expect(await heard(maker)).toEqual([])
  })

  it(`are told by one person ${BOARD_MAKERS_PER_DAY} times a day at most`, async () => {
    const id = await make(ada, { workId: work })
    await Promise.all(Array.from({ length: BOARD_MAKERS_PER_DAY }, () => t.person('Somebody')))
    await sql`insert into board_makers (board_id, maker_id, told_by)
      select ${id}::uuid, u.id, ${ada.id}::uuid from users u
      where u.id <> ${maker.id}::uuid limit ${BOARD_MAKERS_PER_DAY}`.execute(t.deps.db)
    await open(ada, id, 'public')
    expect(await heard(maker)).toEqual([])
    await sql`update board_makers set told_at = now() - interval '2 days'
      where board_id = ${id}::uuid`.execute(t.deps.db)
    await open(ada, id, 'private')
    await open(ada, id, 'public')
    expect(await heard(maker)).toHaveLength(1)
  })
})
