import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptInvitation, readInvitation } from '@plinth/contract/moderation/invitations.ts'
import { asksToSignIn, call, sentenceOf } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { patchAnswer, readAgain } from '../../../lib/cache/writes.ts'
import { useSendOnce } from '../../../lib/forms/use-send-once.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { viewerQuery } from '../../session/session-api.ts'
import { acceptTexts as texts } from './invitation-texts.ts'

/** `none`: there is no such invitation. */
export type InvitationStatus = keyof typeof texts.states

const invitationQuery = (token: string) =>
  queryOptions({
    ...answerOf(readInvitation, { body: { token } }),
    staleTime: 0,
  })

/** The state of an invitation, and how to accept it. */
export function useInvitation(token: string, onAccepted: () => void) {
  const client = useQueryClient()
  const query = useQuery(invitationQuery(token))
  const accepting = useSendOnce({
    isOneOff: true,
    resume: 'invitation-accept',
    send: (body: { token: string }) => call(acceptInvitation, { body }),
    onSent: async () => {
      // Marked as used before the viewer becomes an admin, or the page would say that the link stays unused.
      patchAnswer(
        client,
        invitationQuery(token),
        (shown) => shown && { ...shown, state: 'used' as const, isMine: true },
      )
      await readAgain(client, [viewerQuery])
      onAccepted()
    },
    onFailed: (error) =>
      asksToSignIn(error) ? undefined : readAgain(client, [invitationQuery(token)]),
  })
  const status: InvitationStatus | undefined = isMissing(query.error) ? 'none' : query.data?.state
  return {
    query,
    status,
    role: query.data?.role,
    isMine: query.data?.isMine === true,
    accept: () => accepting.send({ token }),
    isBusy: accepting.isSending,
    problem:
      accepting.error === null || asksToSignIn(accepting.error)
        ? null
        : sentenceOf(accepting.error, texts.failed),
  }
}
