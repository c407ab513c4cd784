import { moderateWork } from '@plinth/contract/moderation/admin.ts'
import { createAppeal, decideAppeal } from '@plinth/contract/moderation/appeals.ts'
import {
  createReport,
  listAudit,
  listReports,
  type AuditEntry,
} from '@plinth/contract/moderation/moderation.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { getPost, moderatePost } from '@plinth/contract/posts/posts.ts'
import { putBack, takeDown } from '@plinth/contract/moderation/takedowns.ts'
import {
  createTakedown,
  listTakedowns,
  moveTakedown,
} from '@plinth/contract/moderation/copyright.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, PUBLIC_URL, type Person, type TestApp } from '../../../test/app.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const KINDS = [
  { kind: 'post', make: makePost, view: getPost, moderate: moderatePost },
  { kind: 'portfolio', make: makeWork, view: getPortfolio, moderate: moderateWork },
] as const
const WHY = { reason: 'stolen_work', note: ' Made by Dana Reed. ' }
const REASON = 'Stolen work: Made by Dana Reed.'

const t = testApp()
let admin: Person
let marit: Person
let ben: Person
beforeEach(async () => {
  admin = await t.person('Admin', { isAdmin: true })
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben')
})

const on = (id: string) => ({ params: { id } })
const down = (kind: string, id: string, as: Person | undefined = admin, body: object = WHY) =>
  t.call(takeDown, { as, params: { kind, id }, body })
const back = (kind: string, id: string, as: Person | undefined = admin) =>
  t.call(putBack, { as, params: { kind, id } })
const expectStatus = async (answer: ReturnType<TestApp['call']>, expected: number) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(expected)
  return body
}
const audited = async (id: string): Promise<AuditEntry[]> => {
  const { body } = await t.call(listAudit, { as: admin, query: { subjectId: id } })
  return (body as AuditEntry[]).toReversed()
}
const lastNotification = async () => {
  await waitForOutbox(t)
  return (await t.call(listNotifications, { as: marit })).body[0]
}

