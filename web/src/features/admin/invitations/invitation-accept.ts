import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { acceptInvitation, readInvitation } from '@plinth/contract/moderation/invitations.ts'
import { call, isUnauthorized, sentenceOf } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { patchAnswer, readAgain } from '../../../lib/cache/writes.ts'
import { isMissing } from '../../../lib/api/errors.ts'
import { viewerQuery } from '../../session/session-api.ts'
import { acceptTexts as texts } from './invitation-texts.ts'

/** `none`: no such link. */
export type Stand = keyof typeof texts.stands

const invitationQuery = (token: string) =>
  queryOptions({
    ...answerOf(readInvitation, { body: { token } }),
    staleTime: 0,
  })

/** How the invitation stands, and its acceptance. */
export function useInvitation(token: string, onAccepted: () => void) {
  const client = useQueryClient()
  const query = useQuery(invitationQuery(token))
  const accepting = useMutation({
    mutationFn: () => call(acceptInvitation, { body: { token } }),
    onSuccess: async () => {
      // Before the viewer is an admin: of one it would be said that the link stays unused.
      patchAnswer(
        client,
        invitationQuery(token),
        (shown) => shown && { ...shown, state: 'used' as const, isMine: true },
      )
      await readAgain(client, [viewerQuery])
      onAccepted()
    },
    onError: () => readAgain(client, [invitationQuery(token)]),
  })
  const stand: Stand | undefined = isMissing(query.error) ? 'none' : query.data?.state
  return {
    query,
    stand,
    isMine: query.data?.isMine === true,
    accept: () => accepting.mutate(),
    isBusy: accepting.isPending,
    trouble:
      accepting.error === null || isUnauthorized(accepting.error)
        ? null
        : sentenceOf(accepting.error, texts.failed),
  }
}
