import { answerCredit, listCredits, type Credit } from '@plinth/contract/portfolios/credits.ts'
import { getDraft, publishDraft, saveDraft } from '@plinth/contract/portfolios/drafts.ts'
import { listNotifications } from '@plinth/contract/notifications/notifications.ts'
import { blockUser } from '@plinth/contract/people/blocks.ts'
import { DAILY_LIMITS } from '@plinth/contract/people/levels.ts'
import { deletePortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { setWorkState } from '@plinth/contract/portfolios/states.ts'
import { getCaseStudy, type Block, type CreditState } from '@plinth/contract/portfolios/studies.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../../test/app.ts'
import { makeWork } from '../../../../test/content/works.ts'
import { processOutbox } from '../../../core/notifications/outbox/outbox-queries.ts'
import { newId } from '../../../db/id.ts'

const t = testApp({ JOBS: 'off' })
let hana: Person
let rosa: Person
let work: string
let line: string

beforeEach(async () => {
  hana = await t.person('Hana', { isCreator: true })
  rosa = await t.person('Rosa')
  work = await makeWork(t.deps, hana, { title: 'Ember & Rye Honey' })
  line = newId()
})

const at = () => ({ params: { id: work } })
type Line = { id?: string; personId: string; role?: string }
/** Publishes a page that names these people, and returns the status. */
async function publish(...lines: Line[]): Promise<number> {
  const { title, description, coverId, revision } = (await t.call(getDraft, { as: hana, ...at() }))
    .body
  const people = lines.map((one) => ({ id: newId(), role: 'Lettering', ...one }))
  const words: Block = {
    id: newId(),
    type: 'text',
    parts: [{ kind: 'paragraph', spans: [{ text: 'Words' }] }],
  }
  const blocks: Block[] = [words, { id: newId(), type: 'credits', people }]
  const body = { title, description, coverId, blocks, base: revision }
  expect((await t.call(saveDraft, { as: hana, ...at(), body })).status).toBe(200)
  const asked = { as: hana, ...at(), body: { revision: revision + 1 } }
  return (await t.call(publishDraft, asked)).status
}
const credits = async (as: Person = rosa): Promise<Credit[]> =>
  (await t.call(listCredits, { as })).body
const answer = async (state: CreditState, as: Person = rosa) => {
  const [credit] = await credits()
  return t.call(answerCredit, { as, params: { id: credit?.id ?? newId() }, body: { state } })
}
const shownPeople = async (as?: Person) =>
  Object.values(
    (await t.call(getCaseStudy, { as, ...at() })).body.people as Record<
      string,
      { person: { id: string }; state: string }
    >,
  ).map(({ person, state }) => [person.id, state])
const draftStates = async () =>
  Object.values(
    (await t.call(getDraft, { as: hana, ...at() })).body.people as Record<
      string,
      { state: string }
    >,
  ).map(({ state }) => state)
const told = async (as: Person = rosa) => {
  while (((await processOutbox(t.deps.db))?.taken ?? 0) > 0);
  const { body } = await t.call(listNotifications, { as })
  return body
}

describe('a credit', () => {
  it('is asked for when the page is published, and shown once the person agrees', async () => {
    expect(await publish({ id: line, personId: rosa.id })).toBe(200)
    expect(await credits()).toMatchObject([
      {
        role: 'Lettering',
        state: 'asked',
        work: { id: work, title: 'Ember & Rye Honey' },
        creator: { id: hana.id },
      },
    ])
    expect(await told()).toMatchObject([
      { kind: 'credit', actors: [{ id: hana.id }], work: { id: work, title: 'Ember & Rye Honey' } },
    ])
    expect(await shownPeople()).toEqual([])
    expect(await shownPeople(rosa)).toEqual([])
    expect(await shownPeople(hana)).toEqual([[rosa.id, 'asked']])
    expect((await answer('accepted')).body).toMatchObject({ state: 'accepted' })
    expect(await shownPeople()).toEqual([[rosa.id, 'accepted']])
    expect(await draftStates()).toEqual(['accepted'])
  })

  it('can be declined, and taken back later', async () => {
    await publish({ personId: rosa.id })
    await answer('accepted')
    await answer('declined')
    expect(await shownPeople()).toEqual([])
    expect(await shownPeople(hana)).toEqual([])
    expect(await draftStates()).toEqual(['declined'])
    await answer('accepted')
    expect(await shownPeople()).toEqual([[rosa.id, 'accepted']])
  })

  it('stays agreed where the line moves, and is asked again for another role', async () => {
    await publish({ id: line, personId: rosa.id })
    await answer('accepted')
    const other = await t.person('Ugo')
    await publish({ personId: other.id }, { id: line, personId: rosa.id })
    expect(await shownPeople()).toEqual([[rosa.id, 'accepted']])
    await publish({ id: line, personId: rosa.id, role: 'Client' })
    expect(await shownPeople()).toEqual([])
    expect(await credits()).toMatchObject([{ role: 'Client', state: 'asked' }])
  })

  it('is asked for once after a no', async () => {
    await publish({ id: line, personId: rosa.id })
    expect(await told()).toHaveLength(1)
    await answer('declined')
    await publish()
    expect(await credits()).toEqual([])
    await publish({ personId: rosa.id, role: 'Print' })
    expect(await credits()).toMatchObject([{ role: 'Print', state: 'declined' }])
    expect(await told()).toHaveLength(1)
    await answer('accepted')
    await publish({ personId: rosa.id, role: 'Writing' })
    expect(await credits()).toMatchObject([{ role: 'Writing', state: 'asked' }])
  })

  it('is withdrawn with its line', async () => {
    await publish({ personId: rosa.id })
    expect(await told()).toHaveLength(1)
    await publish()
    expect(await credits()).toEqual([])
    expect(await told()).toEqual([])
    expect((await answer('accepted')).status).toBe(404)
  })

  it('is for the person alone to answer', async () => {
    const ugo = await t.person('Ugo')
    await publish({ personId: rosa.id })
    for (const as of [ugo, hana]) expect((await answer('accepted', as)).status).toBe(404)
    const [credit] = await credits()
    const call = { params: { id: credit?.id ?? '' }, body: { state: 'accepted' } }
    expect((await t.call(answerCredit, call)).status).toBe(401)
    expect((await t.call(listCredits, {})).status).toBe(401)
    expect((await t.call(answerCredit, { ...call, as: rosa, body: {} })).status).toBe(400)
    expect(await credits()).toMatchObject([{ state: 'asked' }])
  })

  it('is answered once where two answers come at the same time', async () => {
    await publish({ personId: rosa.id })
    const both = await Promise.all([answer('accepted'), answer('accepted')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await shownPeople()).toEqual([[rosa.id, 'accepted']])
  })

  it('needs no question where the creator is named, or somebody unknown', async () => {
    await publish({ personId: hana.id }, { personId: newId() })
    expect(await credits(hana)).toEqual([])
    expect(await shownPeople()).toEqual([[hana.id, 'accepted']])
    expect(await draftStates()).toEqual(['accepted'])
  })

  it('reaches nobody across a block, and ends with one', async () => {
    const ugo = await t.person('Ugo')
    await t.call(blockUser, { as: ugo, params: { id: hana.id } })
    await publish({ personId: rosa.id }, { personId: ugo.id })
    expect(await credits(ugo)).toEqual([])
    expect(await draftStates()).toEqual(['asked'])
    await answer('accepted')
    await t.call(blockUser, { as: rosa, params: { id: hana.id } })
    expect(await shownPeople()).toEqual([])
    expect(await credits()).toEqual([])
  })

  it('is not shown to somebody who blocks the person', async () => {
    const ugo = await t.person('Ugo')
    await publish({ personId: rosa.id })
    await answer('accepted')
    await t.call(blockUser, { as: ugo, params: { id: rosa.id } })
    expect(await shownPeople(ugo)).toEqual([])
    expect(await shownPeople()).toEqual([[rosa.id, 'accepted']])
  })

  it('is asked for while the work is hidden, with its title, and not from the bin', async () => {
    await t.call(setWorkState, { as: hana, ...at(), body: { state: 'hidden' } })
    await publish({ personId: rosa.id })
    expect(await told()).toMatchObject([{ kind: 'credit', work: { title: 'Ember & Rye Honey' } }])
    expect(await credits()).toHaveLength(1)
    await t.call(deletePortfolio, { as: hana, ...at() })
    expect(await credits()).toEqual([])
  })

  it('can be asked of so many people a day', async () => {
    const fresh = await t.person('Fresh', { isCreator: true, days: 0 })
    hana = fresh
    work = await makeWork(t.deps, fresh)
    const allowed = DAILY_LIMITS.credits.limits.first_day
    const people = await Promise.all(
      Array.from({ length: allowed + 1 }, () => t.person('Somebody')),
    )
    expect(await publish(...people.slice(1).map(({ id }) => ({ personId: id })))).toBe(200)
    expect(await publish(...people.map(({ id }) => ({ personId: id })))).toBe(429)
    const { rows } = await sql`select id from credits where item_id = ${work}::uuid`.execute(
      t.deps.db,
    )
    expect(rows).toHaveLength(allowed)
  })
})
