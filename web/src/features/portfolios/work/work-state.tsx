import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { PortfolioItem } from '@plinth/contract/portfolios/portfolios.ts'
import {
  getWorkState,
  restorePortfolio,
  setWorkState,
  type UnshownWork,
} from '@plinth/contract/portfolios/states.ts'
import { call } from '../../../lib/api/api.ts'
import { date, dateAndTime } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { showCallError } from '../../session/unauthorized.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { refreshStates } from '../drafts/drafts-cache.ts'
import { patchWork } from '../portfolio-cache.ts'
import { stateTexts as texts } from './state-texts.ts'

/** It publishes by itself, or is deleted. */
const FRESH_MS = 30_000

function sentenceOf({ state }: PortfolioItem, one: UnshownWork | undefined): string {
  if (state === 'scheduled')
    return one?.publishAt ? texts.scheduledFor(dateAndTime(one.publishAt)) : texts.scheduled
  if (state === 'binned')
    return one?.deletedAt ? texts.binnedUntil(date(one.deletedAt)) : texts.binned
  return state === 'hidden' ? texts.hidden : texts.draft
}

/** What a work that only its creator sees says to them, and the button that shows it to everybody. */
export function WorkState({ work }: { work: PortfolioItem }) {
  const client = useQueryClient()
  const isCreator = useViewer()?.isCreator === true
  const { id, title, state } = work
  const isBinned = state === 'binned'
  const { data } = useQuery({
    ...answerOf(getWorkState, { params: { id } }),
    staleTime: FRESH_MS,
    enabled: isBinned || state === 'scheduled',
  })
  const show = useMutation({
    mutationFn: () =>
      isBinned
        ? call(restorePortfolio, { params: { id } })
        : call(setWorkState, { params: { id }, body: { state: 'published' } }),
    onSuccess: async (shown) => {
      patchWork(client, id, () => shown.work)
      toast({ title: isBinned ? texts.restored : texts.published, description: title })
      await refreshStates(client)
    },
    onError: (error) => showCallError(error, texts.errorTitle, texts.failed),
  })
  const words = isBinned ? texts.restore : state === 'hidden' ? texts.showAgain : texts.publish
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-3">
      <p role="status" className="min-w-0 flex-1 basis-40 text-14 text-ink-2">
        {sentenceOf(work, data)}{' '}
        <Link
          to="/drafts"
          search={state === 'draft' || state === 'published' ? {} : { show: state }}
          className="text-link hit"
        >
          {texts.all}
        </Link>
      </p>
      {isCreator || isBinned ? (
        <Button variant="primary" busy={show.isPending && texts.busy} onClick={() => show.mutate()}>
          {words}
        </Button>
      ) : null}
    </div>
  )
}
