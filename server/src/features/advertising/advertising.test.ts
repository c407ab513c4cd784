import {
  AD_EMAILS_PER_HOUR,
  createAdvertisementInquiry,
  listAdvertisementInquiries,
  listAdvertisingWeeks,
  updateAdvertisementInquiry,
  type AdvertisementInquiry,
  type AdvertisementWeek,
} from '@plinth/contract/money/advertising.ts'
import { getDebugUrls } from '@plinth/contract/analytics/debug.ts'
import { listAudit } from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { testMailbox } from '../../../test/mailbox.ts'
import { newId } from '../../db/id.ts'
import { weeksAhead } from './advertising-rules.ts'
import { inquiriesStatement } from './inquiry-queries.ts'
import { planOf, stepOf } from '../../../test/plans.ts'

const mailbox = testMailbox()
const t = testApp(() => ({
  SMTP_URL: mailbox.smtpUrl,
  ADMIN_EMAILS: 'first@plinth.example',
  DEBUG_PAGE: 'off',
}))
let admin: Person
let member: Person
beforeAll(async () => {
  admin = await t.person('Admin', { isAdmin: true })
  member = await t.person('Member')
})

const FORM = {
  businessName: 'Lindholm Honey',
  contactName: 'Rosa Lindholm',
  email: 'rosa@lindholm.example',
  adType: 'featured',
  duration: 'month',
  description: 'Two new honeys in November.',
}

let addresses = 0
/** An address that nobody has sent from yet. */
const newAddress = () => `10.0.${Math.floor(++addresses / 250)}.${addresses % 250}`

const send = (
  over: object = {},
  { from = newAddress(), as }: { from?: string; as?: Person } = {},
) =>
  t.request({
    method: 'POST',
    url: createAdvertisementInquiry.path,
    remoteAddress: from,
    payload: { ...FORM, ...over },
    ...(as === undefined ? {} : { as }),
  })
const list = async (query: object = {}): Promise<AdvertisementInquiry[]> =>
  (await t.call(listAdvertisementInquiries, { as: admin, query: { limit: 100, ...query } }))
    .body as AdvertisementInquiry[]
const find = async (id: string) => (await list()).find((one) => one.id === id)
const stored = async (over: object = {}): Promise<string> => (await send(over)).body.id as string
const decide = (id: string, body: object, as: Person | undefined = admin) =>
  t.call(updateAdvertisementInquiry, { as, params: { id }, body })
const weeks = async () => (await t.call(listAdvertisingWeeks)).body as AdvertisementWeek[]
const monday = (at: number) => weeksAhead(t.deps.now())[at] ?? ''

