import {
  addToBoard,
  createBoard,
  getBoard,
  listBoardItems,
  listUserBoards,
  updateBoard,
  type BoardVisibility,
} from '@plinth/contract/boards/boards.ts'
import {
  createAppeal,
  decideAppeal,
  getOwnLimits,
  listAppeals,
  listTakenDown,
} from '@plinth/contract/moderation/appeals.ts'
import { getCase } from '@plinth/contract/moderation/cases.ts'
import { closeReport, createReport, listReports } from '@plinth/contract/moderation/moderation.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const t = testApp()
let admin: Person
let ada: Person
let ben: Person
let maker: Person
let board: string

beforeEach(async () => {
  admin = await t.person('Admin', { isAdmin: true })
  ada = await t.person('Ada')
  ben = await t.person('Ben')
  maker = await t.person('Maker', { isCreator: true })
  board = await make('public')
})

async function make(visibility: BoardVisibility): Promise<string> {
  const { body } = await t.call(createBoard, {
    as: ada,
    body: { title: 'Bad taste', description: 'Look at these people', visibility },
  })
  const workId = await makeWork(t.deps, maker, { title: 'Moon Jar' })
  const { status } = await t.call(addToBoard, {
    as: ada,
    params: { id: body.id },
    body: { workId, note: 'She lives in the yellow house' },
  })
  expect(status).toBe(200)
  return body.id
}

const report = (as: Person | undefined, id: string, reason = 'harassment') =>
  t.call(createReport, { as, body: { kind: 'board', id, reason } })
const open = (visibility: BoardVisibility) =>
  t.call(updateBoard, { as: ada, params: { id: board }, body: { visibility } })
const statusFor = async (as: Person | undefined) =>
  (await t.call(getBoard, { as, params: { id: board } })).status
const listed = async () =>
  (await t.call(listUserBoards, { params: { id: ada.id } })).body.length as number
const heard = async (who: Person, kind: string): Promise<Notification[]> => {
  await waitForOutbox(t)
  const { body } = await t.call(listNotifications, { as: who })
  return (body as Notification[]).filter((one) => one.kind === kind)
}
const removeReported = async () => {
  const { body } = await report(ben, board)
  const closed = await t.call(closeReport, {
    as: admin,
    params: { id: body.id },
    body: { status: 'closed', outcome: 'removed', note: 'It says where she lives.' },
  })
  expect(closed.status, JSON.stringify(closed.body)).toBe(200)
}

describe('a report of a board', () => {
  it('keeps its words, its notes and what was on it as they were', async () => {
    const { status, body } = await report(ben, board)
    expect(status).toBe(201)
    expect((await report(ben, board)).body.id).toBe(body.id)
    await open('private')
    const facts = await t.call(getCase, {
      as: admin,
      params: { kind: 'board', id: board },
    })
    expect(facts.body).toMatchObject({
      kind: 'board',
      author: { firstName: 'Ada' },
      now: { title: 'Bad taste', takenDown: null },
      reports: [
        {
          snapshot: {
            title: 'Bad taste',
            text: 'Look at these people\n\nMoon Jar: She lives in the yellow house',
          },
          pictures: [],
        },
      ],
    })
    expect((await t.call(listReports, { as: admin })).body).toContainEqual(
      expect.objectContaining({ kind: 'board', subjectId: board, title: 'Bad taste' }),
    )
  })

  it('can be made by members of an open board of somebody else, and of no other', async () => {
    expect((await report(undefined, board)).status).toBe(401)
    expect((await report(ada, board)).status).toBe(404)
    expect((await report(ben, newId())).status).toBe(404)
    expect((await report(ben, board, 'origin')).status).toBe(400)
    await open('private')
    expect((await report(ben, board)).status).toBe(404)
    await open('link')
    expect((await report(ben, board)).status).toBe(201)
  })
})

