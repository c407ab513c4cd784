import type { QueryClient } from '@tanstack/react-query'
import { deletePortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { restorePortfolio, setWorkState } from '@plinth/contract/portfolios/states.ts'
import { call } from '../../../lib/api/api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { refreshStates } from '../drafts/drafts-cache.ts'
import { patchWork, refreshAfter } from '../portfolio-cache.ts'
import { stateTexts as texts } from './state-texts.ts'

const UNDO_MS = 10_000

const undoBy = (client: QueryClient, send: () => Promise<unknown>) => ({
  durationMs: UNDO_MS,
  action: {
    label: texts.undo,
    onClick: () =>
      void send().then(
        () => refreshStates(client),
        (error: unknown) => showCallError(error, texts.errorTitle, texts.failed),
      ),
  },
})

/** Moves one of the viewer's works to the bin, with a way back. `onGone` leaves the work before it disappears. */
export async function binWork(
  client: QueryClient,
  { id, title }: PortfolioItem,
  onGone: () => void,
): Promise<void> {
  await call(deletePortfolio, { params: { id } })
  const refreshed = refreshAfter(client, { type: 'delete', id })
  onGone()
  toast({
    title: texts.nowBinned,
    description: title,
    ...undoBy(client, () => call(restorePortfolio, { params: { id } })),
  })
  await refreshed
  await refreshStates(client)
}

/** Takes one of the viewer's works off their wall, with a way back. */
export async function hideWork(client: QueryClient, { id, title }: PortfolioItem): Promise<void> {
  const { work } = await call(setWorkState, { params: { id }, body: { state: 'hidden' } })
  patchWork(client, id, () => work)
  const body = { state: 'published' } as const
  toast({
    title: texts.nowHidden,
    description: title,
    ...undoBy(client, () => call(setWorkState, { params: { id }, body })),
  })
  await refreshStates(client)
}
