import type { QueryClient } from '@tanstack/react-query'
import { listUnshown } from '@plinth/contract/portfolios/states.ts'
import {
  getWall,
  listArranged,
  listArrangedSeries,
  listWall,
  type WallEntry,
  type WallState,
} from '@plinth/contract/portfolios/walls.ts'
import { getSeries, listSeriesWorks } from '@plinth/contract/portfolios/series.ts'
import {
  markOld,
  patchAnswers,
  putAnswer,
  readAgain,
  stopReading,
} from '../../../lib/cache/writes.ts'
import { refreshAfter } from '../portfolio-cache.ts'
import { wallStateQuery } from './arrange-api.ts'

interface Pages {
  pages: { items: WallEntry[] }[]
}

/** Changes the list on screen, across its pages. What comes more or less is on the last of them. */
export function changeEntries(
  client: QueryClient,
  change: (entries: WallEntry[]) => WallEntry[],
): void {
  patchAnswers(client, [listArranged], (data) => {
    const { pages } = data as Pages
    const next = change(pages.flatMap(({ items }) => items))
    let start = 0
    return {
      ...(data as object),
      pages: pages.map((page, at) => {
        const from = start
        start = at === pages.length - 1 ? next.length : start + page.items.length
        return { ...page, items: next.slice(from, start) }
      }),
    }
  })
}

export const putState = (client: QueryClient, state: WallState): void =>
  putAnswer(client, wallStateQuery, state)

/** Stops reading the wall, whose answer would undo on screen what its creator changes now. */
export const stopWall = (client: QueryClient): Promise<void> => stopReading(client, listArranged)

/** Reads the wall again, after a change that failed, was undone, or whose places only the server knows. */
export const rereadWall = (client: QueryClient): Promise<void> =>
  readAgain(client, [listArranged, getWall, listArrangedSeries])

/** The same after a series was deleted, whose works nobody can read any more. */
export const rereadWithout = (client: QueryClient): Promise<void> =>
  readAgain(client, [listArranged, getWall])

/** What visitors see has changed. It is read again when it is next opened. */
export const markShownWall = (client: QueryClient): Promise<void> =>
  markOld(client, [listWall, getSeries, listSeriesWorks])

/** A work was hidden or published from here. */
export async function refreshWorks(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    readAgain(client, [listUnshown, listArranged, getWall]),
    refreshAfter(client, { type: 'update', id }),
  ])
}
