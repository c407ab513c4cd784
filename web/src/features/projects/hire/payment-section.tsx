import './hire.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { confirmPayment } from '@plinth/contract/projects/project-calls.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sentenceOf } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { makeDraft } from '../../../lib/forms/draft.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { useViewer } from '../../session/use-viewer.ts'
import { hireDraft } from './hire-fields.ts'
import { hireTexts } from './hire-texts.ts'
import { paymentOutcome, messageOf } from './payment-rules.ts'
import { storeProject } from '../project-api.ts'

const texts = hireTexts.paid
const AGAIN_MS = 3_000
/** After a minute we stop asking and wait for the webhook. */
const MOST_ASKED = 20

type PaymentReturnState = 'none' | 'asking' | 'waiting' | 'failed' | 'cancelled'

/**
 * After the viewer returns from the card provider: has the server ask the provider, and reports success only once it is
 * paid. Then removes the parameter from the address.
 */
function usePaymentReturn(projectId: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const viewerId = useViewer()?.id ?? ''
  const checkout = useSearch({ strict: false, select: (search) => search.checkout })
  const clean = () =>
    void navigate({
      to: '.',
      search: ({ checkout: _checkout, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  const query = useQuery({
    ...answerOf(confirmPayment, { params: { id: projectId }, body: {} }),
    enabled: checkout === 'done',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      !isOver(state.data) && state.error === null && state.dataUpdateCount < MOST_ASKED
        ? AGAIN_MS
        : false,
  })
  const take = useEffectEvent((project: Project) => {
    storeProject(client, project)
    const outcome = paymentOutcome(project)
    if (outcome === 'waiting') return
    if (outcome !== 'refused') {
      if (project.work !== null) makeDraft(hireDraft(project.work.id)).drop(localStorage, viewerId)
      toast({ title: texts.title, description: messageOf(outcome, project) })
    }
    clean()
  })
  const { data } = query
  useEffect(() => {
    if (data !== undefined) take(data)
  }, [data])

  return {
    state: stateOf(checkout, query.error !== null, data),
    error: query.error,
    isAsking: query.isFetching,
    ask: () => void query.refetch(),
    dismiss: clean,
  }
}

const isOver = (project: Project | undefined): boolean =>
  project !== undefined && paymentOutcome(project) !== 'waiting'

function stateOf(
  checkout: 'done' | 'cancelled' | undefined,
  hasFailed: boolean,
  project: Project | undefined,
): PaymentReturnState {
  if (checkout === undefined || isOver(project)) return 'none'
  if (checkout === 'cancelled') return 'cancelled'
  if (hasFailed) return 'failed'
  return project === undefined ? 'asking' : 'waiting'
}

/** The status of the payment after returning from the card provider. It floats, so that nothing moves when it goes. */
export function PaymentReturn({ projectId }: { projectId: string }) {
  const { state, error, isAsking, ask, dismiss } = usePaymentReturn(projectId)
  if (state === 'none') return null
  return (
    <div
      role="status"
      className="payment-status flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-surface-3 px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-64 text-14 text-ink-2">
        {state === 'failed' ? `${texts.failed}. ${sentenceOf(error, '')}` : texts[state]}
      </p>
      {state === 'failed' ? (
        <Button onClick={ask} busy={isAsking && `${texts.asking}...`}>
          {texts.again}
        </Button>
      ) : null}
      {state === 'cancelled' ? <Button onClick={dismiss}>{texts.dismiss}</Button> : null}
    </div>
  )
}
