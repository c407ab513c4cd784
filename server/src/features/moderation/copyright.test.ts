import {
  createAppeal,
  decideAppeal,
  listAppeals,
  listOwnAppeals,
  listTakenDown,
} from '@plinth/contract/moderation/appeals.ts'
import {
  COUNTER_STATEMENTS,
  sendCounterNotice,
  createTakedown,
  listTakedowns,
  moveTakedown,
  type AdminTakedown,
} from '@plinth/contract/moderation/copyright.ts'
import { closeReport, createReport } from '@plinth/contract/moderation/moderation.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { getQueues } from '@plinth/contract/moderation/queues.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { PUBLIC_URL, testApp, type Person, type TestApp } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import { waitForOutbox } from '../../../test/content/outbox.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'

const mailbox = testMailbox()
const t = testApp(() => ({ SMTP_URL: mailbox.smtpUrl }))
let admin: Person
let marit: Person
let ben: Person
let work: string
/** Unique to each test, as is the holder's email address. */
let title: string
let email: string

beforeEach(async () => {
  title = `t${newId().replaceAll('-', '')}`
  email = `${title}@reed.example`
  admin = await t.person('Admin', { isAdmin: true })
  marit = await t.person('Marit', { isCreator: true })
  ben = await t.person('Ben')
  work = await makeWork(t.deps, marit, { title })
})

const on = (id: string) => ({ params: { id } })
const expectStatus = async (answer: ReturnType<TestApp['call']>, expected: number) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(expected)
  return body
}
/** Expects emails to the holder that contain each of these. */
const expectEmails = async (...words: string[]): Promise<void> => {
  await expect
    .poll(
      async () => {
        const { rows } = await mailbox.query<{ mail: string }>(
          'select l::text as mail from letters l where l::text like $1',
          [`%${email}%`],
        )
        const mail = rows.map((row) => row.mail).join('\n')
        return words.filter((one) => !mail.includes(one))
      },
      { timeout: 100_000 },
    )
    .toEqual([])
}

let addresses = 0
const NOTICE = {
  work: 'My photograph, at https://example.org/moon',
  name: 'Dana Reed',
  address: '1 Main Street, Springfield',
  isInGoodFaith: true,
  isAccurate: true,
  signature: ' dana  REED',
}
const send = (
  over: object = {},
  from = `10.9.${Math.floor(++addresses / 250)}.${addresses % 250}`,
) =>
  t.request({
    method: 'POST',
    url: createTakedown.path,
    remoteAddress: from,
    payload: { ...NOTICE, email, url: `${PUBLIC_URL}/portfolio/${work}`, ...over },
  })
const noticeOf = async (key: unknown): Promise<AdminTakedown> => {
  const query = { status: 'all', limit: 100 }
  const notices: AdminTakedown[] = (await t.call(listTakedowns, { as: admin, query })).body
  const found = notices.find((one) => one.number === key || one.id === key)
  if (found === undefined) throw new Error('no such notice')
  return found
}
const received = async () => noticeOf((await send()).body.number)
const move = (id: string, name: string, { note = 'Looked at it.', as = admin } = {}) =>
  t.call(moveTakedown, { as, ...on(id), body: { move: name, note } })
const COUNTER = {
  text: 'I took it.',
  name: 'Marit Solheim',
  address: '2 Fjord Road, Bergen',
  phone: '+47 55 01 02 03',
  isMistaken: true,
  acceptsCourt: true,
  signature: 'marit solheim',
}
const counter = (
  id: string,
  { as = marit, ...over }: { as?: Person; [field: string]: unknown } = {},
) => t.call(sendCounterNotice, { as, ...on(id), body: { ...COUNTER, ...over } })
const notificationOfMarit = async () => {
  await waitForOutbox(t)
  return (await t.call(listNotifications, { as: marit })).body[0].standing
}

