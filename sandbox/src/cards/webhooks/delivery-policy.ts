import type { Call } from '../call.ts'

/** How a world's webhooks misbehave. */
export interface Policy {
  duplicate: boolean
  shuffle: boolean
  delayMs: number
  /** Types that are never sent, or all. */
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
