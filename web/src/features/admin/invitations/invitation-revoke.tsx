import { useMutation, useQueryClient } from '@tanstack/react-query'
import { listInvitations, revokeInvitation } from '@plinth/contract/moderation/invitations.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { refreshQueue } from '../queues/queue-api.ts'
import { invitationTexts as texts, queueTexts } from '../queues/queue-texts.ts'

/** Ends a link that nobody has used. */
export function InvitationRevoke({
  id,
  whose,
  onRevoked,
}: {
  id: string
  whose: string
  onRevoked: () => void
}) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(revokeInvitation, { params: { id } }),
    onSuccess: () => {
      toast({ title: texts.done, variant: 'success' })
      onRevoked()
    },
    onError: (error) => {
      if (isUnauthorized(error)) return
      toast({
        title: queueTexts.notDone,
        description: sentenceOf(error, ''),
        variant: 'destructive',
      })
    },
    // Refused or not: what is on show may be old.
    onSettled: () => refreshQueue(client, listInvitations),
  })
  return (
    <Button
      variant="quiet-danger"
      aria-label={texts.revokeThat(whose)}
      busy={isPending && texts.revoking}
      onClick={() => mutate()}
    >
      {texts.revoke}
    </Button>
  )
}