describe('a copyright notice', () => {
  it('can be sent by anybody, and is refused when something is missing', async () => {
    const { status, body } = await send()
    expect([status, body]).toEqual([
      201,
      { number: expect.any(Number), createdAt: expect.any(String) },
    ])
    expect(await noticeOf(body.number)).toMatchObject({
      work: NOTICE.work,
      state: 'received',
      title,
      author: { id: marit.id },
      removedOfAuthor: 0,
    })
    await expectEmails(`Copyright notice ${body.number}: we received it`, `/portfolio/${work}`)
    const post = await makePost(t.deps, marit)
    expect((await send({ url: `/post/${post}` })).status).toBe(201)
    for (const over of [
      { url: `https://elsewhere.example/portfolio/${work}` },
      { url: `${PUBLIC_URL}/portfolio/${newId()}` },
      { url: `${PUBLIC_URL}/profile/${marit.id}` },
      { isInGoodFaith: false },
      { isAccurate: undefined },
      { email: 'dana' },
      { email: 'a@b.c\r\nBcc: x@y.z' },
      { name: ' ' },
      { signature: undefined },
      { state: 'removed' },
    ])
      expect((await send(over)).status, JSON.stringify(over)).toBe(400)
    const unsigned = await send({ signature: 'Dana Read' })
    expect([unsigned.status, Object.keys(unsigned.body.fields)]).toEqual([400, ['signature']])
    const hidden = await makePost(t.deps, marit, { isPublic: false })
    expect((await send({ url: `/post/${hidden}` })).status).toBe(400)
  })

  it('can be sent five times an hour from one address', async () => {
    for (let sent = 0; sent < 5; sent += 1) expect((await send({}, '10.8.0.1')).status).toBe(201)
    const { status, headers } = await send({}, '10.8.0.1')
    expect([status, Number(headers['retry-after'])]).toEqual([429, expect.closeTo(3_600, -2)])
    expect((await send({}, '10.8.0.2')).status).toBe(201)
  })

  it('that is turned down is answered by email to its sender', async () => {
    const { id, number } = await received()
    expect(await expectStatus(move(id, 'close', { note: 'It is a parody.' }), 200)).toMatchObject({
      state: 'closed',
      removalNote: null,
      note: 'It is a parody.',
    })
    await expectEmails(
      `Copyright notice ${number}: we did not take the work down`,
      'Reason: It is a parody.',
    )
    await expectStatus(t.call(getPortfolio, { as: ben, ...on(work) }), 200)
  })

  it('that is closed after the takedown cannot be answered any more', async () => {
    const { id } = await received()
    await expectStatus(move(id, 'remove'), 200)
    const notice = async () => (await t.call(listTakenDown, { as: marit })).body[0].notice
    expect(await notice()).toMatchObject({ id, isOpen: true })
    await expectStatus(move(id, 'close'), 200)
    expect(await notice()).toMatchObject({ id, isOpen: false })
    await expectStatus(counter(id), 409)
  })

  it('leads to a removal, a counter-notice, and the return of the work after ten business days', async () => {
    const { id, number } = await received()
    await expectStatus(move(id, 'remove', { as: ben }), 403)
    await expectStatus(
      t.call(moveTakedown, { ...on(id), body: { move: 'remove', note: 'x' } }),
      401,
    )
    await expectStatus(move(newId(), 'remove'), 404)
    await expectStatus(move(id, 'burn'), 400)
    await expectStatus(counter(id), 404)
    await expectStatus(move(id, 'restore'), 409)
    expect(await expectStatus(move(id, 'remove'), 200)).toMatchObject({
      state: 'removed',
      removalNote: 'Looked at it.',
      note: null,
      // The notice itself is not counted among the earlier removals.
      removedOfAuthor: 0,
    })
    expect((await received()).removedOfAuthor).toBe(1)
    await expectEmails(`Copyright notice ${number}: we took the work down`, 'Reason: Looked at it.')
    await expectStatus(move(id, 'remove'), 409)
    await expectStatus(t.call(getPortfolio, { as: ben, ...on(work) }), 404)
    // The author sees what they are said to have copied, but not the holder's contact details.
    expect((await t.call(listTakenDown, { as: marit })).body).toMatchObject([
      { notice: { id, number, name: NOTICE.name, work: NOTICE.work }, appeal: null },
    ])
    expect(JSON.stringify(await t.call(listTakenDown, { as: marit }))).not.toContain(email)
    const plain = { kind: 'portfolio', id: work, text: 'Mine' }
    await expectStatus(t.call(createAppeal, { as: marit, body: plain }), 409)
    await expectStatus(t.call(sendCounterNotice, { ...on(id), body: COUNTER }), 401)
    await expectStatus(counter(id, { as: ben }), 404)
    for (const over of [
      { text: ' ' },
      { phone: undefined },
      { isMistaken: false },
      { acceptsCourt: undefined },
    ])
      await expectStatus(counter(id, over), 400)
    const unsigned = await expectStatus(counter(id, { signature: 'Marit' }), 400)
    expect(Object.keys(unsigned.fields)).toEqual(['signature'])

    const waiting = async () => (await t.call(getQueues, { as: admin })).body
    const before = await waiting()
    await expectStatus(counter(id), 201)
    await expectStatus(counter(id), 409)
    // Only the copyright queue counts it.
    expect(await waiting()).toEqual({ ...before, takedowns: before.takedowns + 1 })
    const appeals = (await t.call(listAppeals, { as: admin, query: { limit: 100 } })).body
    expect(appeals.filter((one: { kind: string }) => one.kind === 'copyright')).toEqual([])
    const [mine] = (await t.call(listTakenDown, { as: marit })).body
    expect(mine).toMatchObject({ restoreAt: expect.any(String), appeal: { kind: 'copyright' } })
    const verdict = { outcome: 'restored', note: 'Yes.' }
    await expectStatus(
      t.call(decideAppeal, { as: admin, ...on(mine.appeal.id), body: verdict }),
      409,
    )
    await expectEmails('I took it.', COUNTER.address, COUNTER.phone, 'Signed: marit solheim')
    await t.runJob('takedowns.restore')
    const { state, counter: said } = await noticeOf(id)
    expect(state).toBe('counter')
    for (const statement of Object.values(COUNTER_STATEMENTS)) expect(said).toContain(statement)
    expect(said).toContain(`What was taken down: ${PUBLIC_URL}/portfolio/${work}`)
    t.clock.advance({ days: 15 })
    await t.runJob('takedowns.restore')
    expect(await noticeOf(id)).toMatchObject({ state: 'restored', removalNote: 'Looked at it.' })
    await expectStatus(t.call(getPortfolio, { as: ben, ...on(work) }), 200)
    expect((await t.call(listOwnAppeals, { as: marit })).body).toMatchObject([
      { state: 'restored' },
    ])
    const silence = 'No court order reached Plinth within 10 business days.'
    expect(await notificationOfMarit()).toMatchObject({ state: 'restored', note: silence })
    await expectEmails(`Copyright notice ${number}: the work is online again`, silence)
    await expectStatus(move(id, 'close'), 409)
  })

  it.each([
    ['restore', 200, 'restored', 'the work is online again'],
    ['close', 404, 'upheld', 'the work stays down'],
  ] as const)(
    'is settled by the decision %s on a counter-notice, with a reason for both sides',
    async (name, seen, outcome, subject) => {
      const { id, number } = await received()
      await move(id, 'remove')
      const { body: appeal } = await counter(id)
      await expectStatus(move(id, name, { note: 'Heard both.' }), 200)
      await expectStatus(t.call(getPortfolio, { as: ben, ...on(work) }), seen)
      expect(await noticeOf(id)).toMatchObject({
        removalNote: 'Looked at it.',
        note: 'Heard both.',
        restoreAt: null,
      })
      expect((await t.call(listOwnAppeals, { as: marit })).body).toMatchObject([
        { id: appeal.id, state: outcome, note: 'Heard both.' },
      ])
      expect(await notificationOfMarit()).toMatchObject({ state: outcome, note: 'Heard both.' })
      await expectEmails(`Copyright notice ${number}: ${subject}`, 'Reason: Heard both.')
      await expectStatus(counter(id), 409)
    },
  )

  it('that is withdrawn without a counter-notice tells the author why', async () => {
    const { id } = await received()
    await move(id, 'remove')
    await expectStatus(move(id, 'restore', { note: 'We misread it.' }), 200)
    expect(await notificationOfMarit()).toEqual({
      state: 'restored',
      reason: null,
      note: 'We misread it.',
    })
    // The note of the copyright decision is not shown with a later takedown.
    const report = { kind: 'portfolio', id: work, reason: 'stolen_work', text: '' }
    const { body } = await t.call(createReport, { as: ben, body: report })
    const closing = { status: 'closed', outcome: 'removed', note: 'Made by another.' }
    await expectStatus(t.call(closeReport, { as: admin, ...on(body.id), body: closing }), 200)
    expect(await notificationOfMarit()).toMatchObject({ state: 'taken_down', note: null })
  })
})
