import type { QueryClient } from '@tanstack/react-query'
import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import type { BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import { changeManyWorks, moveManyWorks, type WorkAct } from '@plinth/contract/portfolios/many.ts'
import { getWorkState, listUnshown, type UnshownState } from '@plinth/contract/portfolios/states.ts'
import { call } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'
import { readAgain } from '../../../lib/cache/writes.ts'
import { refreshAfter } from '../portfolio-cache.ts'

/** Scheduled works publish by themselves, and the bin empties, so answers stay fresh for a short while only. */
const FRESH = { staleTime: 30_000 }

export const unshownQuery = (state: UnshownState) => ({
  ...plainPagesOf(listUnshown, { query: { state } }),
  ...FRESH,
})

/** When a scheduled work is shown, or a deleted one goes for good. */
export const workStateQuery = (id: string) => ({
  ...answerOf(getWorkState, { params: { id } }),
  ...FRESH,
})

/** After works have changed their state: the lists of them and everything that shows works to others. */
export async function refreshStates(client: QueryClient): Promise<void> {
  await Promise.all([
    refreshAfter(client, { type: 'create' }),
    readAgain(client, [listUnshown, getWorkState]),
  ])
}

export type ManyChange = BodyOf<typeof changeManyWorks>['change']

/** What is done with the chosen works. */
export type ManyWay =
  | { act: Exclude<WorkAct, 'schedule'> }
  | { act: 'schedule'; publishAt: string }
  | { act: 'change'; change: ManyChange }

export function sendMany(way: ManyWay, ids: string[]): Promise<BulkOutcome[]> {
  if (way.act === 'change') return call(changeManyWorks, { body: { ids, change: way.change } })
  return call(moveManyWorks, { body: { ids, ...way } })
}
