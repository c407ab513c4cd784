import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deletePortfolio, type PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import { restorePortfolio, setWorkState } from '@plinth/contract/portfolios/states.ts'
import { call } from '../../../lib/api/api.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { refreshStates } from '../drafts/drafts-api.ts'
import { patchWork, refreshAfter } from '../portfolio-cache.ts'
import { texts } from './work-texts.ts'

const UNDO_MS = 10_000

/** Hides one of the viewer's works or moves it to the bin, both with a way back. */
export function useOwnActs(
  { id, title }: PortfolioItem,
  { onAsked, onGone }: { onAsked: () => void; onGone: () => void },
) {
  const client = useQueryClient()
  const undo = (send: () => Promise<unknown>) => ({
    durationMs: UNDO_MS,
    action: {
      label: texts.owner.undo,
      onClick: () =>
        void send().then(
          () => refreshStates(client),
          (error: unknown) => showCallError(error, texts.errorTitle, texts.owner.saveFailed),
        ),
    },
  })
  const remove = useMutation({
    mutationFn: () => call(deletePortfolio, { params: { id } }),
    onSuccess: async () => {
      const refreshed = refreshAfter(client, { type: 'delete', id })
      onAsked()
      onGone()
      toast({
        title: texts.owner.deleted,
        description: title,
        ...undo(() => call(restorePortfolio, { params: { id } })),
      })
      await refreshed
      await refreshStates(client)
    },
    onError: (error) => {
      onAsked()
      showCallError(error, texts.errorTitle, texts.owner.deleteFailed)
    },
  })
  const hide = useMutation({
    mutationFn: () => call(setWorkState, { params: { id }, body: { state: 'hidden' } }),
    onSuccess: async ({ work }) => {
      patchWork(client, id, () => work)
      toast({
        title: texts.owner.hidden,
        description: title,
        ...undo(() => call(setWorkState, { params: { id }, body: { state: 'published' } })),
      })
      await refreshStates(client)
    },
    onError: (error) => showCallError(error, texts.errorTitle, texts.owner.hideFailed),
  })
  return { hide, remove }
}