describe.each(KINDS)('a $kind', ({ kind, make, view, moderate }) => {
  it('is taken down with a reason and put back without any report, and its creator is notified of both', async () => {
    const id = await make(t.deps, marit)
    await expectStatus(down(kind, id), 204)
    await expectStatus(t.call(view, { as: ben, ...on(id) }), 404)
    await expectStatus(down(kind, id), 409)
    expect(await lastNotification()).toMatchObject({
      kind: 'standing',
      standing: { state: 'taken_down', reason: REASON, note: null },
    })
    await expectStatus(back(kind, id), 204)
    await expectStatus(t.call(view, { as: ben, ...on(id) }), 200)
    await expectStatus(back(kind, id), 409)
    expect((await lastNotification()).standing).toEqual({
      state: 'restored',
      reason: null,
      note: null,
    })
    expect(await audited(id)).toMatchObject([
      { action: `${kind}.take_down`, actor: { id: admin.id }, after: { reason: REASON } },
      { action: `${kind}.put_back`, actor: { id: admin.id } },
    ])
  })

  it('is not changed by people who are not admins, or without a reason', async () => {
    const id = await make(t.deps, marit)
    for (const [as, status] of [
      [null, 401],
      [ben, 403],
      [marit, 403],
    ] as const) {
      const asked = { ...(as && { as }), params: { kind, id } }
      await expectStatus(t.call(takeDown, { ...asked, body: WHY }), status)
      await expectStatus(t.call(putBack, asked), status)
    }
    for (const body of [
      {},
      { ...WHY, note: ' ' },
      { ...WHY, reason: 'ugly' },
      { ...WHY, note: 'x'.repeat(2_001) },
      { ...WHY, by: 'me' },
    ])
      await expectStatus(down(kind, id, admin, body), 400)
    for (const ask of [down, back]) {
      await expectStatus(ask(kind, newId()), 404)
      await expectStatus(ask(kind, 'x'), 400)
      await expectStatus(ask('comment', id), 400)
    }
    await expectStatus(t.call(view, { as: ben, ...on(id) }), 200)
    expect(await audited(id)).toEqual([])
  })

  it('is taken down once by two admins, and its reports are closed with it', async () => {
    const id = await make(t.deps, marit)
    const report = { kind, id, reason: 'spam' }
    const { id: reportId } = await expectStatus(
      t.call(createReport, { as: ben, body: report }),
      201,
    )
    const answers = await Promise.all([down(kind, id), down(kind, id.toUpperCase())])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    const closed = (await t.call(listReports, { as: admin, query: { status: 'closed' } })).body
    expect(closed).toMatchObject([{ id: reportId, outcome: 'removed' }])
    expect(await audited(id)).toMatchObject([
      { action: `${kind}.take_down` },
      {
        action: 'report.close',
        after: { outcome: 'removed', note: 'Made by Dana Reed.', reports: [reportId] },
      },
    ])
    await sql`delete from reports`.execute(t.deps.db)
  })

  it('cannot be featured while it is down, and is not featured again afterwards', async () => {
    const id = await make(t.deps, marit)
    const feature = (isFeatured: boolean) =>
      t.call(moderate, { as: admin, ...on(id), body: { isFeatured, title: 'Anew' } })
    const isFeatured = async () =>
      (await t.call(view, { as: marit, ...on(id) })).body.isFeatured as boolean
    await expectStatus(feature(true), 200)
    await expectStatus(down(kind, id), 204)
    expect(await isFeatured()).toBe(false)
    const refused = await expectStatus(feature(true), 409)
    expect(refused.message).toContain('is down')
    await expectStatus(feature(false), 200)
    await expectStatus(back(kind, id), 204)
    expect(await isFeatured()).toBe(false)
    await expectStatus(feature(true), 200)
    expect(await isFeatured()).toBe(true)
  })

  it('with an open appeal is decided through the appeal', async () => {
    const id = await make(t.deps, marit)
    await down(kind, id)
    const appeal = await expectStatus(
      t.call(createAppeal, { as: marit, body: { kind, id, text: 'It is mine.' } }),
      201,
    )
    expect((await expectStatus(back(kind, id), 409)).message).toContain('Appeals')
    const body = { outcome: 'upheld', note: 'No.' }
    await expectStatus(t.call(decideAppeal, { as: admin, ...on(appeal.id), body }), 200)
    expect((await lastNotification()).standing).toMatchObject({ state: 'upheld', note: 'No.' })
    // The reason of the first takedown is not shown with the next one.
    await expectStatus(back(kind, id), 204)
    expect((await lastNotification()).standing).toEqual({
      state: 'restored',
      reason: null,
      note: null,
    })
    await expectStatus(down(kind, id), 204)
    expect((await lastNotification()).standing).toEqual({
      state: 'taken_down',
      reason: REASON,
      note: null,
    })
  })

  it('that is down for a copyright notice comes back only through that notice', async () => {
    const id = await make(t.deps, marit)
    const { number } = await expectStatus(
      t.call(createTakedown, {
        body: {
          work: 'My photograph',
          url: `${PUBLIC_URL}/${kind}/${id}`,
          name: 'Dana Reed',
          email: 'dana@reed.example',
          address: '1 Main Street',
          isInGoodFaith: true,
          isAccurate: true,
          signature: 'Dana Reed',
        },
      }),
      201,
    )
    const { body: notices } = await t.call(listTakedowns, { as: admin })
    const notice = notices.find((one: { number: number }) => one.number === number)
    const move = (name: string) =>
      t.call(moveTakedown, { as: admin, ...on(notice.id), body: { move: name, note: 'Seen.' } })
    await expectStatus(move('remove'), 200)
    expect((await expectStatus(back(kind, id), 409)).message).toContain('Copyright')
    await expectStatus(move('restore'), 200)
    await expectStatus(t.call(view, { as: ben, ...on(id) }), 200)
  })
})