// These tests are first because emails of the others would arrive before these.
describe('the emails of inquiries', () => {
  const lettersAbout = async (words: string) =>
    (
      await mailbox.query<{ recipients: string[]; subject: string; text: string }>(
        `select recipients, subject, body_text as text from letters where body_text like '%' || $1 || '%' order by id`,
        [words],
      )
    ).rows
  const emailOf = async ({ id }: Person) =>
    (await t.deps.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())
      ?.email ?? ''

  it('go to the admins, and to a member only at their own address', async () => {
    const own = await emailOf(member)
    const name = `Honey\nBcc: ${newId()}`
    await send({ contactName: 'Ida One', businessName: name })
    await send({ contactName: 'Ida Two', email: own })
    await send({ contactName: 'Ida Three', email: own }, { as: member })
    await send({ contactName: 'Ida Four', email: 'other@x.example' }, { as: member })
    const admins = [(await emailOf(admin)).toLowerCase(), 'first@plinth.example'].sort()
    const to = async (words: string) =>
      (await lettersAbout(words)).flatMap(({ recipients }) => recipients).sort()
    await expect
      .poll(async () => (await to('Ida ')).length, { timeout: 100_000 })
      .toBe(4 * admins.length + 1)
    expect(await to('Ida One')).toEqual(admins)
    expect(await to('Ida Two')).toEqual(admins)
    expect(await to('Ida Three')).toEqual([...admins, own.toLowerCase()].sort())
    expect(await to('Ida Four')).toEqual(admins)
    expect((await lettersAbout('Ida One'))[0]?.subject).toBe(
      `Ad inquiry: ${name.replace('\n', ' ')}`,
    )
  })

  it('tell an advertiser which weeks are booked, and when they are given back', async () => {
    const email = `${newId()}@ads.example`
    const id = await stored({ contactName: 'Ida Weeks', email })
    const place = 'banner' as const
    const first = monday(20)
    const book = (weekStart: string, note?: string) =>
      decide(id, { state: 'booked', weekStart, weeks: 2, place, note })
    for (const decision of [
      () => decide(id, { state: 'answered' }),
      () => book(first),
      () => book(first, 'The same weeks.'),
      () => book(monday(21)),
      () => decide(id, { state: 'declined' }),
      () => decide(id, { state: 'declined' }),
    ])
      expect((await decision()).status).toBe(200)
    const lettersToThem = async () =>
      (
        await mailbox.query<{ subject: string; text: string }>(
          `select subject, body_text as text from letters where $1 = any(recipients)`,
          [email],
        )
      ).rows
    await expect.poll(async () => (await lettersToThem()).length, { timeout: 100_000 }).toBe(3)
    const long = (day: string) =>
      new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    const [from, then] = [first, monday(21)].map(
      (day) => `Banner, 2 weeks from Monday, ${long(day)}`,
    )
    const letters = (await lettersToThem()).map(({ subject, text }) => `${subject}: ${text}`).sort()
    expect(letters).toEqual([
      expect.stringContaining(
        `booked: Your ad is booked\n\nHello Ida Weeks,\n\nThese weeks are yours: ${from}.`,
      ),
      expect.stringContaining(`${then}. They replace ${from}.`),
      expect.stringContaining(`released these weeks: ${then}. Your ad won’t run in them.`),
    ])
  })

  it('stop when there are too many inquiries, which are still listed', async () => {
    t.clock.advance({ hours: 2 })
    const words = `Crowd ${newId()}`
    const sent = AD_EMAILS_PER_HOUR + 3
    for (let at = 0; at < sent; at += 1)
      expect((await send({ contactName: words })).status).toBe(201)
    expect((await list()).filter(({ contactName }) => contactName === words)).toHaveLength(sent)
    const { rows } = await sql<{ count: number }>`
      select count(distinct data ->> 'inquiryId')::int as count from pgboss.job j
      join advertisement_inquiries i on i.id = (j.data ->> 'inquiryId')::uuid
      where j.name = 'advertising.letter' and i.contact_name = ${words}`.execute(t.deps.db)
    expect(rows).toEqual([{ count: AD_EMAILS_PER_HOUR }])
  })
})

