import type { QueryClient } from '@tanstack/react-query'
import { getPortfolio, type PortfolioView } from '@plinth/contract/portfolios/portfolios.ts'
import { makeEntityCache } from '../../../lib/cache/entity-cache.ts'

const views = makeEntityCache<PortfolioView>({
  heldBy: [getPortfolio],
  requiredField: 'isFollowing',
})

/** Shows on every work of a creator whether the viewer follows them. */
export const patchMaker = (client: QueryClient, creatorId: string, isFollowing: boolean): void =>
  views.patchWhere(
    client,
    (work) => work.creatorId === creatorId,
    () => ({ isFollowing }),
  )
