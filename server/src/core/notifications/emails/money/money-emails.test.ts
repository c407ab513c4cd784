import {
  cancelSubscription,
  confirmPayouts,
  confirmSubscription,
  connectPayouts,
  becomeCreator,
} from '@plinth/contract/money/billing.ts'
import { updateNotificationSettings } from '@plinth/contract/notifications/notifications.ts'
import {
  confirmPromotion,
  listPromotions,
  promotePost,
  refusePromotion,
} from '@plinth/contract/posts/promotions.ts'
import { withdrawProject } from '@plinth/contract/projects/project-calls.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { PUBLIC_URL, type Person } from '../../../../../test/app.ts'
import {
  beginProject,
  waitForOutbox,
  writeProjectEvent,
} from '../../../../../test/content/outbox.ts'
import { makePost } from '../../../../../test/content/posts.ts'
import { hiring, pairUp, workLimits } from '../../../../../test/content/projects.ts'
import { testMailbox } from '../../../../../test/mailbox.ts'
import { paidApp } from '../../../../../test/money/cards.ts'

/** What the product promises. */
const A_MINUTE = { timeout: 60_000, interval: 200 }

const mailbox = testMailbox()
const t = paidApp(() => ({
  SMTP_URL: mailbox.smtpUrl,
  MAIL_FROM: 'Plinth <hello@plinth.example>',
}))

interface Email {
  subject: string
  text: string
  html: string
  headers: [name: string, value: string][]
}

async function emailsTo({ id }: Person): Promise<Email[]> {
  const { rows } = await mailbox.query<Email>(
    `select subject, body_text as text, body_html as html, headers from letters
     where recipients @> array[lower($1)] order by id`,
    [await addressOf(id)],
  )
  return rows
}
const addressOf = async (id: string) =>
  (await t.deps.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())
    ?.email ?? ''
const subjectsTo = async (person: Person) =>
  (await emailsTo(person)).map(({ subject }) => subject).toSorted()
async function expectSubjects(person: Person, ...subjects: string[]): Promise<void> {
  await expect.poll(() => subjectsTo(person), A_MINUTE).toEqual(subjects.toSorted())
}
const emailAbout = async (person: Person, subject: string): Promise<Email> => {
  const found = (await emailsTo(person)).find((one) => one.subject === subject)
  if (found === undefined) throw new Error(`no email "${subject}"`)
  return found
}
const idOf = ({ headers }: Email) => headers.find(([name]) => name === 'Message-ID')?.[1]

const DEPOSIT = 'Your $500 deposit is paid'

