import type { QueryClient } from '@tanstack/react-query'
import { listUserPortfolios } from '@plinth/contract/portfolios/portfolios.ts'
import { getSeries, listSeriesWorks } from '@plinth/contract/portfolios/series.ts'
import { listWall } from '@plinth/contract/portfolios/walls.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { pagesOf } from '../../../lib/cache/pages.ts'

/** One creator's wall, as visitors see it. */
export const wallOfQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listWall, { params: { id } })

export const seriesQuery = (id: string) => answerOf(getSeries, { params: { id } })

/** The works in a series, in its order. */
export const seriesWorksQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listSeriesWorks, { params: { id } })

/** One creator's works, newest first. */
export const creatorWorksQuery = (client: QueryClient, id: string) =>
  pagesOf(client, listUserPortfolios, { params: { id } })