describe('a board that was taken down', () => {
  it('is private until it is put back, and its owner is told and gets a strike', async () => {
    expect(await heard(maker, 'board')).toHaveLength(1)
    await removeReported()
    expect(await heard(maker, 'board')).toEqual([])
    expect([await statusFor(undefined), await statusFor(ben), await statusFor(ada)]).toEqual([
      404, 404, 200,
    ])
    expect((await t.call(listBoardItems, { params: { id: board } })).status).toBe(404)
    expect(await listed()).toBe(0)
    expect((await t.call(getBoard, { as: ada, params: { id: board } })).body).toMatchObject({
      isTakenDown: true,
      visibility: 'public',
    })
    expect(await heard(ada, 'standing')).toMatchObject([
      {
        board: { id: board, title: 'Bad taste' },
        standing: { state: 'taken_down', reason: 'Harassment: It says where she lives.' },
      },
    ])
    expect((await t.call(listTakenDown, { as: ada })).body).toMatchObject([
      { kind: 'board', id: board, title: 'Bad taste', picture: null, notice: null, appeal: null },
    ])
    expect((await t.call(getOwnLimits, { as: ada })).body).toMatchObject({
      liveStrikes: 1,
      strikes: [{ kind: 'board', subjectId: board }],
    })
  })

  it('cannot be opened by its owner, who can still close and delete it', async () => {
    await removeReported()
    expect((await open('link')).status).toBe(409)
    expect((await open('public')).status).toBe(200)
    expect(await statusFor(ben)).toBe(404)
    expect((await open('private')).status).toBe(200)
    expect((await open('public')).status).toBe(409)
    expect((await report(ben, board)).status).toBe(404)
    const { status } = await t.request({ method: 'DELETE', url: `/api/boards/${board}`, as: ada })
    expect(status).toBe(204)
    expect(await heard(ada, 'standing')).toEqual([])
  })

  it('comes back after an appeal, as it was', async () => {
    await removeReported()
    const appeal = { kind: 'board', id: board, text: 'I took the note off.' } as const
    expect((await t.call(createAppeal, { as: ben, body: appeal })).status).toBe(404)
    const made = await t.call(createAppeal, { as: ada, body: appeal })
    expect(made.body).toMatchObject({ kind: 'board', title: 'Bad taste', state: 'open' })
    expect((await t.call(createAppeal, { as: ada, body: appeal })).status).toBe(409)
    expect((await t.call(listAppeals, { as: admin })).body).toContainEqual(
      expect.objectContaining({ id: made.body.id, kind: 'board' }),
    )
    const back = { as: admin, params: { kind: 'board', id: board } } as const
    expect((await t.call(putBack, back)).status).toBe(409)
    const decided = await t.call(decideAppeal, {
      as: admin,
      params: { id: made.body.id },
      body: { outcome: 'restored', note: 'Thank you.' },
    })
    expect(decided.body).toMatchObject({ state: 'restored' })
    expect(await statusFor(undefined)).toBe(200)
    expect(await listed()).toBe(1)
    expect(await heard(ada, 'standing')).toMatchObject([
      { board: { id: board }, standing: { state: 'restored', note: 'Thank you.' } },
    ])
    expect((await t.call(getOwnLimits, { as: ada })).body).toMatchObject({ liveStrikes: 0 })
  })

  it('stays down when the appeal is rejected, and its owner is told', async () => {
    await removeReported()
    const { body } = await t.call(createAppeal, {
      as: ada,
      body: { kind: 'board', id: board, text: 'It is art.' },
    })
    await t.call(decideAppeal, {
      as: admin,
      params: { id: body.id },
      body: { outcome: 'upheld', note: 'It names an address.' },
    })
    expect(await statusFor(ben)).toBe(404)
    expect(await heard(ada, 'standing')).toMatchObject([
      { standing: { state: 'upheld', note: 'It names an address.' } },
    ])
  })

  it('is taken down without a report and put back without an appeal by staff alone', async () => {
    const params = { kind: 'board', id: board } as const
    const body = { reason: 'spam', note: 'Links to a shop.' } as const
    expect((await t.call(takeDown, { as: ben, params, body })).status).toBe(403)
    expect((await t.call(putBack, { as: admin, params })).status).toBe(409)
    expect((await t.call(takeDown, { as: admin, params, body })).status).toBe(204)
    expect((await t.call(takeDown, { as: admin, params, body })).status).toBe(409)
    expect(await statusFor(undefined)).toBe(404)
    expect((await t.call(putBack, { as: admin, params })).status).toBe(204)
    expect(await statusFor(undefined)).toBe(200)
    const gone = { kind: 'board', id: newId() } as const
    expect((await t.call(takeDown, { as: admin, params: gone, body })).status).toBe(404)
  })
})
