import {
  changeUser,
  deleteAnyPost,
  deleteAnyWork,
  deleteUser,
  getAdminStats,
  listAdminPosts,
  listAdminWorks,
  listUsers,
  moderateWork,
  type AdminUser,
} from '@plinth/contract/moderation/admin.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { createReport, listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { getPortfolio, listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getPost, moderatePost } from '@plinth/contract/posts/posts.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, openSession, type Answer, type Person } from '../../../test/app.ts'
import { idsOf, walkIds } from '../../../test/content/lists.ts'
import { makePost } from '../../../test/content/posts.ts'
import { makeWork } from '../../../test/content/works.ts'
import { newId } from '../../db/id.ts'
import { findUptime, recordMinute } from './stats-queries.ts'

const t = testApp({ JOBS: 'off' })
let admin: Person
let marit: Person
let ben: Person
beforeEach(async () => {
  // Removes the admins of earlier tests.
  await sql`update users set is_admin = false`.execute(t.deps.db)
  admin = await t.person('Root', { isAdmin: true })
  marit = await t.person('Marit', { isCreator: true, lastName: 'Solheim' })
  ben = await t.person('Ben')
})

const on = ({ id }: { id: string }) => ({ params: { id } })
const change = (as: Person | undefined, whom: { id: string }, body: object) =>
  t.call(changeUser, { as, ...on(whom), body })
const remove = (as: Person | undefined, whom: { id: string }) =>
  t.call(deleteUser, { as, ...on(whom) })
