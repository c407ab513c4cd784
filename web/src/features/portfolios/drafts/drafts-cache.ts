import type { QueryClient } from '@tanstack/react-query'
import { getWorkState, listUnshown } from '@plinth/contract/portfolios/states.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { refreshAfter } from '../portfolio-cache.ts'

/** After works have changed their state: the lists of them and everything that shows works to others. */
export async function refreshStates(client: QueryClient): Promise<void> {
  await Promise.all([
    refreshAfter(client, { type: 'create' }),
    readAgain(client, [listUnshown, getWorkState]),
  ])
}
