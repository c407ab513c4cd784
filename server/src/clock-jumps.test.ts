import { createInvitation } from '@plinth/contract/moderation/invitations.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { listPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { listForYou } from '@plinth/contract/posts/posts.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp, type Person } from '../test/app.ts'
import { makePost } from '../test/content/posts.ts'
import { makeWork } from '../test/content/works.ts'
import { newId } from './db/id.ts'
import { claimKey } from './http/idempotency-queries.ts'
import { takePurges } from './http/kept/purge-queries.ts'

const DAY_MS = 86_400_000
const t = testApp({ JOBS: 'off' })
let maker: Person
beforeEach(async () => {
  maker = await t.person('Marit', { isCreator: true })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Moves what tells this process the time, as somebody does who sets the machine's clock. */
function setClock(days: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_MS, shouldAdvanceTime: true })
}

describe.each([
  ['forward', 1],
  ['back', -1],
])('a clock that jumps a day %s', (_, days) => {
  it('does not make visitors wait for what is new', async () => {
    await makeWork(t.deps, maker)
    await t.call(listPortfolios)
    setClock(days)
    const work = await makeWork(t.deps, maker, { title: 'After the jump' })
    const shown = async () =>
      ((await t.call(listPortfolios)).body as { id: string }[]).map(({ id }) => id)
    await expect.poll(shown).toContain(work)
  })

  it('does not keep the old name of a person', async () => {
    const profile = async () =>
      (await t.call(getProfile, { params: { id: maker.id } })).body.firstName as string
    expect(await profile()).toBe('Marit')
    setClock(days)
    await sql`update users set first_name = 'Solveig' where id = ${maker.id}::uuid`.execute(
      t.deps.db,
    )
    await expect.poll(profile).toBe('Solveig')
  })
})

/** What was written while the clock was a day ahead, once it is right again. */
describe('a clock that was a day ahead', () => {
  it('leaves nobody whose sign-in counts as recent for a day', async () => {
    const admin = await t.person('Admin', { isAdmin: true })
    const invite = () => t.call(createInvitation, { as: admin, body: {} })
    expect((await invite()).status).toBe(201)
    await sql`update sessions set signed_in_at = now() + interval '1 day'
      where user_id = ${admin.id}::uuid`.execute(t.deps.db)
    expect((await invite()).body.code).toBe('auth.stale')
  })

  it('leaves no For You that stays as it was for a day', async () => {
    const reader = await t.person('Vera')
    await makePost(t.deps, maker, { likeCount: 3 })
    await t.call(listForYou, { as: reader })
    await sql`update for_you_lists set made_at = made_at + interval '1 day'
      where user_id = ${reader.id}::uuid`.execute(t.deps.db)
    const post = await makePost(t.deps, maker, { likeCount: 3 })
    const { body } = await t.call(listForYou, { as: reader })
    expect((body as { id: string }[]).map(({ id }) => id)).toContain(post)
  })

  it('leaves no call that seems to go on for a day', async () => {
    const call = { userId: maker.id, key: newId(), call: 'POST /x', bodyHash: Buffer.alloc(32) }
    expect(await claimKey(t.deps.db, call)).not.toBeNull()
    expect(await claimKey(t.deps.db, call)).toBeNull()
    await sql`update idempotency_keys set created_at = created_at + interval '1 day'
      where user_id = ${maker.id}::uuid`.execute(t.deps.db)
    expect(await claimKey(t.deps.db, call)).not.toBeNull()
  })

  it('leaves no page that a cache in front is not told to forget', async () => {
    await sql`insert into cache_purges (subject_id, due_at)
      values (${newId()}::uuid, now() + interval '1 day')`.execute(t.deps.db)
    expect(await takePurges(t.deps.db, 10)).toHaveLength(1)
    expect(await takePurges(t.deps.db, 10)).toHaveLength(0)
  })
})
