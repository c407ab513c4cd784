import { confirmPayouts, connectPayouts } from '@plinth/contract/money/billing.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { getProject } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { newId } from '../../src/db/id.ts'
import type { Answer, Person } from '../app.ts'
import { randomFault } from './faults.ts'
import { createChance, type Chance } from './random.ts'
import { ODD_PRICES, type MoneyWorld } from './world.ts'
import { makeWork } from '../content/works.ts'

interface Work {
  id: string
  creator: Person
  cents: number
}
export interface Hired {
  id: string
  client: Person
  creator: Person
}

/** The state of a running sequence: its people, what they started, and what happened. */
export interface Scene {
  world: MoneyWorld
  /** The random numbers of the current step. */
  chance: Chance
  clients: Person[]
  creators: Person[]
  works: Work[]
  projects: Hired[]
  posts: { id: string; author: Person }[]
  /** URLs of checkouts, old ones included, since a browser may keep them. */
  urls: string[]
  /** Several calls run at once. No faults are injected then, since it would be unclear which call they hit. */
  isTogether: boolean
  trace: string[]
  problems: string[]
  struck: Map<string, number>
  calls: number
}

/** Starts a sequence with its own people. Mostly, the first creator has a bank account. */
export async function openScene(world: MoneyWorld, seed: number): Promise<Scene> {
  const { t } = world
  const creator = () => t.person('Maker', { isCreator: true })
  const people = [t.person('One'), t.person('Two'), creator(), creator()] as const
  const [one, two, ready, unready] = await Promise.all(people)
  const chance = createChance(seed)
  const works: Work[] = []
  for (const maker of [ready, unready]) {
    for (const cents of chance.shuffle(ODD_PRICES).slice(0, 2)) {
      const id = await makeWork(t.deps, maker, { title: `At ${cents}`, priceCents: cents })
      works.push({ id, creator: maker, cents })
    }
  }
  if (chance.is(0.7)) await connectBankAccount(world, ready)
  return {
    world,
    chance,
    clients: [one, two],
    creators: [ready, unready],
    works,
    projects: [],
    posts: [],
    urls: [],
    isTogether: false,
    trace: [],
    problems: [],
    struck: new Map(),
    calls: 0,
  }
}

async function connectBankAccount({ t, db }: MoneyWorld, as: Person): Promise<void> {
  await t.call(connectPayouts, { as })
  const { rows } = await sql<{ id: string }>`
    select account_id as id from payout_accounts where user_id = ${as.id}::uuid`.execute(db)
  await t.cards.control(`accounts/${rows[0]?.id}/complete`)
  await t.call(confirmPayouts, { as })
}

/** Runs `work`, sometimes with a fault injected. Returns the fault if it occurred. */
export async function withFault<T>(
  scene: Scene,
  work: () => Promise<T>,
): Promise<{ result: T; struck: string | null }> {
  const { world, chance } = scene
  const fault = !scene.isTogether && chance.is(0.3) ? randomFault(chance) : null
  if (fault === null) return { result: await work(), struck: null }
  world.faults.arm(fault)
  let hasStruck = false
  const result = await work().finally(() => {
    hasStruck = world.faults.disarm()
    if (!hasStruck) return
    scene.struck.set(fault.kind, (scene.struck.get(fault.kind) ?? 0) + 1)
    scene.trace.push(`  (${fault.kind}, ${fault.at})`)
  })
  return { result, struck: hasStruck ? fault.kind : null }
}

/** The message of a server that is too busy to start a call. */
const BUSY = 'Plinth is busy right now. Try again in a moment.'
const IN_FLIGHT = 'This is being done already. Look again in a moment.'
const PATIENCE = 4

/** Makes a call as a button would, and sometimes repeats it with the same key if it fails. */
export async function callWithRetries(
  scene: Scene,
  endpoint: EndpointDefinition,
  { as, params = {}, body }: { as: Person; params?: object; body?: object },
): Promise<Answer> {
  const { world, chance } = scene
  const key = chance.is(0.7) ? newId() : null
  const headers = key === null ? {} : { 'idempotency-key': key }
  let hasStruck = false
  for (let tries = 1; ; tries += 1) {
    const call = () =>
      world.t.call(endpoint, { as, params, headers, ...(body === undefined ? {} : { body }) })
    const { result, struck } =
      tries === 1 ? await withFault(scene, call) : { result: await call(), struck: null }
    hasStruck ||= struck !== null
    scene.calls += 1
    scene.trace.push(
      `  ${endpoint.method} ${endpoint.path}: ${result.status}${result.status < 400 ? '' : ` ${result.body.message}`}`,
    )
    const isBusy = result.body?.message === BUSY
    if (result.status >= 500 && !hasStruck && !isBusy && !isExcused(scene, result.status))
      scene.problems.push(`${endpoint.path} answered ${result.status} by itself`)
    const isInFlight = hasStruck && result.body?.message === IN_FLIGHT
    if (isInFlight) await letKeyAge(world, key)
    if ((result.status < 500 && !isInFlight) || tries === PATIENCE || chance.is(0.3)) return result
  }
}

/** A 503 is expected when several calls collide or the provider is set to fail. */
function isExcused({ world, isTogether }: Scene, status: number): boolean {
  if (status !== 503 || isTogether) return status === 503
  world.expectedFailures -= 1
  return world.expectedFailures >= 0
}

/** Ages the key of a call that died, which is kept for a minute. */
const letKeyAge = ({ db }: MoneyWorld, key: string | null) =>
  sql`update idempotency_keys set created_at = created_at - interval '61 seconds' where key = ${key}`.execute(
    db,
  )

export async function readProject(
  scene: Scene,
  { id }: Hired,
  as: Person,
): Promise<Project | null> {
  const { status, body } = await scene.world.t.call(getProject, { as, params: { id } })
  if (status >= 500) scene.problems.push(`the room answered ${status}`)
  return status === 200 ? body : null
}
