import type { BodyOf } from '@plinth/contract/http/endpoint.ts'
import type { BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import { changeManyWorks, moveManyWorks, type WorkAct } from '@plinth/contract/portfolios/many.ts'
import { listUnshown, type UnshownState } from '@plinth/contract/portfolios/states.ts'
import { call } from '../../../lib/api/api.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'

/** Scheduled works publish by themselves, and the bin empties, so answers stay fresh for a short while only. */
const FRESH = { staleTime: 30_000 }

export const unshownQuery = (state: UnshownState) => ({
  ...plainPagesOf(listUnshown, { query: { state } }),
  ...FRESH,
})

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
