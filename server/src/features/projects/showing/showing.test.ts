import { MAX_MEDIA_BYTES } from '@plinth/contract/limits.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import {
  answerShowing,
  askToShow,
  showInPortfolio,
} from '@plinth/contract/projects/showing-calls.ts'
import { getProject } from '@plinth/contract/projects/project-calls.ts'
import { getDraft } from '@plinth/contract/portfolios/drafts.ts'
import { getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import { listUnshown, type UnshownWork } from '@plinth/contract/portfolios/states.ts'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { testApp, type Answer, type Person } from '../../../../test/app.ts'
import { addProject, deliver, delivering, setStatus } from '../../../../test/content/deliveries.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { waitForOutbox } from '../../../../test/content/outbox.ts'
import { newId } from '../../../db/id.ts'

const t = testApp()
let client: Person
let creator: Person
let other: Person
let admin: Person
let id: string
let files: string[]

beforeEach(async () => {
  client = await t.person('Clara', { lastName: 'Client' })
  creator = await t.person('Mara', { isCreator: true })
  other = await t.person('Otto', { isCreator: true })
  admin = await t.person('Ada', { isAdmin: true })
  id = await addProject(t.deps.db, { client, creator })
  const room = delivering(t, id)
  files = []
  for (const name of ['first.jpg', 'second.jpg'])
    files.push((await room.send(creator, await makePicture('image/jpeg', 400, 300), name)).id)
  files.push((await room.send(creator, Buffer.alloc(64, 0xf1), 'layers.xyz')).id)
  await deliver(t.deps.db, { projectId: id, ownerId: creator.id, fileIds: files })
  await setStatus(t.deps.db, id, 'completed')
})

const ask = (as: Person | undefined = creator): Promise<Answer> =>
  t.call(askToShow, { as, params: { id }, body: {} })
const answer = (body: object, as: Person | undefined = client): Promise<Answer> =>
  t.call(answerShowing, { as, params: { id }, body })
const show = (fileIds = files.slice(0, 2), as: Person | undefined = creator): Promise<Answer> =>
  t.call(showInPortfolio, { as, params: { id }, body: { fileIds } })
const seenBy = async (as: Person): Promise<Project> =>
  (await t.call(getProject, { as, params: { id } })).body
const newsOf = async (as: Person) => {
  await waitForOutbox(t)
  const { body } = await t.call(listNotifications, { as })
  return (body as Notification[]).flatMap(({ project }) => project?.event ?? [])
}
const draftsOf = async (as: Person): Promise<UnshownWork[]> =>
  (await t.call(listUnshown, { as, query: { state: 'draft' } })).body
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

it('asks the client once, who answers, and becomes a draft of the delivered files', async () => {
  expect((await seenBy(client)).showing).toBeNull()
  expect((await show()).body.code).toBe('conflict')
  expect((await answer({ answer: 'now' })).body.code).toBe('conflict')
  expect((await ask()).body.showing).toMatchObject({ answer: null, workId: null })
  expect((await ask()).status).toBe(200)
  expect((await newsOf(client)).filter((event) => event === 'show_asked')).toHaveLength(1)
  expect((await show()).body.message).toBe('Your client hasn’t answered yet.')

  expect((await answer({ answer: 'now', namesClient: true })).body.showing).toMatchObject({
    answer: 'now',
    namesClient: true,
    showFrom: null,
  })
  expect((await newsOf(creator)).filter((event) => event === 'show_answered')).toHaveLength(1)
  const { status, body } = await show()
  expect(status, JSON.stringify(body)).toBe(200)
  const { workId } = (body as Project).showing ?? {}
  expect((await draftsOf(creator)).map(({ work }) => work.id)).toEqual([workId])
  const { body: work } = await t.call(getPortfolio, { as: creator, params: { id: workId ?? '' } })
  expect(work).toMatchObject({ state: 'draft', title: body.title, fileType: 'image' })
  const { body: page } = await t.call(getDraft, { as: creator, params: { id: workId ?? '' } })
  expect(page.blocks).toMatchObject([
    { type: 'facts', client: 'Clara Client' },
    { type: 'grid', shots: [{ caption: '' }] },
  ])
  expect(page.coverId).toBe(work.picture.id)
  for (const as of [undefined, client, other, admin])
    expect((await t.call(getPortfolio, { as, params: { id: workId ?? '' } })).status).toBe(404)
  // Only the creator learns of the draft, and a second press makes no second one.
  expect((await seenBy(client)).showing?.workId).toBeNull()
  expect((await show()).body.showing.workId).toBe(workId)
  expect(await draftsOf(creator)).toHaveLength(1)
  expect((await answer({ answer: 'never' })).body.code).toBe('conflict')
})

it('makes one draft when two windows do it at the same time', async () => {
  await ask()
  await answer({ answer: 'now' })
  const answers = await Promise.all([show(), show()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await draftsOf(creator)).toHaveLength(1)
})

it('waits for the day that the client chose, and stops at a no', async () => {
  await ask()
  expect((await answer({ answer: 'never' })).status).toBe(200)
  expect((await show()).body.message).toBe('Your client doesn’t want this shown.')
  expect((await answer({ answer: 'later', showFrom: inDays(3) })).status).toBe(200)
  expect((await show()).body.message).toContain(inDays(3))
  t.clock.advance({ days: 3 })
  expect((await show()).status).toBe(200)
})

it('is possible again after the draft was deleted', async () => {
  await ask()
  await answer({ answer: 'now' })
  const first = (await show()).body.showing.workId
  await sql`delete from portfolio_items where id = ${first}`.execute(t.deps.db)
  expect((await seenBy(creator)).showing?.workId).toBeNull()
  expect((await show([files[1] ?? ''])).body.showing.workId).not.toBe(first)
})

it('refuses files that are not of the last delivery, or that no work can show', async () => {
  await ask()
  await answer({ answer: 'now' })
  const last = files[2] ?? ''
  const become = (kind: string, bytes: number) =>
    sql`update delivery_files set kind = ${kind}, bytes = ${bytes} where id = ${last}`.execute(
      t.deps.db,
    )
  await become('other', 64)
  expect((await show([last])).body.fields).toEqual({
    fileIds: '“layers.xyz” can’t be shown on Plinth.',
  })
  await become('document', MAX_MEDIA_BYTES + 1)
  expect((await show([last])).body.fields).toEqual({
    fileIds: '“layers.xyz” is too large for a portfolio.',
  })
  for (const fileIds of [[newId()], [], ['x'], [files[0] ?? '', files[0] ?? '']])
    expect((await show(fileIds)).status, JSON.stringify(fileIds)).toBe(400)
  expect(await draftsOf(creator)).toEqual([])
})

it('refuses answers that contradict themselves', async () => {
  await ask()
  for (const body of [
    { answer: 'later' },
    { answer: 'later', showFrom: inDays(0) },
    { answer: 'later', showFrom: inDays(-1) },
    { answer: 'later', showFrom: inDays(900) },
    { answer: 'later', showFrom: '2027-02-31' },
    { answer: 'now', showFrom: inDays(2) },
    { answer: 'never', namesClient: true },
    { answer: 'perhaps' },
    {},
  ])
    expect((await answer(body)).status, JSON.stringify(body)).toBe(400)
  expect((await seenBy(creator)).showing?.answer).toBeNull()
})

it('is for the two of a completed project, each on their side', async () => {
  expect((await ask(client)).status).toBe(403)
  expect((await ask(admin)).status).toBe(403)
  await ask()
  expect((await answer({ answer: 'now' }, creator)).status).toBe(403)
  await answer({ answer: 'now' })
  expect((await show(files, client)).status).toBe(403)
  for (const as of [other, admin]) {
    const expected = as === admin ? 403 : 404
    expect((await ask(as)).status).toBe(expected)
    expect((await answer({ answer: 'now' }, as)).status).toBe(expected)
    expect((await show(files, as)).status).toBe(expected)
  }
  const answers = [
    await t.call(askToShow, { params: { id }, body: {} }),
    await t.call(answerShowing, { params: { id }, body: { answer: 'now' } }),
    await t.call(showInPortfolio, { params: { id }, body: { fileIds: files } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401])
  await setStatus(t.deps.db, id, 'delivered')
  await sql`delete from project_showings where project_id = ${id}`.execute(t.deps.db)
  expect((await ask()).body.code).toBe('conflict')
})