const expectStatus = async (answer: Promise<Answer>, status: number, code?: string) => {
  const { status: found, body } = await answer
  expect([found, body.code], JSON.stringify(body)).toEqual([status, code])
}
const found = async (search: string, more: object = {}): Promise<AdminUser[]> => {
  const answer = await t.call(listUsers, { as: admin, query: { search, ...more } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const audited = async (subject: {
  id: string
}): Promise<Pick<AuditEntry, 'action' | 'before' | 'after'>[]> => {
  const { body } = await t.call(listAudit, { as: admin, query: { subjectId: subject.id } })
  return (body as AuditEntry[])
    .toReversed()
    .map(({ action, before, after }) => ({ action, before, after }))
}
const rightsOf = ({ id }: Person) =>
  t.deps.db
    .selectFrom('users')
    .select(['is_admin as isAdmin', 'creator_granted as isGranted', 'is_creator as isCreator'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('access', () => {
  const CASES: [string, EndpointDefinition, object | undefined, admin: number][] = [
    ['stats', getAdminStats, undefined, 200],
    ['people', listUsers, undefined, 200],
    ['posts', listAdminPosts, undefined, 200],
    ['works', listAdminWorks, undefined, 200],
    ['creator', changeUser, { isCreator: true }, 200],
    ['admin', changeUser, { isAdmin: true }, 200],
    ['suspend', changeUser, { suspended: true, reason: 'Spam' }, 200],
    ['restore', changeUser, { suspended: false, note: 'So' }, 200],
    ['another field', changeUser, { email: 'x@example.com' }, 400],
    ['subscription', changeUser, { subscriptionStatus: 'active' }, 400],
    ['delete a person', deleteUser, undefined, 204],
    ['approve', moderatePost, { isApproved: true }, 200],
    ['delete a post', deleteAnyPost, undefined, 204],
    ['feature a work', moderateWork, { isFeatured: true }, 200],
    ['delete a work', deleteAnyWork, undefined, 204],
  ]
  it.each(CASES)('%s: admins alone', async (_, endpoint, body, status) => {
    const id = endpoint.path.includes('/users')
      ? ben.id
      : endpoint.path.includes('/posts')
        ? await makePost(t.deps, marit)
        : await makeWork(t.deps, marit)
    const call = (as: Person | undefined) =>
      t.call(endpoint, { as, ...(endpoint.path.includes(':id') ? on({ id }) : {}), body })
    const dana = await t.person('Dana')
    await expectStatus(call(undefined), 401, 'auth.required')
    for (const as of [dana, marit]) await expectStatus(call(as), 403, 'auth.forbidden')
    expect(await rightsOf(ben)).toMatchObject({ isAdmin: false, isGranted: false })
    await expectStatus(call(admin), status, status === 400 ? 'input.invalid' : undefined)
    if (endpoint.path.includes(':id') && status !== 400) {
      for (const [missing, code] of [
        [newId(), 'not_found'],
        ['x', 'input.invalid'],
      ] as const) {
        const answer = t.call(endpoint, { as: admin, ...on({ id: missing }), body })
        await expectStatus(answer, code === 'not_found' ? 404 : 400, code)
      }
    }
  })

  it.each([
    ['nothing', {}],
    ['two things', { isCreator: true, isAdmin: true }],
    ['a role and the switch', { role: 'support', isAdmin: true }],
    ['a role that there is not', { role: 'king' }],
    ['a suspension without a reason', { suspended: true }],
    ['a reason of blanks', { suspended: true, reason: '  ' }],
    ['a reason for something else', { isCreator: true, reason: 'So' }],
    ['a reason alone', { reason: 'So' }],
    ['the end of a suspension without a note', { suspended: false }],
    ['its end with a reason', { suspended: false, note: 'So', reason: 'So' }],
    ['a suspension with a note', { suspended: true, note: 'So', reason: 'So' }],
    ['a note for something else', { isAdmin: true, note: 'So' }],
    ['no flag', { isAdmin: 'yes' }],
  ])('refuses a body that asks for no single change: %s', async (_, body) => {
    await expectStatus(change(admin, ben, body), 400, 'input.invalid')
  })

  it('asks for a fresh sign-in to change a right or suspend', async () => {
    t.clock.advance({ minutes: 11 })
    for (const body of [
      { isAdmin: true },
      { isCreator: true },
      { suspended: true, reason: 'Spam' },
      { suspended: false, note: 'So' },
    ])
      await expectStatus(change(admin, ben, body), 403, 'auth.stale')
    await expectStatus(remove(admin, ben), 403, 'auth.stale')
    expect(await rightsOf(ben)).toEqual({ isAdmin: false, isGranted: false, isCreator: false })
    const anew = { id: admin.id, cookie: await openSession(t.deps, admin.id) }
    await expectStatus(change(anew, ben, { isAdmin: true }), 200)
  })
})

describe('rights', () => {
  it('take effect with the next request and are logged with their old and new value', async () => {
    expect((await change(admin, ben, { isCreator: true })).body).toMatchObject({
      isCreator: true,
      isCreatorGranted: true,
    })
    expect((await t.call(getViewer, { as: ben })).body.isCreator).toBe(true)
    await expectStatus(t.call(listUsers, { as: ben }), 403, 'auth.forbidden')
    await change(admin, ben, { isAdmin: true })
    await expectStatus(t.call(listUsers, { as: ben }), 200)
    await change(admin, { id: ben.id.toUpperCase() }, { isAdmin: false })
    await expectStatus(t.call(listUsers, { as: ben }), 403, 'auth.forbidden')
    // Setting a right to its current value is not logged.
    await change(admin, ben, { isAdmin: false })
    expect(await audited(ben)).toEqual([
      { action: 'user.creator', before: { isCreator: false }, after: { isCreator: true } },
      { action: 'user.admin', before: { role: null }, after: { role: 'moderator' } },
      { action: 'user.admin', before: { role: 'moderator' }, after: { role: null } },
    ])
  })

  it('stay when they were granted and a subscription ends', async () => {
    const { db } = t.deps
    const paid = { creator_subscribed: true, subscription_status: 'active' }
    await db.updateTable('users').set(paid).where('id', '=', ben.id).execute()
    await change(admin, ben, { isCreator: true })
    await db
      .updateTable('users')
      .set({ creator_subscribed: false })
      .where('id', '=', ben.id)
      .execute()
    expect(await rightsOf(ben)).toMatchObject({ isCreator: true, isGranted: true })
  })

  it('always leave one owner, and nobody can suspend or delete themselves', async () => {
    await expectStatus(change(admin, admin, { isAdmin: false }), 409, 'conflict')
    await expectStatus(change(admin, admin, { suspended: true, reason: 'Me' }), 409, 'conflict')
    await expectStatus(remove(admin, admin), 409, 'conflict')
    await expectStatus(remove(admin, { id: admin.id.toUpperCase() }), 409, 'conflict')
    expect((await rightsOf(admin)).isAdmin).toBe(true)
    await change(admin, ben, { role: 'owner' })
    await expectStatus(remove(admin, admin), 409, 'conflict')
    await expectStatus(change(admin, admin, { isAdmin: false }), 200)
    await expectStatus(change(ben, ben, { isAdmin: false }), 409, 'conflict')
  })

  it('does not count a suspended owner as the last one', async () => {
    await change(admin, ben, { role: 'owner' })
    await change(admin, ben, { suspended: true, reason: 'Spam' })
    await expectStatus(change(admin, admin, { isAdmin: false }), 409, 'conflict')
  })

  it.each([
    ['take the right from one another', { isAdmin: false }],
    ['suspend one another', { suspended: true, reason: 'No, you' }],
    ['delete one another', null],
  ])('of two owners who %s at once one stays', async (_, body) => {
    for (let time = 0; time < 5; time += 1) {
      const [one, other] = [
        await t.person('One', { isAdmin: true }),
        await t.person('Other', { isAdmin: true }),
      ]
      await sql`update users set is_admin = false where id = ${admin.id}::uuid`.execute(t.deps.db)
      const act = (as: Person, whom: Person) => (body ? change(as, whom, body) : remove(as, whom))
      const answers = await Promise.all([act(one, other), act(other, one)])
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses[0]).toBe(body ? 200 : 204)
      // The second one is no longer an admin, or signed out, or would remove the last admin.
      expect([401, 403, 409]).toContain(statuses[1])
      const { rows } = await sql<{ id: string }>`
        select id from users where is_admin and not is_gone`.execute(t.deps.db)
      expect(rows).toHaveLength(1)
      await sql`update users set is_admin = false`.execute(t.deps.db)
    }
  })
})

describe('suspension and deletion', () => {
  it('signs a suspended person out, shows the reason, and restores them as they were', async () => {
    const work = await makeWork(t.deps, marit, { title: 'Jar' })
    const { body } = await change(admin, marit, {
      suspended: true,
      reason: '  Sold prints of others. ',
    })
    expect(body.suspended).toEqual({ at: expect.any(String), reason: 'Sold prints of others.' })
    await expectStatus(t.call(getViewer, { as: marit }), 401, 'auth.required')
    await expectStatus(t.call(getPortfolio, on({ id: work })), 404, 'not_found')
    expect(idsOf({ body: await found(marit.id, { filter: 'suspended' }) })).toEqual([marit.id])
    const restored = await change(admin, marit, {
      suspended: false,
      note: ' The prints are hers. ',
    })
    expect(restored.body.suspended).toBeNull()
    await expectStatus(t.call(getPortfolio, on({ id: work })), 200)
    expect(await audited(marit)).toEqual([
      { action: 'user.suspend', before: null, after: { reason: 'Sold prints of others.' } },
      {
        action: 'user.restore',
        before: { reason: 'Sold prints of others.' },
        after: { note: 'The prints are hers.' },
      },
    ])
  })

  it('removes a deleted person and their work from every list', async () => {
    const work = await makeWork(t.deps, marit, { title: 'Jar' })
    await expectStatus(remove(admin, marit), 204)
    expect(await found(marit.id)).toEqual([])
    await expectStatus(t.call(getViewer, { as: marit }), 401, 'auth.required')
    await expectStatus(t.call(getPortfolio, on({ id: work })), 404, 'not_found')
    await expectStatus(remove(admin, marit), 404, 'not_found')
    expect(await audited(marit)).toEqual([{ action: 'user.delete', before: null, after: null }])
  })
})

describe('the list of people', () => {
  it('shows rights, suspension, subscription and counts', async () => {
    expect(await found(marit.id)).toEqual([
      {
        id: marit.id,
        firstName: 'Marit',
        lastName: 'Solheim',
        email: `Marit-${marit.id}@example.com`,
        profileImageUrl: null,
        isCreator: true,
        isCreatorGranted: true,
        isAdmin: false,
        role: null,
        subscriptionStatus: null,
        suspended: null,
        strikes: 0,
        workCount: 0,
        postCount: 0,
        noteCount: 0,
        assignee: null,
        createdAt: expect.any(String),
      },
    ])
  })

  it('finds people by part of their name in any case and accent, by email and by id', async () => {
    const eliska = await t.person('Eliška', { lastName: 'Dvořák_Test' })
    for (const search of [
      'elis dvor',
      'DVOŘÁK',
      eliska.id,
      eliska.id.toUpperCase(),
      `ka-${eliska.id}@EXAMPLE`,
      `  ${eliska.id} `,
    ])
      expect(
        (await found(search)).map(({ id }) => id),
        search,
      ).toContain(eliska.id)
    // Wildcards of SQL patterns match only themselves.
    for (const search of ['%', 'eli_ka-', String.raw`\ `, newId(), '@nowhere.'])
      expect(
        (await found(search)).map(({ id }) => id),
        search,
      ).not.toContain(eliska.id)
  })

  it('pages through each filter, newest first', async () => {
    const name = `W${newId().replaceAll('-', '')}`
    const people: Person[] = []
    for (let count = 0; count < 7; count += 1)
      people.push(await t.person(name, { isCreator: count % 2 === 0, isAdmin: count === 3 }))
    await sql`update users set created_at = date_trunc('day', created_at) where first_name = ${name}`.execute(
      t.deps.db,
    )
    const all = await found(name, { limit: 100 })
    expect(all.map(({ id }) => id).toSorted()).toEqual(people.map(({ id }) => id).toSorted())
    for (const limit of [1, 3, 7])
      expect(await walkIds(t, listUsers, { as: admin, query: { search: name, limit } })).toEqual(
        all.map(({ id }) => id),
      )
    expect((await found(name, { filter: 'admins' })).map(({ id }) => id)).toEqual([people[3]?.id])
    expect(await found(name, { filter: 'creators' })).toHaveLength(4)
    const everybody = await walkIds(t, listUsers, { as: admin, query: { limit: 100 } })
    expect(everybody).toEqual(expect.arrayContaining([...people, admin].map(({ id }) => id)))
  })

  it.each([{ filter: 'x' }, { limit: 0 }, { cursor: 'x' }, { colour: 'red' }])(
    'refuses the unknown query %j',
    async (query) => {
      for (const endpoint of [listUsers, listAdminPosts, listAdminWorks])
        await expectStatus(t.call(endpoint, { as: admin, query }), 400, 'input.invalid')
    },
  )
})

describe('stats', () => {
  it('count users, posts, works and reports, and take revenue from the ledger', async () => {
    const { body: before } = await t.call(getAdminStats, { as: admin })
    await makePost(t.deps, marit)
    const post = await makePost(t.deps, marit, { isApproved: false })
    await makeWork(t.deps, marit)
    await t.person('Carol', { isCreator: true })
    const report = { kind: 'user', id: marit.id, reason: 'spam' }
    await expectStatus(t.call(createReport, { as: ben, body: report }), 201)
    await t.deps.db.transaction().execute(async (trx) => {
      const id = newId()
      await sql`insert into ledger_transactions (id, kind, cause_id) values (${id}, 'fee', ${id})`.execute(
        trx,
      )
      await sql`insert into ledger_entries (transaction_id, position, account, amount_cents)
        values (${id}, 0, 'provider', 3501), (${id}, 1, 'revenue', -3501)`.execute(trx)
    })
    const { body } = await t.call(getAdminStats, { as: admin })
    const grown = (name: string) => body[name] - before[name]
    expect(
      ['users', 'creators', 'posts', 'pendingPosts', 'works', 'openReports'].map(grown),
    ).toEqual([1, 1, 2, 1, 1, 1])
    expect(grown('revenue')).toBeCloseTo(35.01)
    await expectStatus(
      t.call(moderatePost, { as: admin, ...on({ id: post }), body: { isApproved: true } }),
      200,
    )
  })

  it('compute uptime from recorded minutes, however many processes record them', async () => {
    const { db } = t.deps
    await sql`delete from uptime_days`.execute(db)
    const start = Date.UTC(2026, 0, 1, 23, 50)
    const at = (minute: number, second = 0) => new Date(start + minute * 60_000 + second * 1_000)
    expect(await findUptime(db, at(0))).toBeNull()
    await Promise.all(Array.from({ length: 5 }, (_, n) => recordMinute(db, at(0, n))))
    expect(await findUptime(db, at(0, 59))).toBeNull()
    const since = at(0).toISOString()
    expect(await findUptime(db, at(1))).toEqual({ percent: 100, since, minutes: 1 })
    // Down for one minute before midnight and one after it. The current minute does not count yet.
    for (const minute of [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 13])
      await recordMinute(db, at(minute, 30))
    expect(await findUptime(db, at(13, 31))).toEqual({ percent: 84.61, since, minutes: 13 })
    expect(await findUptime(db, at(14))).toEqual({ percent: 85.71, since, minutes: 14 })
    expect(await findUptime(db, at(28))).toEqual({ percent: 42.85, since, minutes: 28 })
  })

  it('start recording when the server starts', async () => {
    await sql`delete from uptime_days`.execute(t.deps.db)
    await recordMinute(t.deps.db, t.deps.now())
    t.clock.advance({ minutes: 10 })
    const { uptime } = (await t.call(getAdminStats, { as: admin })).body
    expect(uptime.percent).toBe(Math.trunc(10_000 / uptime.minutes) / 100)
    expect([10, 11]).toContain(uptime.minutes)
  })
})

describe('posts and works', () => {
  const listed = async (endpoint: EndpointDefinition, query: object) => {
    const answer = await t.call(endpoint, { as: admin, query })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as { id: string; reportCount: number; takenDown: object | null }[]
  }
  const ids = async (endpoint: EndpointDefinition, query: object) =>
    idsOf({ body: await listed(endpoint, query) })

  it('lists pending posts first, then the newest, and pages without gaps', async () => {
    const title = `P${newId().replaceAll('-', '')}`
    const day = (n: number) => new Date(Date.UTC(2026, 0, n))
    const make = (n: number, isApproved: boolean) =>
      makePost(t.deps, marit, { title, isApproved, createdAt: day(n) })
    const made = [
      await make(1, true),
      await make(2, false),
      await make(3, true),
      await make(4, false),
    ]
    const [first, second, third, fourth] = made as [string, string, string, string]
    const all = [fourth, second, third, first]
    for (const limit of [1, 2, 3, 4, 20])
      expect(
        await walkIds(t, listAdminPosts, { as: admin, query: { search: title, limit } }),
      ).toEqual(all)
    expect(await ids(listAdminPosts, { search: title, filter: 'pending' })).toEqual([
      fourth,
      second,
    ])
    expect(await ids(listAdminPosts, { search: title, filter: 'approved' })).toEqual([third, first])
    const cursor = Buffer.from(JSON.stringify(['newest', 1, first])).toString('base64url')
    await expectStatus(
      t.call(listAdminPosts, { as: admin, query: { cursor } }),
      400,
      'input.invalid',
    )
  })

  it.each([
    ['posts', listAdminPosts, makePost, 'post'],
    ['works', listAdminWorks, makeWork, 'portfolio'],
  ] as const)(
    '%s are found by title, maker and id, with their reports counted',
    async (_, endpoint, make, kind) => {
      const title = `Moon ${newId().replaceAll('-', '')}`
      const maker = await t.person('Noor', { lastName: `H${newId().replaceAll('-', '')}` })
      const { lastName } = (await found(maker.id))[0] ?? { lastName: '' }
      const id = await make(t.deps, maker, { title })
      await make(t.deps, marit, { title: 'Another' })
      for (const search of [title, `noor ${lastName}`, id])
        expect(await ids(endpoint, { search }), search).toEqual([id])
      expect(await ids(endpoint, { search: title, filter: 'reported' })).toEqual([])
      for (const as of [ben, marit]) {
        await expectStatus(t.call(createReport, { as, body: { kind, id, reason: 'spam' } }), 201)
      }
      expect(await listed(endpoint, { filter: 'reported', limit: 100 })).toEqual(
        expect.arrayContaining([expect.objectContaining({ id, reportCount: 2, takenDown: null })]),
      )
      expect(await ids(endpoint, { search: title, filter: 'reported' })).toEqual([id])
      await sql`update ${sql.table(kind === 'post' ? 'posts' : 'portfolio_items')}
      set taken_down_at = now(), taken_down_reason = 'Stolen'
        ${kind === 'post' ? sql`` : sql`, is_listed = false`} where id = ${id}::uuid`.execute(
        t.deps.db,
      )
      expect(await listed(endpoint, { search: title, filter: 'taken_down' })).toMatchObject([
        { id, takenDown: { at: expect.any(String), reason: 'Stolen' }, isSensitiveByAuthor: false },
      ])
      await sql`update ${sql.table(kind === 'post' ? 'posts' : 'portfolio_items')}
      set sensitive_by_author = true where id = ${id}::uuid`.execute(t.deps.db)
      expect(await listed(endpoint, { search: id })).toMatchObject([
        { isSensitive: true, isSensitiveByAuthor: true },
      ])
    },
  )

  it('features and edits a work, finds it by its new title, and notifies its creator of the feature', async () => {
    const id = await makeWork(t.deps, marit, { title: 'Jar', description: 'Old' })
    const moderate = (body: object) => t.call(moderateWork, { as: admin, ...on({ id }), body })
    const { body } = await moderate({
      isFeatured: true,
      title: '  Moon Jar Quixotic ',
      description: '',
    })
    expect(body).toMatchObject({
      id,
      isFeatured: true,
      title: 'Moon Jar Quixotic',
      description: '',
    })
    await moderate({ isFeatured: true })
    expect(idsOf(await t.call(listPortfolios, { query: { search: 'quixotic' } }))).toEqual([id])
    expect(await ids(listAdminWorks, { search: 'quixotic', filter: 'featured' })).toEqual([id])
    await moderate({ isFeatured: false })
    expect(await ids(listAdminWorks, { search: 'quixotic', filter: 'featured' })).toEqual([])
    const { rows } = await sql`select kind from notices where item_id = ${id}::uuid`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([{ kind: 'feature' }])
    expect((await audited({ id })).map(({ before, after }) => [before, after])).toEqual([
      [
        { isFeatured: false, title: 'Jar', description: 'Old' },
        { isFeatured: true, title: 'Moon Jar Quixotic', description: '' },
      ],
      [{ isFeatured: true }, { isFeatured: false }],
    ])
    for (const wrong of [{}, { title: ' ' }, { isListed: false }, { isFeatured: 'yes' }])
      await expectStatus(moderate(wrong), 400, 'input.invalid')
  })

  it('deletes posts and works for good', async () => {
    const post = await makePost(t.deps, marit, { title: 'Slip' })
    const work = await makeWork(t.deps, marit, { title: 'Jar' })
    await expectStatus(t.call(deleteAnyPost, { as: admin, ...on({ id: post }) }), 204)
    await expectStatus(t.call(deleteAnyWork, { as: admin, ...on({ id: work }) }), 204)
    await expectStatus(t.call(getPost, { as: marit, ...on({ id: post }) }), 404, 'not_found')
    await expectStatus(t.call(getPortfolio, { as: marit, ...on({ id: work }) }), 404, 'not_found')
    expect(await audited({ id: post })).toMatchObject([
      { action: 'post.delete', before: { title: 'Slip' } },
    ])
    const { body } = await t.call(listAudit, { as: admin, query: { subjectId: post } })
    expect(body).toMatchObject([{ names: { [marit.id]: expect.stringMatching(/^Marit /) } }])
    expect(await audited({ id: work })).toMatchObject([
      { action: 'portfolio.delete', before: { title: 'Jar' } },
    ])
  })
})
