import { listUnshown, setWorkState, type UnshownState } from '@plinth/contract/portfolios/states.ts'
import { getWall, listArranged, listArrangedSeries } from '@plinth/contract/portfolios/walls.ts'
import { call } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { plainPagesOf } from '../../../lib/cache/pages.ts'

/** Works are published and hidden elsewhere, too, so answers stay fresh for a short while only. */
const FRESH = { staleTime: 30_000 }
/** Works of one state beside the wall. */
const BESIDE = 6

export const wallStateQuery = { ...answerOf(getWall), ...FRESH }

export const arrangedQuery = { ...plainPagesOf(listArranged, {}, { limit: 60 }), ...FRESH }

export const arrangedSeriesQuery = (id: string) => ({
  ...plainPagesOf(listArrangedSeries, { params: { id } }, { limit: 100 }),
  ...FRESH,
})

export const unshownQuery = (state: UnshownState) => ({
  ...answerOf(listUnshown, { query: { state, limit: BESIDE } }),
  ...FRESH,
})

export const setState = (id: string, state: 'published' | 'hidden') =>
  call(setWorkState, { params: { id }, body: { state } })