describe('the money of a project', () => {
  it('is told to both within a minute, while they are on Plinth and whatever they chose', async () => {
    const pair = await pairUp(t)
    const { client, creator } = pair
    const off = { app: true, mail: false }
    for (const as of [client, creator])
      await t.call(updateNotificationSettings, { as, body: { money: off, project: off } })
    const steps = hiring(t, pair)
    const { id, number } = await steps.request()

    await expectSubjects(client, DEPOSIT)
    await expectSubjects(creator, 'Client Test hired you')
    const receipt = await emailAbout(client, DEPOSIT)
    expect(receipt.text).toContain('Paid today, held by Plinth: $500.00')
    expect(receipt.text).toContain(`Receipt no. ${String(number).padStart(4, '0')}. Paid on `)
    expect(receipt.text).toMatch(/, \d\d:\d\d UTC, with Visa ending 4242\./)
    expect(receipt.text).toContain(`${PUBLIC_URL}/projects/${id}`)
    expect(receipt.text).toContain(`${PUBLIC_URL}/statement`)
    expect(receipt.html).toContain('$500.00')
    expect((await emailAbout(creator, 'Client Test hired you')).text).toContain('Say yes or no by ')

    await steps.accept(id)
    await steps.deliver(id)
    await expectSubjects(client, DEPOSIT, 'Maker has sent your delivery')
    const delivery = await emailAbout(client, 'Maker has sent your delivery')
    expect(delivery.text).toContain('Maker sent 1 file for ')
    expect(delivery.text).toContain(
      'Approve it and $500 falls due. Or ask for a change: two rounds',
    )
    // What was written there stays there.
    expect(delivery.text).not.toContain('Here it is.')

    await steps.complete(id)
    const after = [DEPOSIT, 'Maker has sent your delivery', 'Your $500 balance is paid']
    await expectSubjects(client, ...after)
    const sold = ['Client Test hired you', 'Client Test paid the $500 balance']
    await expectSubjects(creator, ...sold)
    expect((await emailAbout(creator, 'Client Test paid the $500 balance')).text).toContain(
      'Connect a bank account to get paid.',
    )

    await t.call(connectPayouts, { as: creator })
    const { account_id: account } = await t.deps.db
      .selectFrom('payout_accounts')
      .select('account_id')
      .where('user_id', '=', creator.id)
      .executeTakeFirstOrThrow()
    await t.cards.control(`accounts/${account}/complete`)
    await t.call(confirmPayouts, { as: creator })
    await t.runJob('money.send')
    await expect.poll(async () => (await emailsTo(creator)).length, A_MINUTE).toBe(4)
    const payouts = (await emailsTo(creator)).filter(({ subject }) => subject.includes('payout'))
    for (const { text } of payouts) {
      expect(text).toMatch(
        /Your part of the (deposit|balance): \$500\.00\nCard processing fee: −\$14\.80/,
      )
      expect(text).toContain('your bank account (STRIPE TEST BANK, ending ')
    }
    // One email for each event, each with an id of its own.
    const all = [...(await emailsTo(client)), ...(await emailsTo(creator))]
    expect(new Set(all.map(idOf)).size).toBe(all.length)
  })

  it('is not repeated by the digest', async () => {
    const pair = await pairUp(t)
    const { client, creator } = pair
    await hiring(t, pair).in('completed')
    await expect.poll(async () => (await emailsTo(creator)).length, A_MINUTE).toBe(2)
    await expect.poll(async () => (await emailsTo(client)).length, A_MINUTE).toBe(3)
    await sql`update sessions set last_seen_at = now() - interval '1 hour'`.execute(t.deps.db)
    await sql`update notifications set created_at = now() - interval '11 minutes'`.execute(
      t.deps.db,
    )
    const { rows } = await sql<{ event: string }>`
      select e.kind as event from notifications n join project_events e on e.id = n.project_event_id
      where not n.is_read and n.mailed_at is null and n.user_id in (${client.id}, ${creator.id})`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([])
    await t.runJob('notifications.mail')
    await waitForOutbox(t)
    expect(await emailsTo(creator)).toHaveLength(2)
  })

  it('comes back with an email about the decision and one about the refund', async () => {
    const pair = await pairUp(t)
    const { client, creator } = pair
    const steps = hiring(t, pair)
    const expired = await steps.in('expired')
    await t.runJob('money.send')
    await t.cards.deliverWebhooks()
    await expectSubjects(
      client,
      DEPOSIT,
      `No answer to ${expired.title}, and $500 comes back to you`,
      'Your $500 refund is on its way',
    )
    const refund = await emailAbout(client, 'Your $500 refund is on its way')
    expect(refund.text).toContain('To Visa ending 4242: $500.00')
    await expectSubjects(
      creator,
      'Client Test hired you',
      `Client Test's request for ${expired.title} has expired`,
    )
    const { id } = await steps.request()
    await t.call(withdrawProject, { as: client, params: { id }, body: {} })
    await expect
      .poll(() => subjectsTo(creator), A_MINUTE)
      .toContain(`Client Test withdrew ${expired.title}`)
  })

  it('is due when nobody answered the delivery', async () => {
    const pair = await pairUp(t)
    const { client, creator } = pair
    const { id, title } = await hiring(t, pair).in('delivered')
    await sql`update projects set due_at = ${t.deps.now()} where id = ${id}::uuid`.execute(
      t.deps.db,
    )
    await workLimits(t)
    await expect.poll(() => subjectsTo(client), A_MINUTE).toContain('Your $500 balance is due')
    await expect.poll(() => subjectsTo(creator), A_MINUTE).toContain(`${title} is approved`)
    expect((await emailAbout(client, 'Your $500 balance is due')).text).toContain(
      `Pay $500: ${PUBLIC_URL}`,
    )
  })

  it('is divided by a ruling with both sums, and by a bank with its own email', async () => {
    const client = await t.person('Dana')
    const creator = await t.person('Marit', { isCreator: true })
    const project = await beginProject(t, { client, creator, title: 'A jar & <bowls>' })
    const event = { project, by: 'plinth', cents: 60_000 } as const
    await writeProjectEvent(t, { ...event, kind: 'ruled', by: 'admin' })
    await writeProjectEvent(t, { ...event, kind: 'chargeback_opened' })
    await writeProjectEvent(t, { ...event, kind: 'refund_failed' })
    await expectSubjects(
      client,
      'Plinth decided about A jar & <bowls>: $600 for you',
      'Your bank disputes the $600 payment',
      'Your bank returned your $600 refund',
    )
    await expect.poll(async () => (await emailsTo(creator)).length, A_MINUTE).toBe(2)
    const [email] = await emailsTo(client)
    expect(email?.html).toContain('A jar &amp; &lt;bowls>')
  })

  it('is not emailed long after it moved, or to an address that nobody verified', async () => {
    const client = await t.person('Dana')
    const creator = await t.person('Marit', { isCreator: true })
    await sql`update users set email_verified = false where id = ${client.id}`.execute(t.deps.db)
    const project = await beginProject(t, { client, creator })
    const event = { project, by: 'plinth', cents: 60_000 } as const
    await sql`insert into project_events (id, project_id, kind, by_role, amount_cents, created_at)
      values (gen_random_uuid(), ${project}::uuid, 'paid_out', 'plinth', 100, now() - interval '3 days')`.execute(
      t.deps.db,
    )
    await sql`insert into notices (kind, project_event_id) select 'project', id from project_events
      where project_id = ${project}::uuid`.execute(t.deps.db)
    await writeProjectEvent(t, { ...event, kind: 'abandoned' })
    await expectSubjects(creator, 'The $600 deposit for A jar and forty bowls is yours')
    expect(await emailsTo(client)).toEqual([])
  })

  it('shows the work only while everybody may see it', async () => {
    const pair = await pairUp(t)
    const { client, workId } = pair
    const steps = hiring(t, pair)
    await sql`update portfolio_items set sensitive_by_author = true where id = ${workId}::uuid`.execute(
      t.deps.db,
    )
    await steps.request()
    await expectSubjects(client, DEPOSIT)
    expect((await emailAbout(client, DEPOSIT)).html).not.toContain('<img')
  })
})

