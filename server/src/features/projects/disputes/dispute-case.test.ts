import {
  addProof,
  assignDispute,
  getOwnCase,
  noteDispute,
  type OwnCase,
} from '@plinth/contract/moderation/cases.ts'
import {
  getDisputeCase,
  listDisputeMessages,
  openOriginal,
  type DisputeCase,
  type DisputeMessage,
} from '@plinth/contract/projects/dispute-calls.ts'
import { getProject, ruleDispute } from '@plinth/contract/projects/project-calls.ts'
import { finishUpload, uploadMedia } from '@plinth/contract/media/media.ts'
import { deleteAccount } from '@plinth/contract/people/account.ts'
import { UPLOADS_PATH } from '@plinth/contract/http/urls.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Answer, Person } from '../../../../test/app.ts'
import { nextOf } from '../../../../test/content/lists.ts'
import { writeMessage } from '../../../../test/content/messages.ts'
import { hiring, kindsOf, pairUp, type Pair } from '../../../../test/content/projects.ts'
import { createUploader, nameHeader } from '../../../../test/media/uploads.ts'
import { paidApp } from '../../../../test/money/cards.ts'
import { newId } from '../../../db/id.ts'

const t = paidApp()
let pair: Pair
let steps: ReturnType<typeof hiring>
let admin: Person
beforeEach(async () => {
  pair = await pairUp(t)
  steps = hiring(t, pair)
  admin = await t.person('Finance', { role: 'finance' })
})

