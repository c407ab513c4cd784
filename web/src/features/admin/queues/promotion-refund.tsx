import { useQueryClient } from '@tanstack/react-query'
import { listAdminPromotions } from '@plinth/contract/posts/promotions.ts'
import { isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Trouble } from '../../../ui/feedback/trouble.tsx'
import { FreshSignIn } from '../fresh-sign-in.tsx'
import { isStale } from '../is-stale.ts'
import { refreshQueue } from './queue-api.ts'
import { promotionTexts as texts, queueTexts } from './queue-texts.ts'

/** What the bank returned is sent once more. */
export function PromotionRefund({
  words,
  send,
}: {
  words: string
  send: (idempotencyKey: string) => Promise<unknown>
}) {
  const client = useQueryClient()
  const sending = useSendOnce({
    send: (_: null, idempotencyKey) => send(idempotencyKey),
    onSent: () => {
      toast({ title: texts.sent, variant: 'success' })
      void refreshQueue(client, listAdminPromotions)
    },
  })
  const { error } = sending
  const isQuiet = error === null || isStale(error) || isUnauthorized(error)
  return (
    <div className="mt-5 grid justify-items-start gap-3">
      {isQuiet ? null : <Trouble words={sentenceOf(error, queueTexts.notDone)} />}
      <Button busy={sending.isSending && texts.sending} onClick={() => sending.send(null)}>
        {words}
      </Button>
      <FreshSignIn open={isStale(error)} onClose={() => sending.reset()} />
    </div>
  )
}