describe('a subscription', () => {
  it('sends an email for its start, each renewal and its end', async () => {
    const person = await t.person('Ida')
    const { body } = await t.call(becomeCreator, { as: person })
    await t.cards.pay(String(body.subscriptionUrl))
    await t.cards.deliverWebhooks()
    const active = 'Your creator subscription is active: $5.99 paid'
    await expectSubjects(person, active)
    expect((await emailAbout(person, active)).text).toContain('from Visa ending 4242')

    await t.cards.advance({ days: 31 })
    await t.cards.deliverWebhooks()
    const renewed = 'Your creator subscription is renewed: $5.99 paid'
    await expectSubjects(person, active, renewed)

    await t.call(cancelSubscription, { as: person })
    await t.call(confirmSubscription, { as: person })
    await expect.poll(async () => (await emailsTo(person)).length, A_MINUTE).toBe(3)
    expect(await subjectsTo(person)).toContainEqual(
      expect.stringMatching(/^Your creator subscription ends on \w+ \d+ \w+ \d{4}$/),
    )
    await t.cards.advance({ days: 32 })
    await t.cards.deliverWebhooks()
    await expect
      .poll(() => subjectsTo(person), A_MINUTE)
      .toContain('Your creator subscription has ended')
  })
})

describe('a promotion', () => {
  it('sends a receipt, and what an admin decided', async () => {
    const person = await t.person('Ida', { isCreator: true })
    const admin = await t.person('Admin', { isAdmin: true })
    const postId = await makePost(t.deps, person, { title: 'Jars' })
    const { body } = await t.call(promotePost, { as: person, params: { id: postId } })
    await t.cards.pay(String(body.url))
    const [promotion] = (await t.call(listPromotions, { as: person, query: { postId } })).body
    await t.call(confirmPromotion, { as: person, params: { id: promotion.id } })
    await expectSubjects(person, 'Your $35 promotion is paid')
    const refusal = {
      as: admin,
      params: { id: promotion.id },
      body: { reason: 'Too dark to see.' },
    }
    expect((await t.call(refusePromotion, refusal)).status).toBe(200)
    await t.runJob('money.send')
    await t.cards.deliverWebhooks()
    await expectSubjects(
      person,
      'Your $35 promotion is paid',
      "We can't promote Jars, and $35 comes back to you",
      'Your $35 refund is on its way',
    )
  })
})
