import '../../styles/slip.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PROMOTION_CENTS } from '@plinth/contract/limits.ts'
import { promotePost, type Promotion } from '@plinth/contract/posts/promotions.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { price } from '../../lib/format/format.ts'
import { useLeaveTo } from '../../lib/routing/use-leave-to.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../ui/overlay/dialog.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TermsSentence } from '../../ui/layout/terms-sentence.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { lastPromotionQuery, refreshPromotions } from './promotion-api.ts'
import { texts, canPromote, describePromotion } from './promotion-texts.ts'

const SUM = PROMOTION_CENTS / 100

/** Explains promotions with price and refunds, shows the state of the post's last one, and sells a new one. */
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
    onOpenChange={whenClosed(onClose)}
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
      <ErrorText text={sentenceOf(query.error, texts.loadFailed)} />
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
    // It was paid in another tab, or the post is no longer public.
    onFailed: () => void refreshPromotions(client, postId),
  })
  const canPay = canPromote(last)
  const sentences = last === null ? [] : describePromotion(last)
  return (
    <>
      {sentences.length === 0 ? null : (
        <div className="mt-5 grid gap-1 text-16 text-ink">
          {sentences.map((sentence) => (
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
      {canPay ? (
        <p className="mt-4 text-14 text-ink-3">
          <TermsSentence by="paying" />
        </p>
      ) : null}
      {error === null || isUnauthorized(error) ? null : (
        <div className="mt-4">
          <ErrorText text={sentenceOf(error, texts.failed)} />
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
