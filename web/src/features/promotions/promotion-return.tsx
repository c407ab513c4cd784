import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { confirmPromotion, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { sentenceOf } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { refreshPromotions } from './promotion-api.ts'
import { texts as all, describePromotion } from './promotion-texts.ts'

const texts = all.back
const AGAIN_MS = 3_000
/** Stops asking after a minute: the webhook will report the payment. */
const MOST_ASKED = 20

/**
 * Shown when somebody returns to a post from paying for its promotion. Asks the server to check with the card provider
 * and confirms the payment only once it has arrived.
 */
export function PromotionReturn() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const id = useSearch({ strict: false, select: ({ promotion }) => promotion ?? '' })
  const checkout = useSearch({ strict: false, select: (search) => search.checkout })
  const clean = () =>
    void navigate({
      to: '.',
      search: ({ checkout: _checkout, promotion: _promotion, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    })
  const query = useQuery({
    ...answerOf(confirmPromotion, { params: { id } }),
    enabled: id !== '' && checkout === 'done',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.state !== undefined && state.data.state !== 'unpaid'
        ? false
        : state.error === null && state.dataUpdateCount < MOST_ASKED && AGAIN_MS,
  })
  const { data, error } = query
  const take = useEffectEvent((promotion: Promotion) => {
    void refreshPromotions(client, promotion.post.id)
    if (promotion.state === 'waiting') toast({ title: texts.paid, description: texts.paidLine })
  })
  const state = data?.state
  useEffect(() => {
    if (data !== undefined && state !== 'unpaid') take(data)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new state shows the toast again
  }, [state])
  if (id === '' || checkout === undefined) return null
  return (
    <div
      role="status"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-panel bg-surface-1 px-5 py-4"
    >
      <p className="min-w-0 flex-1 basis-64 text-14 text-ink-2">
        {checkout === 'cancelled' ? texts.cancelled : messageFor(data, error)}
      </p>
      {error !== null && data === undefined ? (
        <Button onClick={() => void query.refetch()} busy={query.isFetching && texts.asking}>
          {all.again}
        </Button>
      ) : null}
      <Button onClick={clean}>{texts.dismiss}</Button>
    </div>
  )
}

function messageFor(promotion: Promotion | undefined, error: unknown): string {
  if (promotion === undefined)
    return error === null ? texts.asking : sentenceOf(error, texts.failed)
  return promotion.state === 'unpaid' ? texts.waiting : describePromotion(promotion).join(' ')
}
