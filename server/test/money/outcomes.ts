import { confirmPayouts, connectPayouts } from '@plinth/contract/money/billing.ts'
import { sql } from 'kysely'
import { CARD } from './cards.ts'
import { withFault, callWithRetries, type Scene } from './people.ts'

/** Events outside of Plinth: at the card provider, on the way from it, and in time. */

/** Pays at a checkout with a good or bad card. Sometimes uses an old URL. */
export async function pay(scene: Scene): Promise<void> {
  const { world, chance, urls } = scene
  const url = chance.is(0.7) ? urls.at(-1) : urls[chance.below(urls.length)]
  if (url === undefined) return
  const kind = chance.weighed({ good: 8, declined: 1, asks: 2, disputed: 1 })
  const card = CARD[kind]
  const session = new URL(url).pathname.split('/').at(-1)
  const { state } = await world.t.cards.control('payments/pay', {
    session,
    card,
    confirm: chance.is(0.7),
  })
  scene.trace.push(`  a card that is ${kind}: ${String(state)}`)
}

/** Delivers some of the provider's events: in any order, twice, late, or never. */
export async function deliver(scene: Scene): Promise<void> {
  const { world, chance } = scene
  await world.readEvents()
  const shuffled = chance.is(0.5) ? chance.shuffle(world.pending) : [...world.pending]
  const now = shuffled.slice(0, 1 + chance.below(8))
  for (const event of now) {
    const outcome = chance.weighed({ once: 6, twice: 2, never: 1, again: 1 })
    scene.trace.push(`  ${event.type}: ${outcome}`)
    if (outcome !== 'again') world.pending = world.pending.filter(({ id }) => id !== event.id)
    if (outcome === 'never') continue
    for (let copy = outcome === 'twice' ? 2 : 1; copy > 0; copy -= 1) {
      const { result, struck } = await withFault(scene, () => world.t.cards.deliver(event))
      if (result !== 200 && struck === null) scene.problems.push(`a webhook answered ${result}`)
      // The provider tries again later.
      if (result !== 200) world.pending.push(event)
    }
  }
}

export async function workJobs(scene: Scene): Promise<void> {
  await withFault(scene, () => scene.world.workJobs(scene.chance))
}
export async function send(scene: Scene): Promise<void> {
  await withFault(scene, () => scene.world.t.runJob('money.send').catch(() => undefined))
}
export async function reconcile(scene: Scene): Promise<void> {
  await withFault(scene, () => scene.world.t.runJob('money.reconcile').catch(() => undefined))
}

export const advanceClocks = ({ world, chance }: Scene): Promise<void> =>
  world.advance(
    chance.one([
      { hours: 1 },
      { hours: 21 },
      { days: 1 },
      { days: 3 },
      { days: 7 },
      { days: 15 },
      { days: 31 },
    ]),
  )

/** Makes the next call of one kind fail at the provider. */
export async function failProvider({ world, chance, trace }: Scene): Promise<void> {
  const path = chance.one([
    '/v1/checkout/sessions',
    '/v1/refunds',
    '/v1/transfers',
    '/v1/customers',
  ])
  const modes = ['error-429', 'error-500', 'timeout-after-success']
  const mode = chance.one(path === '/v1/refunds' ? [...modes, 'pending', 'pending'] : modes)
  trace.push(`  ${mode} at ${path}`)
  // Other failures are retried inside the gateway.
  if (mode === 'error-429') world.expectedFailures += 1
  await world.t.cards.control('fail-next', { method: 'POST', path, times: 1, mode })
}

/** The ids of this sequence's objects at the provider. */
async function namesOf({ world: { db }, clients }: Scene, column: 'charge' | 'refund') {
  const ids = clients.map(({ id }) => id)
  const { rows } = await sql<{ name: string }>`
    select name from (
      select ${column === 'charge' ? sql`p.charge_id` : sql`r.provider_id`} as name
      from payments p left join refunds r on r.payment_id = p.id
      where p.payer_id = any (${ids}::uuid[]) order by p.created_at, r.created_at) found
    where name is not null`.execute(db)
  return [...new Set(rows.map(({ name }) => name))]
}

/** A bank returns a refund or settles it. */
export async function changeRefund(scene: Scene): Promise<void> {
  const names = await namesOf(scene, 'refund')
  if (names.length === 0) return
  const outcome = scene.chance.one(['fail', 'settle'])
  await control(scene, `refunds/${scene.chance.one(names)}/${outcome}`)
}

/** A bank opens a chargeback, to be decided later. */
export async function openChargeback(scene: Scene): Promise<void> {
  const names = await namesOf(scene, 'charge')
  if (names.length > 0) await control(scene, 'disputes/open', { charge: scene.chance.one(names) })
}
export async function endChargeback(scene: Scene): Promise<void> {
  const { world, chance } = scene
  const names = await namesOf(scene, 'charge')
  const { data } = await world.t.cards.read<{
    data: { id: string; charge: string; status: string }[]
  }>('disputes?limit=100')
  const own = data.filter(
    ({ charge, status }) => names.includes(charge) && !/won|lost/.test(status),
  )
  if (own.length === 0) return
  await control(scene, `disputes/${chance.one(['win', 'lose'])}`, { dispute: chance.one(own).id })
}

/** Uses a control of the provider. If that is refused, nothing has happened. */
async function control(scene: Scene, name: string, input: object = {}): Promise<void> {
  const result = await scene.world.t.cards.control(name, input).then(
    () => 'done',
    (error: Error) => error.message,
  )
  scene.trace.push(`  ${name}: ${result}`)
}

/** A creator connects a bank account, and may stop after any step. */
export async function onboard(scene: Scene): Promise<void> {
  const { world, chance } = scene
  const as = chance.one(scene.creators)
  await callWithRetries(scene, connectPayouts, { as })
  const { rows } = await sql<{ id: string }>`
    select account_id as id from payout_accounts where user_id = ${as.id}::uuid`.execute(world.db)
  if (rows[0] === undefined || chance.is(0.3)) return
  await control(scene, `accounts/${rows[0].id}/complete`)
  if (chance.is(0.5)) await callWithRetries(scene, confirmPayouts, { as })
}
