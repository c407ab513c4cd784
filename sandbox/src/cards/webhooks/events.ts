import type { Call } from '../call.ts'
import { newId, all, save } from '../store.ts'
import type { AnyStored, Event, WebhookEndpoint } from '../kinds.ts'
import { outward } from '../render.ts'

/** How a world's webhooks are made to misbehave. */
export interface Policy {
  duplicate: boolean
  shuffle: boolean
  delayMs: number
  /** Event types that are never sent, or all. */
  drop: 'all' | string[]
}

export const REGULAR: Policy = { duplicate: false, shuffle: false, delayMs: 0, drop: [] }

export async function readPolicy(call: Pick<Call, 'db' | 'world'>): Promise<Policy> {
  const { rows } = await call.db.query<{ delivery: Partial<Policy> }>(
    'select delivery from cards_worlds where key = $1',
    [call.world],
  )
  return { ...REGULAR, ...rows[0]?.delivery }
}

export async function writePolicy(call: Call, policy: Policy): Promise<void> {
  await call.db.query('update cards_worlds set delivery = $2 where key = $1', [
    call.world,
    JSON.stringify(policy),
  ])
}

export const API_VERSION = '2026-10-28.endive'
const SHUFFLE_MS = 300

/** Records an event and schedules its deliveries, in the same transaction as the object. */
export async function emit(
  call: Call,
  type: string,
  object: AnyStored,
  more: { previous?: Record<string, unknown>; account?: string } = {},
): Promise<void> {
  const targets = (await webhooks(call)).filter(
    ({ enabled_events: types }) => types.includes('*') || types.includes(type),
  )
  const { previous, account } = more
  const event: Event = {
    api_version: API_VERSION,
    livemode: false,
    request: {
      id: call.requestId,
      idempotency_key: call.idempotencyKey,
    },
    id: newId('evt'),
    object: 'event',
    created: call.now,
    type,
    data: {
      object: outward(object),
      ...(previous === undefined ? {} : { previous_attributes: previous }),
    },
    pending_webhooks: targets.length,
    ...(account === undefined ? {} : { account }),
  }
  await save(call, event)
  const policy = await readPolicy(call)
  for (const target of targets) await schedule(call, event, target, policy)
}

async function webhooks(
  call: Call,
): Promise<Pick<WebhookEndpoint, 'url' | 'enabled_events' | '_secret'>[]> {
  const own = await all(call, 'webhook_endpoint', { status: 'enabled' })
  if (own.length > 0 || call.webhook === null) return own
  return [{ url: call.webhook.url, _secret: call.webhook.secret, enabled_events: ['*'] }]
}

async function schedule(
  call: Call,
  event: Event,
  target: { url: string; _secret: string },
  policy: Policy,
): Promise<void> {
  const isDropped = policy.drop === 'all' || policy.drop.includes(event.type)
  const copies = policy.duplicate ? 2 : 1
  for (let copy = 0; copy < copies; copy++) {
    await call.db.query(
      `insert into cards_deliveries (world, event, url, secret, next_at, outcome)
       values ($1, $2, $3, $4, $5, $6)`,
      [
        call.world,
        event.id,
        target.url,
        target._secret,
        isDropped ? null : call.now * 1_000 + delayOf(policy),
        isDropped ? 'dropped' : null,
      ],
    )
  }
}

/** A shuffled event gets a random delay, so that later events may overtake it. */
const delayOf = ({ delayMs, shuffle }: Policy): number =>
  shuffle ? Math.round(Math.random() * Math.max(delayMs, SHUFFLE_MS)) : delayMs

/** Sends an event once more to all its webhooks. */
export async function resend(call: Call, event: Event): Promise<number> {
  const targets = (await webhooks(call)).filter(
    ({ enabled_events: types }) => types.includes('*') || types.includes(event.type),
  )
  for (const target of targets) await schedule(call, event, target, REGULAR)
  return targets.length
}
