import { createHash } from 'node:crypto'
import {
  decideOnVersion,
  picksSheetUrl,
  setProofPicks,
  type FileDecision,
  type ProofPicks,
} from '@plinth/contract/proofing/decisions.ts'
import { addProofMark, changeProofMark, getProofRoom } from '@plinth/contract/proofing/rooms.ts'
import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import type { ProofRoom } from '@plinth/contract/proofing/rooms.ts'
import {
  approvalUrl,
  completeProject,
  deliverProject,
  requestRevision,
} from '@plinth/contract/projects/project-calls.ts'
import type { DeliveryFile, Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { delivering, setStatus, untilSeen } from '../../../../test/content/deliveries.ts'
import {
  eventsOf,
  hiring,
  pairUp,
  workLimits,
  type Pair,
} from '../../../../test/content/projects.ts'
import { textOf } from '../../../../test/media/pdf-text.ts'
import { makePicture } from '../../../../test/media/pictures.ts'
import { paidApp } from '../../../../test/money/cards.ts'
import type { Person } from '../../../../test/app.ts'
import { deliveredKey } from '../../../core/media/media-rules.ts'
import { newId } from '../../../db/id.ts'
import { hashFile } from '../delivery/delivery-hash-jobs.ts'

const t = paidApp()
let pair: Pair
let stranger: Person
let admin: Person
beforeAll(async () => {
  pair = await pairUp(t)
  stranger = await t.person('Sten')
  admin = await t.person('Ada', { isAdmin: true })
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const whole = { shape: 'whole' as const, points: [], page: null, from: null, to: null }

/** A project with a delivery of these files, whose content is their name. */
async function delivered(names: string[], picks: number | null = null) {
  const steps = hiring(t, pair)
  const { id } = await steps.in('accepted', { description: `With ${names.length} ${newId()}` })
  await sql`update projects set picks = ${picks}::smallint where id = ${id}::uuid`.execute(
    t.deps.db,
  )
  const files = await deliver(id, names)
  return { id, files, steps }
}
async function deliver(id: string, names: string[]): Promise<DeliveryFile[]> {
  const files: DeliveryFile[] = []
  for (const name of names)
    files.push(await delivering(t, id).send(pair.creator, Buffer.from(name), name))
  const { status } = await t.call(deliverProject, {
    as: pair.creator,
    params: { id },
    body: { note: '', fileIds: files.map((one) => one.id) },
  })
  expect(status).toBe(200)
  return files
}
const roomOf = async (id: string, as: Person = pair.client): Promise<ProofRoom> =>
  (await t.call(getProofRoom, { as, params: { id } })).body as ProofRoom
const mark = async (id: string, versionId: string, text: string): Promise<ProofMark> => {
  const answer = await t.call(addProofMark, {
    as: pair.client,
    params: { id, markId: newId() },
    body: { versionId, place: whole, text },
  })
  expect(answer.status).toBe(200)
  return answer.body as ProofMark
}
const revise = (id: string, note: string, as: Person | undefined = pair.client) =>
  t.call(requestRevision, { as, params: { id }, body: { note } })
const pdf = async (url: string, as?: Person) =>
  t.app.inject({ url, headers: as === undefined ? {} : { cookie: as.cookie } })

describe('a decision on a file', () => {
  const decide = (
    as: Person | undefined,
    of: { id: string; versionId: string },
    body: object = { verdict: 'approved' },
  ) => t.call(decideOnVersion, { as, params: of, body })

  it('is the client’s, holds for the bytes of the file, and the latest counts', async () => {
    const { id, files } = await delivered(['label.txt', 'cap.txt'])
    const [label, cap] = files.map((one) => one.id) as [string, string]
    // Nobody has come to read it yet.
    await sql`update delivery_files set sha256 = null where id = ${label}::uuid`.execute(t.deps.db)
    const { status, body } = await decide(pair.client, { id, versionId: label })
    expect([status, body]).toMatchObject([
      200,
      {
        versionId: label,
        verdict: 'approved',
        note: '',
        sha256: sha256(Buffer.from('label.txt')),
        by: { isViewer: true, person: { id: pair.client.id } },
      },
    ])
    const change = { verdict: 'change', note: ' Darker. ' }
    const first = (await decide(pair.client, { id, versionId: label }, change)).body as FileDecision
    // A second press has no second effect.
    expect((await decide(pair.client, { id, versionId: label }, change)).body).toEqual(first)
    await decide(pair.client, { id, versionId: cap })
    for (const as of [pair.client, pair.creator])
      expect((await roomOf(id, as)).decisions).toMatchObject([
        { versionId: label, verdict: 'change', note: 'Darker.' },
        { versionId: cap, verdict: 'approved', note: '' },
      ])
  })

  it('is nobody else’s, and about nothing else', async () => {
    const { id, files } = await delivered(['label.txt'])
    const versionId = files[0]?.id ?? ''
    for (const [as, status] of [
      [undefined, 401],
      [stranger, 404],
      [admin, 404],
      [pair.creator, 403],
    ] as const)
      expect((await decide(as, { id, versionId })).status).toBe(status)
    expect((await decide(pair.client, { id, versionId: newId() })).status).toBe(404)
    const other = await delivered(['other.txt'])
    const theirs = { id, versionId: other.files[0]?.id ?? '' }
    expect((await decide(pair.client, theirs)).status).toBe(404)
    for (const body of [{}, { verdict: 'maybe' }, { verdict: 'change', note: 'x'.repeat(2_001) }])
      expect((await decide(pair.client, { id, versionId }, body)).status).toBe(400)
    await setStatus(t.deps.db, id, 'approved')
    expect((await decide(pair.client, { id, versionId })).status).toBe(403)
    await setStatus(t.deps.db, id, 'delivered')
    expect((await roomOf(id)).decisions).toEqual([])
  })
})

describe('a round of changes', () => {
  it('is the list of open comments, which stays as it was asked', async () => {
    const { id, files } = await delivered(['label.txt'])
    const versionId = files[0]?.id ?? ''
    expect((await revise(id, '')).body).toMatchObject({
      fields: { note: 'Describe the change.' },
    })
    const one = await mark(id, versionId, 'Darker.')
    await mark(id, versionId, 'Larger.')
    for (const [as, status] of [
      [pair.creator, 403],
      [stranger, 404],
    ] as const)
      expect((await revise(id, '', as)).status).toBe(status)
    const { status, body } = await revise(id, '')
    expect([status, body]).toMatchObject([
      200,
      {
        status: 'revision_requested',
        revisionsLeft: 1,
        deliveries: [{ answer: 'revision', answerNote: '2 comments in the proof room.' }],
      },
    ])
    expect((body as Project).events[0]).toMatchObject({
      kind: 'revision_requested',
      note: '2 comments in the proof room.',
    })
    const rounds = async () => {
      const { rows } = await sql<{ round: number | null }>`
        select round from proof_marks where room_id = ${id}::uuid order by created_at`.execute(
        t.deps.db,
      )
      return rows.map(({ round }) => round)
    }
    expect(await rounds()).toEqual([1, 1])
    const edit = { as: pair.client, params: { id, markId: one.id }, body: { text: 'Lighter.' } }
    expect((await t.call(changeProofMark, edit)).status).toBe(409)
    await mark(id, versionId, 'This came later.')
    expect(await rounds()).toEqual([1, 1, null])
  })

  it('has its words beside the list', async () => {
    const { id, files } = await delivered(['label.txt'])
    await mark(id, files[0]?.id ?? '', 'Darker.')
    const { body } = await revise(id, ' By Friday, please. ')
    expect((body as Project).deliveries[0]?.answerNote).toBe(
      'By Friday, please.\n\n1 comment in the proof room.',
    )
  })
})

describe('the record of an approval', () => {
  it('keeps files with their SHA-256, open comments, decisions and picks, for the two', async () => {
    const { id, files } = await delivered(['label.txt', 'cap.txt'], 1)
    const [label, cap] = files.map((one) => one.id) as [string, string]
    await mark(id, cap, 'The edge is rough.')
    const decided = { as: pair.client, params: { id, versionId: label } }
    await t.call(decideOnVersion, { ...decided, body: { verdict: 'approved', note: 'Lovely.' } })
    const picked = { as: pair.client, params: { id }, body: { thingIds: [cap], change: 0 } }
    expect((await t.call(setProofPicks, picked)).status).toBe(200)
    // One of them was not read yet.
    await sql`update delivery_files set sha256 = null where id = ${cap}::uuid`.execute(t.deps.db)
    expect((await pdf(approvalUrl(id), pair.client)).statusCode).toBe(404)

    const { status } = await t.call(completeProject, { as: pair.client, params: { id } })
    expect(status).toBe(200)
    expect(await eventsOf(t, id)).toContainEqual({
      kind: 'approved',
      by: 'client',
      cents: null,
      note: 'Delivery 1: 2 files',
    })
    const { rows } = await sql<Record<string, unknown>>`
      select approved_by as by, delivery, files, open_marks as marks, decisions, picks
      from proof_approvals where project_id = ${id}::uuid`.execute(t.deps.db)
    expect(rows).toMatchObject([
      {
        by: pair.client.id,
        delivery: 1,
        files: [
          { id: label, version: 1, bytes: 9, sha256: sha256(Buffer.from('label.txt')) },
          { id: cap, version: 1, bytes: 7, sha256: sha256(Buffer.from('cap.txt')) },
        ],
        marks: [{ number: 1, fileName: 'cap.txt', text: 'The edge is rough.' }],
        decisions: [{ fileId: label, verdict: 'approved', note: 'Lovely.' }],
        picks: [{ thingId: cap, fileName: 'cap.txt' }],
      },
    ])

    for (const as of [pair.client, pair.creator]) {
      const answer = await pdf(approvalUrl(id), as)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'cache-control': 'private, no-store',
      })
      const text = await textOf(answer.rawPayload)
      for (const words of [
        'Approval of delivery 1',
        'Approved by Client',
        'label.txt, version 1, 9 bytes',
        `SHA-256 ${sha256(Buffer.from('cap.txt'))}`,
        'Picks: 1 of 1',
        'Comment 1 on cap.txt, version 1',
        'The edge is rough.',
        'Lovely.',
      ])
        expect(text).toContain(words)
      const raw = answer.rawPayload.toString('latin1')
      for (const tag of ['/MarkInfo', '/StructTreeRoot', '/H1', '/LBody', '/Lang'])
        expect(raw).toContain(tag)
    }
    expect((await pdf(approvalUrl(id))).statusCode).toBe(401)
    for (const as of [stranger, admin])
      expect((await pdf(approvalUrl(id), as)).statusCode).toBe(404)
    expect((await pdf(approvalUrl('x'), pair.client)).statusCode).toBe(404)
    const { body } = await t.call(setProofPicks, picked)
    expect(body.code).toBe('auth.forbidden')
  })

  it('is kept when nobody answers in time, and says so', async () => {
    const { id } = await delivered(['label.txt'])
    await sql`update delivery_files set sha256 = null where project_id = ${id}::uuid`.execute(
      t.deps.db,
    )
    await sql`update projects set due_at = ${t.deps.now()} where id = ${id}::uuid`.execute(
      t.deps.db,
    )
    await workLimits(t)
    expect(await eventsOf(t, id)).toContainEqual({
      kind: 'auto_approved',
      by: 'plinth',
      cents: null,
      note: 'Delivery 1: 1 file',
    })
    const text = await textOf((await pdf(approvalUrl(id), pair.creator)).rawPayload)
    expect(text).toContain('Approved automatically, because nobody answered in time')
    expect(text).toContain(sha256(Buffer.from('label.txt')))
  })

  it('can’t be changed, removed, or lack a SHA-256', async () => {
    const { id, steps } = await delivered(['label.txt'])
    await steps.approve(id)
    for (const statement of [
      sql`update proof_approvals set delivery = 2 where project_id = ${id}::uuid`,
      sql`delete from proof_approvals where project_id = ${id}::uuid`,
      sql`truncate proof_approvals`,
    ])
      await expect(statement.execute(t.deps.db)).rejects.toThrow('stays as it was')
    const other = await delivered(['cap.txt'])
    for (const files of ['[{"sha256":null}]', '[{}]', '[]', '[{"sha256":"ff"}]'])
      await expect(
        sql`insert into proof_approvals (project_id, approved_at, delivery, files, open_marks, decisions, picks)
          values (${other.id}::uuid, now(), 1, ${files}::jsonb, '[]', '[]', '[]')`.execute(
          t.deps.db,
        ),
      ).rejects.toThrow('proof_approvals_files')
  })

  it('is not made of a file that is gone, and nothing is approved', async () => {
    const { id, files } = await delivered(['label.txt'])
    const fileId = files[0]?.id ?? ''
    // Otherwise the job for new files could write the SHA-256 after this test has removed it.
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from delivery_files where id = ${fileId}::uuid and sha256 is not null`.execute(
        t.deps.db,
      )
      expect(rows).toHaveLength(1)
    }, 30_000)
    await sql`update delivery_files set sha256 = null where id = ${fileId}::uuid`.execute(t.deps.db)
    await t.deps.storage.remove(deliveredKey(fileId))
    await hashFile(t.deps, fileId)
    const { status } = await t.call(completeProject, { as: pair.client, params: { id } })
    expect(status).toBe(409)
    expect(await hiring(t, pair).room(id)).toMatchObject({ status: 'delivered', approval: null })
  })
})

describe('picks', () => {
  const pick = (
    as: Person | undefined,
    id: string,
    thingIds: string[],
    change: number,
  ): Promise<{ status: number; body: ProofPicks & { message?: string } }> =>
    t.call(setProofPicks, { as, params: { id }, body: { thingIds, change } })

  it('are limited by the terms, keep the client’s order, and survive two changes at once', async () => {
    const { id, files } = await delivered(['a.txt', 'b.txt', 'c.txt'], 2)
    const [a, b, c] = files.map((one) => one.id) as [string, string, string]
    expect((await roomOf(id)).picks).toEqual({ most: 2, thingIds: [], change: 0 })
    const first = await pick(pair.client, id, [b, a], 0)
    expect([first.status, first.body]).toMatchObject([200, { most: 2, thingIds: [b, a] }])
    // Somebody whose list is older hears of the newer one.
    expect((await pick(pair.client, id, [c], 0)).status).toBe(409)
    const full = await pick(pair.client, id, [b, a, c], first.body.change)
    expect([full.status, full.body.message]).toEqual([409, 'You have 2. Take one out to add this.'])
    expect((await roomOf(id, pair.creator)).picks).toEqual(first.body)
    const [one, two] = await Promise.all(
      [[a], [c]].map((thingIds) => pick(pair.client, id, thingIds, first.body.change)),
    )
    expect([one?.status, two?.status].toSorted()).toEqual([200, 409])
  })

  it('are the client’s, of this room, until the approval', async () => {
    const { id, files } = await delivered(['a.txt'], 1)
    const thingId = files[0]?.id ?? ''
    for (const [as, status] of [
      [undefined, 401],
      [stranger, 404],
      [admin, 404],
      [pair.creator, 403],
    ] as const)
      expect((await pick(as, id, [thingId], 0)).status).toBe(status)
    expect((await pick(pair.client, id, [newId()], 0)).status).toBe(404)
    expect((await pick(pair.client, id, [thingId, thingId], 0)).status).toBe(400)
    expect((await pick(pair.client, id, ['x'], 0)).status).toBe(400)
    const all = await delivered(['a.txt'])
    expect((await pick(pair.client, all.id, [], 0)).status).toBe(409)
  })

  it('are printed with ranks and the pictures that the viewer may see', async () => {
    const { id, steps } = await delivered(['notes.txt'], 2)
    await revise(id, 'With a picture.')
    const picture = await makePicture('image/jpeg', 640, 480)
    const file = await delivering(t, id).send(pair.creator, picture, 'jar.jpg')
    await untilSeen(t, { as: pair.creator, projectId: id })
    await t.call(deliverProject, {
      as: pair.creator,
      params: { id },
      body: { note: '', fileIds: [file.id] },
    })
    expect((await pdf(picksSheetUrl(id), pair.client)).statusCode).toBe(404)
    const { things } = await roomOf(id)
    const ids = things.map((one) => one.id)
    expect((await pick(pair.client, id, ids, 0)).status).toBe(200)
    const sheet = await pdf(picksSheetUrl(id), pair.client)
    const text = await textOf(sheet.rawPayload)
    for (const words of ['2 of 2 picks', '1. jar.jpg', '2. notes.txt', 'Version 1'])
      expect(text).toContain(words)
    const pictures = (raw: Buffer) => raw.toString('latin1').match(/\/Subtype \/Image/g)?.length
    expect(pictures(sheet.rawPayload)).toBe(1)
    // The creator's has no watermark.
    const own = await pdf(picksSheetUrl(id), pair.creator)
    expect(own.rawPayload.equals(sheet.rawPayload)).toBe(false)
    expect((await pdf(picksSheetUrl(id))).statusCode).toBe(401)
    for (const as of [stranger, admin])
      expect((await pdf(picksSheetUrl(id), as)).statusCode).toBe(404)
    expect((await steps.room(id)).picks).toBe(2)
  })
})
