import type { ClientBase } from 'pg'

/** The webhook of every world that has named none of its own. */
export interface DefaultWebhook {
  url: string
  secret: string
}

/** What is the same for all calls. */
export interface Surroundings {
  /** Of this server as browsers see it. */
  baseUrl: string
  webhook: DefaultWebhook | null
}

/** One request, or one thing the clock does, in its one transaction. */
export interface Call extends Surroundings {
  db: ClientBase
  world: string
  /** Seconds of the world's clock. */
  now: number
  /** The connected account it speaks for; empty: the platform. */
  account: string
  requestId: string | null
  idempotencyKey: string | null
  /** A scripted fault for this call. */
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
