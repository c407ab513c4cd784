import type { ClientBase } from 'pg'

/** The webhook for every world that has not registered one. */
export interface DefaultWebhook {
  url: string
  secret: string
}

/** Settings that all calls share. */
export interface CardsConfig {
  /** Origin of this server as browsers see it. */
  baseUrl: string
  webhook: DefaultWebhook | null
}

/** One request, or one action of the clock, in its transaction. */
export interface Call extends CardsConfig {
  db: ClientBase
  world: string
  /** Seconds since 1970 by the world's clock. */
  now: number
  /** The connected account it acts for; empty: the platform. */
  account: string
  requestId: string | null
  idempotencyKey: string | null
  /** The fault scripted for this call. */
  fault: FaultMode | null
}

export const FAULT_MODES = [
  'error-429',
  'error-500',
  'timeout-after-success',
  'decline',
  'pending',
] as const
export type FaultMode = (typeof FAULT_MODES)[number]
