import { changeUser } from '@plinth/contract/moderation/admin.ts'
import { connectPayouts } from '@plinth/contract/money/billing.ts'
import { deleteAccount, requestExport } from '@plinth/contract/people/account.ts'
import { listAccountEvents, type AccountEvent } from '@plinth/contract/people/activity.ts'
import { changeHandle } from '@plinth/contract/people/handles.ts'
import { endOtherSessions, endSession, listSessions } from '@plinth/contract/people/sessions.ts'
import { createToken, revokeToken } from '@plinth/contract/people/tokens.ts'
import { RESTORE_PATH, listExports } from '@plinth/contract/people/account.ts'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { openSession, type NamedPerson, type Person } from '../../../test/app.ts'
import { paidApp } from '../../../test/money/cards.ts'

const t = paidApp()
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const headers = { 'user-agent': FIREFOX }

let ada: NamedPerson
beforeAll(async () => {
  ada = await t.person('Ada', { isCreator: true })
})

const eventsOf = async (as: Person, query = {}): Promise<AccountEvent[]> => {
  const { status, body } = await t.call(listAccountEvents, { as, query })
  expect(status).toBe(200)
  return body
}
const lastOf = async (as: Person) => {
  const [{ id: _id, createdAt: _createdAt, ...event } = {} as AccountEvent] = await eventsOf(as)
  return event
}
/** What a request of this test's browser leaves. */
const by = (kind: AccountEvent['kind'], detail: string | null = null) => ({
  kind,
  detail,
  device: 'Firefox on Linux',
  address: '127.0.0.x',
})
/** What changes without one. */
const itself = (kind: AccountEvent['kind'], detail: string | null = null) => ({
  kind,
  detail,
  device: null,
  address: null,
})
const setOf = (person: Person, values: object) =>
  t.deps.db.updateTable('users').set(values).where('id', '=', person.id).execute()

