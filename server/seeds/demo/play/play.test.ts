import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../src/db/id.ts'
import { checkWorld } from '../../../test/money/checks.ts'
import { paidApp } from '../../../test/money/cards.ts'
import { fixedId, readWorld, WORLD_FOLDER, type World } from '../../world.ts'
import { createCalendar } from '../calendar.ts'
import { dateOf, joinDates, publicationDates } from '../dates.ts'
import { insertDemoPeople, insertDemoWork } from '../queries.ts'
import { playHires } from './play.ts'

const t = paidApp()
const now = new Date()
const calendar = createCalendar(now)
let world: World
let began: Date
const lines: string[] = []

beforeAll(async () => {
  const whole = await readWorld()
  const cases = { messages: [], reports: [], appeals: [], notices: [], promotions: [] }
  world = {
    ...whole,
    more: { ...whole.more, posts: [], cases: { ...whole.more.cases, ...cases } },
  }
  await addPeople()
  for (const work of whole.works) await addWork(work.id)
  began = new Date()
  await playHires(t.deps, { world, folder: WORLD_FOLDER, now, log: (line) => lines.push(line) })
}, 240_000)

async function addPeople(): Promise<void> {
  const joined = joinDates(world.people, now)
  await insertDemoPeople(
    t.deps.db,
    world.people.map((person) => ({
      ...person,
      id: fixedId('person', person.id),
      email: `${person.id}@example.com`,
      isAdmin: false,
      profileColors: null,
      socialLinks: {},
      joinedAt: dateOf(joined, person.id),
    })),
  )
}

/** Without a picture, which no hire needs. */
async function addWork(id: string): Promise<void> {
  const work = world.works.find((one) => one.id === id)
  if (work?.startingPrice == null) return
  const creatorId = fixedId('person', work.creator)
  const mediaId = newId()
  await t.deps.db
    .insertInto('media')
    .values({
      id: mediaId,
      owner_id: creatorId,
      state: 'ready',
      file_name: 'work.jpg',
      content_type: 'image/jpeg',
      extension: 'jpg',
      received_bytes: 9n,
      bytes: 9n,
      width: 1_200,
      height: 900,
    })
    .execute()
  const published = publicationDates(world.works, { days: world.more.workDays, now })
  await insertDemoWork(t.deps.db, {
    ...work,
    id: fixedId('work', id),
    creatorId,
    mediaId,
    priceCents: Math.round(work.startingPrice * 100),
    featuredAt: null,
    createdAt: dateOf(published, id),
  })
}

interface Played {
  status: string
  client: string
  creator: string
  description: string
  held: number
  released: number
  refunded: number
}

it('leaves no session and no uptime of the past behind', async () => {
  const { rows } = await sql`
    select 1 from sessions union all
    select 1 from uptime_days where day < ${now.toISOString()}::date - 1`.execute(t.deps.db)
  expect(rows).toEqual([])
})

it('says how far it is', () => {
  expect(lines[0]).toMatch(/^Playing the hires: step 40 of \d+$/)
})

describe('the hires of the demo world', () => {
  it('reach the state in their file, with the sums held, released and refunded that it names', async () => {
    const { rows } = await sql<Played>`
      select p.status, c.email as client, u.email as creator, p.description,
        (select coalesce(-sum(e.amount_cents), 0) from ledger_entries e
          where e.account = 'escrow' and e.owner_id = p.id)::int as held,
        coalesce(sum(a.to_creator_cents), 0)::int as released,
        coalesce(sum(a.to_client_cents), 0)::int as refunded
      from projects p join users c on c.id = p.client_id join users u on u.id = p.creator_id
      left join payments a on a.project_id = p.id and a.state = 'paid'
      group by p.id, c.email, u.email`.execute(t.deps.db)
    expect(rows).toHaveLength(world.more.hires.length)
    for (const { client, creator, description, state, money, key } of world.more.hires) {
      const found = rows.find(
        (row) =>
          row.description === description.trim() &&
          row.client === `${client}@example.com` &&
          row.creator === `${creator}@example.com`,
      )
      expect(found, key).toMatchObject({
        status: state,
        held: Math.round(money.held * 100),
        released: Math.round(money.released * 100),
        refunded: Math.round(money.refunded * 100),
      })
    }
  })

  it('leave books that agree with the card provider', async () => {
    expect(await checkWorld({ t, db: t.deps.db })).toEqual([])
  })

  it('happened at their times in the past, whoever wrote the time', async () => {
    const { rows } = await sql<{ kind: string; at: Date }>`
      select kind, created_at as at from project_events
      union all select 'payment', created_at from payments
      union all select 'movement', created_at from ledger_transactions
      union all select 'review', created_at from reviews
      union all select 'quote', created_at from messages
      union all select 'notification', created_at from notifications
      union all select 'file', created_at from delivery_files`.execute(t.deps.db)
    expect(rows.filter(({ at }) => at > began)).toEqual([])
    const first = calendar.at({ day: -119, time: '00:00' })
    expect(rows.filter(({ at }) => at < first)).toEqual([])
    const { rows: delivered } = await sql<{ at: Date }>`
      select e.created_at as at from project_events e where e.kind = 'delivered'
      order by e.created_at`.execute(t.deps.db)
    const wanted = world.more.hires
      .flatMap(({ deliveries }) => deliveries.map(({ at }) => calendar.at(at).getTime()))
      .toSorted((a, b) => a - b)
    expect(delivered.map(({ at }) => Math.round(at.getTime() / 1_000))).toEqual(
      wanted.map((at) => Math.round(at / 1_000)),
    )
  })

  it('count in the figures of creators on the days on which they happened', async () => {
    const { rows } = await sql<{ cents: number; months: number }>`
      select sum(earnings_cents)::int as cents,
        count(distinct date_trunc('month', slot)) filter (where earnings_cents > 0)::int as months
      from creator_tallies
      where creator_id = ${fixedId('person', 'marit')}::uuid and grain = 'hour'`.execute(t.deps.db)
    expect(rows[0]?.cents).toBeGreaterThan(150_000)
    expect(rows[0]?.months).toBeGreaterThanOrEqual(3)
  })
})
