import '../../styles/slip.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import { promotePost, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { price } from '../../lib/format/format.ts'
import { useLeaveTo } from '../../lib/routing/use-leave-to.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, DialogFooter } from '../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Trouble } from '../../ui/feedback/trouble.tsx'
import { lastPromotionQuery, makePromotionsOld } from './promotion-api.ts'
import { texts } from './promotion-texts.ts'
import { canPromote, standOf } from './promotion-words.ts'

const SUM = PROMOTION_CENTS / 100

/** What a promotion is, what it costs, when the money comes back, and how the last one of this post stands. */
export const PromoteDialog = ({
  post,
  open,
  onClose,
}: {
  post: { id: string; title: string }
  open: boolean
  onClose: () => void
}) => (
  <Dialog
    open={open}
    onOpenChange={(stays) => {
      if (!stays) onClose()
    }}
    title={texts.title}
    description={texts.about(post.title)}
    width="narrow"
  >
    <Body postId={post.id} onClose={onClose} />
  </Dialog>
)

function Body({ postId, onClose }: { postId: string; onClose: () => void }) {
  const query = useQuery(lastPromotionQuery(postId))
  if (query.data !== undefined) return <Offer postId={postId} last={query.data} onClose={onClose} />
  if (query.error === null) {
    return (
      <div role="status" aria-label={texts.loading}>
        <Skeleton className="mt-5 h-64" />
      </div>
    )
  }
  return (
    <div className="mt-5 grid justify-items-start gap-4">
      <Trouble words={sentenceOf(query.error, texts.loadFailed)} />
      <Button onClick={() => void query.refetch()}>{texts.again}</Button>
    </div>
  )
}

interface OfferProps {
  postId: string
  last: Promotion | null
  onClose: () => void
}

function Offer({ postId, last, onClose }: OfferProps) {
  const client = useQueryClient()
  const { go, isLeaving, error } = useLeaveTo<string>({
    open: async (id, idempotencyKey) =>
      (await call(promotePost, { params: { id }, idempotencyKey })).url,
    // It was paid in another tab, or the post is not everybody's any more.
    onFailed: () => void makePromotionsOld(client, postId),
  })
  const canPay = canPromote(last)
  const stand = last === null ? [] : standOf(last)
  return (
    <>
      {stand.length === 0 ? null : (
        <div className="mt-5 grid gap-1 text-16 text-ink">
          {stand.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <section aria-label={texts.title} className="slip mt-5">
        <p className="display slip-sum tnum">{price(SUM)}</p>
        <ul className="mt-3 grid gap-2 text-14">
          {Object.values(texts.slip).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
      {error === null || isUnauthorized(error) ? null : (
        <div className="mt-4">
          <Trouble words={sentenceOf(error, texts.failed)} />
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{texts.close}</Button>
        {canPay ? (
          <Button variant="primary" busy={isLeaving && texts.leaving} onClick={() => go(postId)}>
            <span className="tnum">{texts.pay(price(SUM))}</span>
          </Button>
        ) : null}
      </DialogFooter>
    </>
  )
}
