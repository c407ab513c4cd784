import { randomBytes } from 'node:crypto'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  acceptProject,
  completeProject,
  confirmPayment,
  createProject,
  declineProject,
  deliverProject,
  getProject,
  openDispute,
  payDeposit,
  proposeCancel,
  acceptOffer,
  requestRevision,
  withdrawProject,
  type Hire,
} from '@plinth/contract/projects/project-calls.ts'
import type { ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { newId } from '../../src/db/id.ts'
import type { Person, TestApp } from '../app.ts'
import type { PaidApp } from '../money/cards.ts'
import { makeWork } from './works.ts'

/** The two people of a project, the work that started it, and its price. */
export interface Pair {
  client: Person
  creator: Person
  workId: string
  priceCents: number
}

export async function pairUp(t: TestApp, priceCents = 100_000): Promise<Pair> {
  const client = await t.person('Client')
  const creator = await t.person('Maker', { isCreator: true })
  const workId = await makeWork(t.deps, creator, { title: 'Moon Jar', priceCents })
  return { client, creator, workId, priceCents }
}

export const hireBody = ({ workId, creator, priceCents }: Pair, more: object = {}) => ({
  portfolioId: workId,
  creatorId: creator.id,
  description: 'A jar for the hall.',
  timeline: '2-4 weeks',
  budget: priceCents / 100,
  ...more,
})

/** Makes a call, expects it to succeed, and returns the answer. */
async function ask<T>(
  t: TestApp,
  endpoint: EndpointDefinition,
  as: Person,
  { id, body, ...params }: { id?: string; body?: unknown; offerId?: string },
): Promise<T> {
  const answer = await t.call(endpoint, {
    as,
    params: { ...params, ...(id === undefined ? {} : { id }) },
    ...(body === undefined ? {} : { body }),
  })
  expect([answer.status < 300, answer.body], endpoint.path).toEqual([true, expect.anything()])
  return answer.body as T
}

/** The date this many days from today, by the product's clock. */
export const dayIn = (t: Pick<TestApp, 'deps'>, days: number): string =>
  new Date(t.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

/** The steps of a project, through the API and the card provider. */
export function hiring(t: PaidApp, pair: Pair) {
  const { client, creator } = pair
  const pay = async (id: string, url: string): Promise<Project> => {
    expect(await t.cards.pay(url)).toMatchObject({ state: 'complete' })
    return ask(t, confirmPayment, client, { id, body: {} })
  }
  const steps = {
    hire: (more: object = {}): Promise<Hire> =>
      ask(t, createProject, client, { body: hireBody(pair, more) }),
    pay,
    /** Hires and pays the deposit. */
    request: async (): Promise<Project> => {
      const { project, checkout } = await steps.hire()
      return pay(project.id, checkout.url)
    },
    accept: (id: string, days = 14): Promise<Project> =>
      ask(t, acceptProject, creator, { id, body: { deliverBy: dayIn(t, days) } }),
    deliver: async (id: string): Promise<Project> =>
      ask(t, deliverProject, creator, {
        id,
        body: { note: 'Here it is.', fileIds: [await addUpload(t, id, creator)] },
      }),
    revise: (id: string): Promise<Project> =>
      ask(t, requestRevision, client, { id, body: { note: 'A little lighter.' } }),
    approve: (id: string): Promise<{ url: string; amount: number }> =>
      ask(t, completeProject, client, { id }),
    complete: async (id: string): Promise<Project> => pay(id, (await steps.approve(id)).url),
    dispute: (id: string, as = client): Promise<Project> =>
      ask(t, openDispute, as, { id, body: { text: 'This is not it.', asks: 10 } }),
    room: (id: string, as = client): Promise<Project> => ask(t, getProject, as, { id }),
    cancel: async (id: string, toClient: number): Promise<Project> => {
      const { offers } = await ask<Project>(t, proposeCancel, client, {
        id,
        body: { toClient, note: 'It does not work.' },
      })
      return ask(t, acceptOffer, creator, { id, offerId: offers[0]?.id ?? '' })
    },
    /** Lets its time limit run out. */
    expire: async (id: string): Promise<Project> => {
      await runOut(t, id)
      return steps.room(id)
    },
    /** A project brought into this state by the real steps. */
    in: async (status: ProjectStatus, more: object = {}): Promise<Project> => {
      const description = `On the way to ${status}.`
      const { project } = await steps.hire({ description, ...more })
      const [last] = await through(steps, t, pair, project.id, PATHS[status])
      return last ?? project
    },
  }
  return steps
}
type Steps = ReturnType<typeof hiring>

type Leg = (steps: Steps, id: string, t: PaidApp, pair: Pair) => Promise<Project>
const deposit: Leg = async (steps, id, t, { client }) => {
  const { url } = await ask<{ url: string }>(t, payDeposit, client, { id })
  return steps.pay(id, url)
}
const accepted: Leg[] = [deposit, (steps, id) => steps.accept(id)]
const delivered: Leg[] = [...accepted, (steps, id) => steps.deliver(id)]
const approved: Leg[] = [
  ...delivered,
  async (steps, id) => {
    await steps.approve(id)
    return steps.room(id)
  },
]
const PATHS: Record<ProjectStatus, readonly Leg[]> = {
  requested: [],
  deposit_paid: [deposit],
  accepted,
  delivered,
  revision_requested: [...delivered, (steps, id) => steps.revise(id)],
  approved,
  completed: [...delivered, (steps, id) => steps.complete(id)],
  declined: [deposit, (_, id, t, { creator }) => ask(t, declineProject, creator, { id, body: {} })],
  withdrawn: [deposit, (_, id, t, { client }) => ask(t, withdrawProject, client, { id, body: {} })],
  expired: [deposit, (steps, id) => steps.expire(id)],
  cancelled: [...accepted, (steps, id) => steps.cancel(id, 1)],
  disputed: [...accepted, (steps, id) => steps.dispute(id)],
  resolved: [...approved, (steps, id) => steps.expire(id)],
}
async function through(
  steps: Steps,
  t: PaidApp,
  pair: Pair,
  id: string,
  legs: readonly Leg[],
): Promise<Project[]> {
  const rooms: Project[] = []
  for (const leg of legs) rooms.unshift(await leg(steps, id, t, pair))
  return rooms
}

/** Inserts an uploaded file of a project, without an object in the store. */
export async function addUpload(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  projectId: string,
  owner: Person,
): Promise<string> {
  const id = newId()
  await db
    .insertInto('delivery_files')
    .values({
      id,
      project_id: projectId,
      owner_id: owner.id,
      kind: 'other',
      file_name: 'final.bin',
      content_type: 'application/octet-stream',
      bytes: 9n,
      sha256: randomBytes(32),
      preview_state: 'none',
      proof_state: 'none',
    })
    .execute()
  return id
}

/**
 * Lets the time limit of a project run out and waits for the effect. The job passes by a project that is locked at that
 * moment, as by an event of the card provider, and finds it again a minute later.
 */
async function runOut(t: TestApp, id: string): Promise<void> {
  const { db } = t.deps
  const now = t.deps.now()
  await sql`update projects set due_at = ${now} where id = ${id}::uuid`.execute(db)
  const due = async () =>
    (await sql`select id from projects where id = ${id}::uuid and due_at = ${now}`.execute(db)).rows
  await vi.waitFor(
    async () => {
      await workLimits(t)
      expect(await due()).toEqual([])
    },
    { timeout: 100_000, interval: 20 },
  )
}

/** Runs the time limit job, which the schedule starts every minute, this many times at once. */
export async function workLimits({ deps: { db, jobs } }: TestApp, times = 1): Promise<void> {
  for (let at = 0; at < times; at += 1) await jobs.send(db, 'projects.limits', {})
  const waiting = async () =>
    (
      await sql`select id from pgboss.job
        where name = 'projects.limits' and state in ('created', 'active', 'retry')`.execute(db)
    ).rows.length
  await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 100_000, interval: 20 })
}

