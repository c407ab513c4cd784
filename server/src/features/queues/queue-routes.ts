import { getQueues } from '@plinth/contract/moderation/queues.ts'
import type { Context } from '../../deps.ts'
import { countQueues } from './queue-queries.ts'

/** How much waits for an admin. */
export function registerQueues({ mount, deps }: Pick<Context, 'mount' | 'deps'>): void {
  mount(getQueues, () => countQueues(deps.db))
}