describe('account activity', () => {
  it('notes sessions that were ended, and which', async () => {
    const phone = { id: ada.id, cookie: await openSession(t.deps, ada.id) }
    await openSession(t.deps, ada.id)
    await openSession(t.deps, ada.id)
    const [own] = (await t.call(listSessions, { as: phone })).body
    expect((await t.call(endSession, { as: ada, params: { id: own.id }, headers })).status).toBe(
      204,
    )
    expect(await lastOf(ada)).toEqual(by('session_ended', 'Unknown device'))
    await t.call(endOtherSessions, { as: ada, headers })
    expect(await lastOf(ada)).toEqual(by('sessions_ended', '2'))
    // Nothing happened, so nothing is noted.
    const count = (await eventsOf(ada)).length
    await t.call(endOtherSessions, { as: ada, headers })
    await t.call(endSession, { as: ada, params: { id: own.id }, headers })
    expect(await eventsOf(ada)).toHaveLength(count)
  })

  it('notes tokens that were made and revoked, by name', async () => {
    const body = { name: 'Backup script', scopes: ['works:write'], days: 7 }
    const { token } = (await t.call(createToken, { as: ada, body, headers })).body
    expect(await lastOf(ada)).toEqual(by('token_made', 'Backup script'))
    await t.call(revokeToken, { as: ada, params: { id: token.id }, headers })
    expect(await lastOf(ada)).toEqual(by('token_removed', 'Backup script'))
    const count = (await eventsOf(ada)).length
    expect((await t.call(revokeToken, { as: ada, params: { id: token.id } })).status).toBe(404)
    expect(await eventsOf(ada)).toHaveLength(count)
  })

  it('notes a new handle, email and bank account', async () => {
    const handle = `ada_${ada.id.slice(-8)}`
    expect((await t.call(changeHandle, { as: ada, body: { handle } })).status).toBe(200)
    expect(await lastOf(ada)).toEqual(itself('handle_changed', handle))
    await setOf(ada, { email: 'ada@new.example' })
    expect(await lastOf(ada)).toEqual(itself('email_changed', 'ada@new.example'))
    expect((await t.call(connectPayouts, { as: ada, headers })).status).toBe(200)
    expect(await lastOf(ada)).toEqual(by('payout_changed'))
  })

  it('notes rights that somebody gets or loses, however it happens', async () => {
    const admin = await t.person('Admin', { isAdmin: true })
    const bo = await t.person('Bo')
    const params = { id: bo.id }
    await t.call(changeUser, { as: admin, params, body: { isAdmin: true } })
    expect(await lastOf(bo)).toEqual(itself('right_given', 'moderator'))
    await t.call(changeUser, { as: admin, params, body: { isAdmin: false } })
    expect(await lastOf(bo)).toEqual(itself('right_taken', 'moderator'))
    await t.call(changeUser, { as: admin, params, body: { isCreator: true } })
    expect(await lastOf(bo)).toEqual(itself('right_given', 'creator'))
    // The grant ends while a subscription runs, so the right stays.
    await setOf(bo, { creator_subscribed: true })
    await setOf(bo, { creator_granted: false })
    expect(await eventsOf(bo)).toHaveLength(3)
    await setOf(bo, { creator_subscribed: false })
    expect(await lastOf(bo)).toEqual(itself('right_taken', 'creator'))
    // The admin did it, and it did not happen to them.
    expect(await eventsOf(admin)).toEqual([])
  })

  it('notes exports, and each download once', async () => {
    const cleo = await t.person('Cleo')
    await t.call(requestExport, { as: cleo, headers })
    expect(await lastOf(cleo)).toEqual(by('export_asked'))
    expect((await t.call(requestExport, { as: cleo, headers })).status).toBe(429)
    const archiveOf = async () => (await t.call(listExports, { as: cleo })).body[0]
    await expect.poll(async () => (await archiveOf()).state, { timeout: 30_000 }).toBe('ready')
    const { url } = await archiveOf()
    const file = await t.app.inject({ url, headers: { cookie: cleo.cookie, ...headers } })
    expect(file.statusCode).toBe(200)
    expect(await lastOf(cleo)).toEqual(by('export_downloaded'))
    const rest = { cookie: cleo.cookie, range: 'bytes=100-' }
    expect((await t.app.inject({ url, headers: rest })).statusCode).toBe(206)
    expect((await eventsOf(cleo)).map(({ kind }) => kind)).toEqual([
      'export_downloaded',
      'export_asked',
    ])
    const inside = unzipSync(file.rawPayload)['data/activity.json']
    expect(JSON.parse(strFromU8(inside ?? new Uint8Array()))).toMatchObject([
      { kind: 'export_asked', detail: null, userAgent: FIREFOX, address: '127.0.0.x' },
    ])
  })

  it('notes a deletion and its end, without what they change in passing', async () => {
    const dan = await t.person('Dan', { isCreator: true })
    await t.call(deleteAccount, { as: dan })
    const back = { id: dan.id, cookie: await openSession(t.deps, dan.id) }
    expect((await t.request({ method: 'POST', url: RESTORE_PATH, as: back })).status).toBe(303)
    expect((await eventsOf(back)).map(({ kind }) => kind)).toEqual([
      'deletion_undone',
      'deletion_asked',
    ])
  })

  it('is deleted with the account, and so are the devices it was used with', async () => {
    const eve = await t.person('Eve')
    const body = { name: 'Script', scopes: ['works:write'], days: 7 }
    await t.call(createToken, { as: eve, body })
    await t.deps.db
      .insertInto('known_devices')
      .values({ user_id: eve.id, device_hash: Buffer.from('eve') })
      .execute()
    await t.call(deleteAccount, { as: eve })
    await setOf(eve, { deleted_at: new Date(Date.now() - 31 * 86_400_000) })
    await t.runJob('account.purge')
    const { rows } = await sql`
      select user_id from account_events where user_id = ${eve.id}::uuid
      union all select user_id from known_devices where user_id = ${eve.id}::uuid`.execute(
      t.deps.db,
    )
    expect(rows).toEqual([])
  })

  it('is deleted after 400 days', async () => {
    const fay = await t.person('Fay')
    await write(fay, [401, 399])
    await t.runJob('account.activity-sweep')
    expect((await eventsOf(fay)).map(({ detail }) => detail)).toEqual(['399'])
  })

  it('cannot be changed, not even by the server', async () => {
    await expect(
      sql`update account_events set detail = 'x' where user_id = ${ada.id}::uuid`.execute(
        t.deps.db,
      ),
    ).rejects.toThrow('only ever added')
  })
})

/** Writes an event for each of these days ago, which its detail names. */
const write = (person: Person, daysAgo: readonly number[]) =>
  sql`
    insert into account_events (id, user_id, kind, detail, created_at)
    select gen_random_uuid(), ${person.id}::uuid, 'token_made', d::text, now() - d * interval '1 day'
    from unnest(${daysAgo}::int[]) d`.execute(t.deps.db)

describe('the list', () => {
  it('comes in pages, newest first', async () => {
    const gil = await t.person('Gil')
    const days = Array.from({ length: 25 }, (_, at) => at + 1)
    await write(gil, days)
    const seen: (string | null)[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const answer = await t.call(listAccountEvents, { as: gil, query: { limit: 10, cursor } })
      seen.push(...answer.body.map(({ detail }: AccountEvent) => detail))
      const link = String(answer.headers.link ?? '')
      cursor = /cursor=([^>&]+)/.exec(link)?.[1]
      pages += 1
    } while (cursor !== undefined)
    expect(pages).toBe(3)
    expect(seen).toEqual(days.map(String))
  })

  it('is for its owner alone, and refuses bad input', async () => {
    const hal = await t.person('Hal')
    expect((await t.call(listAccountEvents)).status).toBe(401)
    expect(await eventsOf(hal)).toEqual([])
    for (const query of [{ limit: 0 }, { cursor: 'nonsense' }, { userId: ada.id }])
      expect((await t.call(listAccountEvents, { as: hal, query })).status).toBe(400)
  })
})