/** The books of a project in cents: the amount held, and what each of the two received. */
export async function booksOf(
  { deps: { db } }: Pick<TestApp, 'deps'>,
  id: string,
): Promise<{ held: number; client: number; creator: number; fees: number }> {
  const { rows } = await sql<{ held: number; client: number; creator: number; fees: number }>`
    select coalesce(-sum(e.amount_cents) filter (where e.account = 'escrow'), 0)::int as held,
      coalesce(-sum(e.amount_cents) filter (
        where t.kind = 'allocation' and e.owner_id = p.client_id), 0)::int as client,
      coalesce(-sum(e.amount_cents) filter (
        where t.kind = 'allocation' and e.owner_id = p.creator_id), 0)::int as creator,
      coalesce(-sum(e.amount_cents) filter (
        where t.kind = 'allocation' and e.account = 'card_fees'), 0)::int as fees
    from projects p left join ledger_transactions t on t.project_id = p.id
    left join ledger_entries e on e.transaction_id = t.id
    where p.id = ${id}::uuid group by p.id`.execute(db)
  return rows[0] ?? { held: 0, client: 0, creator: 0, fees: 0 }
}

/** The events of a project, in order. */
export async function eventsOf({ deps: { db } }: Pick<TestApp, 'deps'>, id: string) {
  const { rows } = await sql<{
    kind: string
    by: string
    cents: number | null
    note: string | null
  }>`
    select kind, by_role as by, amount_cents::int as cents, note from project_events
    where project_id = ${id}::uuid order by created_at, id`.execute(db)
  return rows
}
export const kindsOf = async (t: Pick<TestApp, 'deps'>, id: string): Promise<string[]> =>
  (await eventsOf(t, id)).map(({ kind }) => kind)