const on = (id: string) => ({ params: { id } })
const ofDispute = (id: string) => ({ params: { kind: 'dispute', id } })
const open = async (id: string): Promise<DisputeCase> => {
  const { status, body } = await t.call(getDisputeCase, { as: admin, ...on(id) })
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const thread = (id: string, query: object = {}): Promise<Answer> =>
  t.call(listDisputeMessages, { as: admin, ...on(id), query })
const prove = (as: Person | undefined, id: string, body: object = { text: 'See the brief.' }) =>
  t.call(addProof, { as, ...ofDispute(id), body })
const own = async (as: Person, id: string): Promise<OwnCase> =>
  (await t.call(getOwnCase, { as, ...ofDispute(id) })).body
const actionsOn = async (id: string) =>
  (
    await sql<{ action: string }>`
      select action from audit_log where subject_id = ${id}::uuid order by id`.execute(t.deps.db)
  ).rows.map(({ action }) => action)
/** A project that is disputed after a delivery and a change. */
const disputed = async (): Promise<string> => {
  const { id } = await steps.in('revision_requested')
  await steps.dispute(id)
  return id
}

describe('the case of a dispute', () => {
  it('holds brief, terms, deliveries, change rounds, both sides and the ledger, and logs who opened it', async () => {
    const id = await disputed()
    await steps.dispute(id, pair.creator)
    const { project, ledger, ...file } = await open(id)
    expect(file).toMatchObject({ kind: 'dispute', subjectId: id, assignee: null, proof: [] })
    expect(project).toMatchObject({
      id,
      description: 'On the way to revision_requested.',
      price: 1_000,
      revisionsLeft: 1,
      deliveries: [
        {
          note: 'Here it is.',
          answer: 'revision',
          answerNote: 'A little lighter.',
          files: [{ url: null }],
        },
      ],
      dispute: { statements: [{ by: 'client' }, { by: 'creator' }] },
    })
    expect(ledger.map(({ kind }) => kind)).toContain('charge')
    for (const { entries } of ledger) {
      expect(Math.round(entries.reduce((sum, { amount }) => sum + amount * 100, 0))).toBe(0)
    }
    expect(await actionsOn(id)).toEqual(['case.open'])
  })

  it('is closed to members, to its own two people and to roles without the right', async () => {
    const id = await disputed()
    const moderator = await t.person('Moderator', { role: 'moderator' })
    const fileId = (await open(id)).project.deliveries[0]?.files[0]?.id ?? ''
    const calls = (as: Person | undefined) => [
      t.call(getDisputeCase, { as, ...on(id) }),
      t.call(listDisputeMessages, { as, ...on(id) }),
      t.call(openOriginal, { as, params: { id, fileId } }),
      t.call(noteDispute, { as, ...on(id), body: { text: 'Hm.' } }),
      t.call(assignDispute, { as, ...on(id), body: { assigneeId: null } }),
    ]
    const statuses = async (as?: Person) =>
      (await Promise.all(calls(as))).map(({ status }) => status)
    expect(await statuses()).toEqual([401, 401, 401, 401, 401])
    for (const as of [pair.client, pair.creator, moderator]) {
      expect(await statuses(as)).toEqual([403, 403, 403, 403, 403])
    }
    await sql`update users set staff_role = 'owner' where id = ${pair.client.id}`.execute(t.deps.db)
    expect(await statuses(pair.client)).toEqual([403, 403, 403, 403, 403])
    const { id: calm } = await steps.in('accepted')
    for (const unknown of [calm, newId()]) {
      expect((await t.call(getDisputeCase, { as: admin, ...on(unknown) })).status).toBe(404)
      expect((await thread(unknown)).status).toBe(404)
    }
    expect(await actionsOn(id)).toEqual(['case.open'])
  })

  it('opens a delivered original only by an act of its own', async () => {
    const id = await disputed()
    const fileId = (await open(id)).project.deliveries[0]?.files[0]?.id ?? ''
    const { status, body } = await t.call(openOriginal, { as: admin, params: { id, fileId } })
    expect([status, body.url]).toEqual([200, expect.stringContaining(`${fileId}/original?`)])
    expect(await actionsOn(id)).toEqual(['case.open', 'case.original'])
    const { id: other } = await steps.in('disputed')
    for (const params of [
      { id: other, fileId },
      { id, fileId: newId() },
    ]) {
      expect((await t.call(openOriginal, { as: admin, params })).status).toBe(404)
    }
    expect(await actionsOn(other)).toEqual([])
  })

  it('shows the messages of that project while it ran, and no others, and logs it once', async () => {
    const { client, creator } = pair
    const subject = 'Project Inquiry: Moon Jar'
    await writeMessage(t, client, creator, { subject, text: 'before' })
    const id = await disputed()
    await sql`update projects set subject = ${subject} where id = ${id}::uuid`.execute(t.deps.db)
    await writeMessage(t, client, creator, { subject, text: 'first' })
    await writeMessage(t, creator, client, { subject, text: 'second' })
    await writeMessage(t, client, creator, { subject: 'Holidays', text: 'private' })
    const first = await thread(id, { limit: 1 })
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    const second = await thread(id, { limit: 1, cursor: nextOf(first) })
    expect(nextOf(second)).toBeNull()
    const words = [...first.body, ...second.body] as DisputeMessage[]
    expect(words.map(({ sender, content }) => [sender.id, content.split(' ')[1]])).toEqual([
      [creator.id, 'second'],
      [client.id, 'first'],
    ])
    expect(await actionsOn(id)).toEqual(['case.thread'])
    await t.call(ruleDispute, { as: admin, ...on(id), body: { toClient: 200, reason: 'Fair.' } })
    await writeMessage(t, client, creator, { subject, text: 'after' })
    expect((await thread(id)).body).toHaveLength(2)
  })

  it('keeps notes and an assignee that the two never see', async () => {
    const id = await disputed()
    const second = await t.person('Second', { role: 'finance' })
    const note = { as: admin, ...on(id), body: { text: 'Ask for the sketches.' } }
    expect((await t.call(noteDispute, note)).status).toBe(201)
    const given = { as: admin, ...on(id), body: { assigneeId: second.id } }
    expect((await t.call(assignDispute, given)).status).toBe(204)
    const wrong = { as: admin, ...on(id), body: { assigneeId: pair.creator.id } }
    expect((await t.call(assignDispute, wrong)).status).toBe(409)
    expect(await open(id)).toMatchObject({
      assignee: { id: second.id },
      notes: [{ text: 'Ask for the sketches.' }],
    })
    for (const as of [pair.client, pair.creator]) {
      const seen = [await own(as, id), (await t.call(getProject, { as, ...on(id) })).body]
      expect(JSON.stringify(seen)).not.toContain('sketches')
    }
  })
})

describe('proof in a dispute', () => {
  it('is read by both sides and by staff, and the other side is told', async () => {
    const id = await disputed()
    expect(await own(pair.creator, id)).toMatchObject({
      side: 'creator',
      title: 'Moon Jar',
      said: '',
      canAdd: true,
    })
    const { status, body } = await prove(pair.creator, id)
    expect([status, body.proof]).toEqual([
      201,
      [expect.objectContaining({ side: 'creator', isOwn: true, text: 'See the brief.' })],
    ])
    expect((await own(pair.client, id)).proof).toMatchObject([{ side: 'creator', isOwn: false }])
    expect((await open(id)).proof).toMatchObject([{ side: 'creator', by: { id: pair.creator.id } }])
    expect((await kindsOf(t, id)).at(-1)).toBe('statement')
    const told = async () => {
      const { rows } = await sql<{ kind: string }>`
        select e.kind from notifications n join project_events e on e.id = n.project_event_id
        where n.user_id = ${pair.client.id}::uuid and n.project_id = ${id}::uuid`.execute(t.deps.db)
      return rows.map(({ kind }) => kind)
    }
    await expect.poll(told, { timeout: 100_000 }).toContain('statement')
  })

  it('is nobody else’s, and adds nothing when it is refused', async () => {
    const id = await disputed()
    const before = await kindsOf(t, id)
    const stranger = await t.person('Stranger')
    for (const [as, status] of [
      [undefined, 401],
      [stranger, 404],
      [admin, 404],
    ] as const) {
      expect((await prove(as, id)).status).toBe(status)
      expect((await t.call(getOwnCase, { as, ...ofDispute(id) })).status).toBe(status)
    }
    expect((await prove(pair.client, id, { text: 'x', fileIds: [newId()] })).status).toBe(409)
    const { id: calm } = await steps.in('accepted')
    expect((await prove(pair.client, calm)).status).toBe(404)
    expect(await kindsOf(t, id)).toEqual(before)
    expect((await own(pair.client, id)).proof).toEqual([])
  })

  it('comes as an upload of its own purpose, which is refused before its bytes are sent', async () => {
    const id = await disputed()
    const { id: caseId } = await own(pair.client, id)
    const tus = createUploader(t)
    const header = (purpose: string, name: string, value: string) => ({
      'upload-metadata': [
        nameHeader('scan.txt'),
        `purpose ${Buffer.from(purpose).toString('base64')}`,
        `${name} ${Buffer.from(value).toString('base64')}`,
      ].join(','),
    })
    const begin = (as: Person, ofCase = caseId) =>
      tus.begin(as, 5, header('evidence', 'case', ofCase))
    const stranger = await t.person('Stranger')
    expect((await begin(stranger)).status).toBe(404)
    expect((await begin(pair.client, newId())).status).toBe(404)
    for (const wrong of [
      header('evidence', 'project', caseId),
      header('delivery', 'case', caseId),
      header('evidence', 'case', 'x'),
    ]) {
      expect((await tus.begin(pair.client, 5, wrong)).status).toBe(400)
    }
    const begun = await begin(pair.client)
    expect(begun.status).toBe(201)
    const fileId = String(begun.headers.location).slice(UPLOADS_PATH.length + 1)
    expect((await tus.send(pair.client, fileId, 0, Buffer.from('Proof'))).status).toBe(204)
    expect((await t.call(finishUpload, { as: pair.client, ...on(fileId) })).status).toBe(201)
    const { body } = await prove(pair.client, id, { text: '', fileIds: [fileId] })
    expect(body.proof).toMatchObject([{ files: [{ id: fileId, fileName: 'scan.txt' }] }])
    const [seen] = (await own(pair.creator, id)).proof
    const url = seen?.files[0]?.document?.url ?? ''
    const text = await t.app.inject({ url })
    expect([text.statusCode, text.body]).toEqual([200, 'Proof'])
    t.clock.advance({ days: 8 })
    const late = await begin(pair.client)
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect((await prove(pair.client, id)).status).toBe(409)
    expect(await own(pair.client, id)).toMatchObject({ canAdd: false, outcome: null })
  })

  it('ends with the ruling, whose reason both read', async () => {
    const id = await disputed()
    await prove(pair.client, id)
    admin = await t.person('Fresh', { role: 'finance' })
    const ruling = { toClient: 200, reason: 'The plates exist.' }
    expect((await t.call(ruleDispute, { as: admin, ...on(id), body: ruling })).status).toBe(200)
    expect((await prove(pair.creator, id)).status).toBe(409)
    for (const as of [pair.client, pair.creator]) {
      expect(await own(as, id)).toMatchObject({
        canAdd: false,
        outcome: { result: 'ruled', reason: 'The plates exist.' },
      })
    }
  })

  it('stays with the case after the account of its author is gone for good', async () => {
    const id = await disputed()
    const { body: file } = await t.request({
      method: 'POST',
      url: `${uploadMedia.path}?fileName=scan.txt`,
      as: pair.client,
      payload: 'Proof',
      headers: { 'content-type': 'application/octet-stream' },
    })
    await prove(pair.client, id, { text: 'My sketch.', fileIds: [file.id] })
    admin = await t.person('Fresh', { role: 'finance' })
    const ruling = { toClient: 200, reason: 'The plates exist.' }
    await t.call(ruleDispute, { as: admin, ...on(id), body: ruling })
    expect((await t.call(deleteAccount, { as: pair.client })).status).toBe(202)
    t.clock.advance({ days: 31 })
    await t.runJob('account.purge')
    admin = await t.person('Later', { role: 'finance' })
    const [proof] = (await open(id)).proof
    expect(proof).toMatchObject({ text: 'My sketch.', by: { firstName: 'Deleted' } })
    const { statusCode, body } = await t.app.inject({ url: proof?.files[0]?.document?.url ?? '' })
    expect([statusCode, body]).toEqual([200, 'Proof'])
  })
})