describe('an inquiry', () => {
  it('can come from anybody and is stored as it was written', async () => {
    for (const as of [undefined, member, admin]) {
      const optional = { phone: '+46 1', website: 'lindholm.example', postIdea: ' Jars ' }
      const { status, body } = await send({ ...optional, budget: 550.5 }, as ? { as } : {})
      expect([status, Object.keys(body as object).sort()]).toEqual([201, ['createdAt', 'id']])
      expect(await find(body.id as string)).toEqual({
        ...FORM,
        ...optional,
        website: 'https://lindholm.example/',
        id: body.id as string,
        postIdea: 'Jars',
        budget: '$550.50',
        state: 'new',
        member: as === undefined ? null : (expect.objectContaining({ id: as.id }) as unknown),
        note: null,
        decidedBy: null,
        decidedAt: null,
        booking: null,
        createdAt: expect.any(String) as unknown,
      })
    }
    expect(await find(await stored({ budget: 'negotiable', phone: '' }))).toMatchObject({
      budget: 'negotiable',
      phone: null,
      website: null,
    })
  })

  it.each<[string, unknown]>([
    ...['businessName', 'contactName', 'description'].flatMap((name): [string, unknown][] => [
      [name, undefined],
      [name, '  '],
    ]),
    ...[undefined, '', 'rosa', 'rosa@lindholm', 'a@b.c, d@e.f', 'a@b.c\r\nBcc: d@e.f', '@b.c'].map(
      (email): [string, unknown] => ['email', email],
    ),
    ['adType', undefined],
    ['adType', 'popup'],
    ['duration', undefined],
    ['duration', 'year'],
    ['budget', -1],
    ['website', 'javascript:alert(1)'],
    ['website', 'ftp://lindholm.example'],
    ['website', 'honey'],
    ['phone', 'x'.repeat(51)],
    ['clientId', 'no-id'],
    ['isApproved', true],
  ])('is refused with %s %j', async (name, value) => {
    const { status, body } = await send({ [name]: value })
    expect([status, Object.keys(body.fields as object)]).toEqual([400, [name]])
  })

  it.each([
    ['week', 'post', 199.99, 'A week starts at $200.'],
    ['week', 'banner', '$150', 'A week starts at $200.'],
    ['week', 'featured', '100 - 199 dollars', 'A week starts at $200.'],
    ['month', 'post', '499', 'A month starts at $500.'],
    ['month', 'banner', '0.4k', 'A month starts at $500.'],
  ])('for a %s of a %s advert needs more than %s', async (duration, adType, budget, least) => {
    const { status, body } = await send({ duration, adType, budget })
    const sentence = `${least} Enter at least that, or leave the budget empty.`
    expect([status, body.message, body.fields]).toEqual([400, sentence, { budget: sentence }])
  })

  it.each([
    ['week', 'post', 200],
    ['week', 'post', '$100-$250'],
    ['month', 'featured', '1,500'],
    ['month', 'featured', '2k'],
    ['month', 'featured', 'Let us talk'],
    ['custom', 'post', 20],
    ['month', 'custom', 20],
  ])('for a %s of a %s advert can offer %s', async (duration, adType, budget) => {
    expect((await send({ duration, adType, budget })).status).toBe(201)
  })

  it('is stored once, however often it is sent under its id', async () => {
    const clientId = newId()
    const from = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        send({ clientId }, { from: at < 6 ? from : newAddress() }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(new Set(answers.map(({ body }) => body.id as string)).size).toBe(1)
    const other = await send({ clientId, description: 'Another.' })
    expect([other.status, other.body.code]).toEqual([409, 'conflict'])
  })
})

describe('the limit of an hour', () => {
  it.each([
    ['one address', () => '192.0.2.7'],
    ['an address written as IPv6', (at: number) => (at % 2 ? '::ffff:192.0.2.8' : '192.0.2.8')],
    ['one network of 64 bits', (at: number) => `2001:db8:1:2:${at}::${at + 1}`],
  ])('counts %s, and says when it can be sent again', async (_, from) => {
    const many = await Promise.all(
      Array.from({ length: 9 }, (_none, at) => send({}, { from: from(at) })),
    )
    expect(many.filter(({ status }) => status === 201)).toHaveLength(5)
    const { status, body, headers } = await send({}, { from: from(99) })
    expect([status, body.code]).toEqual([429, 'rate.limited'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500)
    expect((await send({}, { from: from(99), as: member })).status).toBe(429)
    t.clock.advance({ minutes: 61 })
    expect((await send({}, { from: from(0) })).status).toBe(201)
  })

  it('does not count other addresses, and forgets old ones', async () => {
    expect((await send({}, { from: '2001:db8:1:3::1' })).status).toBe(201)
    t.clock.advance({ minutes: 61 })
    await send()
    const { rows } = await sql<{ kept: number }>`
      select count(*)::int as kept from advertisement_inquiries where sent_from is not null`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([{ kept: 1 }])
  })
})

describe('admins', () => {
  it('are the only ones who see and decide inquiries', async () => {
    const id = await stored()
    for (const [as, status] of [
      [undefined, 401],
      [member, 403],
    ] as const) {
      expect((await t.call(listAdvertisementInquiries, { as })).status).toBe(status)
      const answer = await t.call(updateAdvertisementInquiry, {
        as,
        params: { id },
        body: { state: 'declined' },
      })
      expect(answer.status).toBe(status)
    }
    expect((await find(id))?.state).toBe('new')
    expect((await decide(newId(), { state: 'declined' })).status).toBe(404)
  })

  it('page through them by state', async () => {
    const ids = [await stored(), await stored(), await stored()].toReversed()
    for (const id of ids) expect((await decide(id, { state: 'answered' })).status).toBe(200)
    const query = { state: 'answered', limit: 2 }
    const first = await t.call(listAdvertisementInquiries, { as: admin, query })
    const cursor = /cursor=([^>&]+)/.exec(String(first.headers.link))?.[1]
    const second = await t.call(listAdvertisementInquiries, {
      as: admin,
      query: { ...query, cursor },
    })
    const seen = [...first.body, ...second.body] as AdvertisementInquiry[]
    expect(seen.map(({ id }) => id)).toEqual(ids)
    const foreign = await t.call(listAdvertisementInquiries, {
      as: admin,
      query: { state: 'booked', cursor },
    })
    expect(foreign.status).toBe(400)
    const plan = await planOf(
      t.deps,
      inquiriesStatement({ adminId: admin.id, state: 'answered', limit: 20, after: null }),
    )
    expect(plan.map(stepOf).join()).toContain('advertisement_inquiries')
  })

  it('record what they decided', async () => {
    const id = await stored()
    const { body } = await decide(id, { state: 'answered', note: ' Sent prices. ' })
    expect(body).toMatchObject({
      state: 'answered',
      note: 'Sent prices.',
      decidedBy: { id: admin.id },
      booking: null,
    })
    expect((await decide(id, { state: 'declined' })).body).toMatchObject({
      state: 'declined',
      note: 'Sent prices.',
    })
    expect((await t.call(listAudit, { as: admin })).body[0]).toMatchObject({
      action: 'advertisement.decide',
      subjectId: id,
      subjectTitle: FORM.businessName,
      before: { state: 'answered', weeks: [] },
      after: { state: 'declined' },
    })
    expect((await decide(id, { state: 'new' })).status).toBe(400)
  })
})

interface Wish {
  adType?: string
  /** The index of one of the next Mondays. */
  at?: number
  weekStart?: string
  weeks?: number
}

describe('weeks', () => {
  it('are the next 26 Mondays, for everybody', async () => {
    const all = await weeks()
    expect(all).toHaveLength(26)
    expect(all.map(({ weekStart }) => new Date(weekStart).getUTCDay())).toEqual(all.map(() => 1))
    expect(new Date(all[0]?.weekStart ?? '').getTime()).toBeGreaterThan(t.deps.now().getTime())
  })

  it.each([
    ['2026-11-22T23:59:59Z', '2026-11-23'],
    ['2026-11-23T00:00:00Z', '2026-11-30'],
    ['2026-12-31T12:00:00Z', '2027-01-04'],
  ])('begin after %s on %s', (now, first) => {
    expect(weeksAhead(new Date(now))[0]).toBe(first)
  })

  it('are booked and given back', async () => {
    const id = await stored()
    const booking = { weekStart: monday(2), weeks: 3 }
    const { status, body } = await decide(id, { state: 'booked', ...booking })
    expect([status, body.booking]).toEqual([200, { ...booking, place: 'featured' }])
    const sold = async () =>
      (await weeks()).flatMap((week, at) => (week.sold.includes('featured') ? [at] : []))
    expect(await sold()).toEqual([2, 3, 4])
    expect(JSON.stringify(await weeks())).not.toContain('Lindholm')
    expect((await t.call(listAudit, { as: admin })).body[0].after.weeks).toEqual([
      monday(2),
      monday(3),
      monday(4),
    ])

    const other = await stored()
    const clash = await decide(other, { state: 'booked', weekStart: monday(4), weeks: 2 })
    expect([clash.status, clash.body.code]).toEqual([409, 'conflict'])
    expect((await find(other))?.state).toBe('new')
    expect(await sold()).toEqual([2, 3, 4])

    await decide(id, { state: 'booked', weekStart: monday(3), weeks: 1 })
    expect(await sold()).toEqual([3])
    expect((await decide(id, { state: 'declined' })).body.booking).toBeNull()
    expect(await sold()).toEqual([])
  })

  it.each<[string, string, Wish]>([
    ['without a first week', 'weekStart', { weeks: 1 }],
    ['without a length', 'weeks', { at: 1 }],
    ['on a Tuesday', 'weekStart', { weekStart: '2026-12-01', weeks: 1 }],
    ['in the past', 'weekStart', { weekStart: '2020-01-06', weeks: 1 }],
    ['beyond what is shown', 'weeks', { at: 25, weeks: 2 }],
    ['for no week', 'weeks', { at: 1, weeks: 0 }],
    ['for a custom advert without a place', 'place', { at: 1, weeks: 1, adType: 'custom' }],
  ])('are not booked %s', async (_, field, { adType = 'post', at, ...body }: Wish) => {
    const id = await stored({ adType })
    const answer = await decide(id, {
      state: 'booked',
      ...(at === undefined ? {} : { weekStart: monday(at) }),
      ...body,
    })
    expect([answer.status, Object.keys(answer.body.fields as object)]).toEqual([400, [field]])
    expect((await find(id))?.state).toBe('new')
  })

  it('are sold once when many book at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => stored({ adType: 'banner' })))
    const answers = await Promise.all(
      ids.map((id, at) =>
        decide(id, {
          state: 'booked',
          weekStart: monday(10 + (at % 2)),
          weeks: 2,
          place: 'banner',
        }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect((await weeks()).filter(({ sold }) => sold.includes('banner'))).toHaveLength(2)
    // The primary key rejects it even if somebody bypasses the lock.
    await expect(
      sql`insert into advertisement_weeks select place, week_start, ${ids[0]}::uuid from advertisement_weeks`.execute(
        t.deps.db,
      ),
    ).rejects.toThrow('advertisement_weeks_pkey')
  })
})

it('has no debug page where it is switched off', async () => {
  expect((await t.call(getDebugUrls, { as: member })).status).toBe(404)
  expect((await t.call(getDebugUrls)).status).toBe(401)
})
