import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  endProofLink,
  listProofLinks,
  makeProofLink,
  type MadeProofLink,
  type NewProofLink,
  type ProofLink,
} from '@plinth/contract/proofing/links.ts'
import { call } from '../../../lib/api/api.ts'
import { answerOf } from '../../../lib/cache/answers.ts'
import { patchAnswer } from '../../../lib/cache/writes.ts'

/** Guests come while it is closed, so it is read again each time it is opened. */
export const linksQuery = (roomId: string) => ({
  ...answerOf(listProofLinks, { params: { id: roomId } }),
  staleTime: 0,
})

/** Makes a link. Returns it with its address, which the list does not have. */
export function useMakeLink(roomId: string) {
  const client = useQueryClient()
  return async (body: NewProofLink): Promise<MadeProofLink> => {
    const made = await call(makeProofLink, { params: { id: roomId }, body })
    const { url: _, ...link } = made
    patchAnswer(client, linksQuery(roomId), (links) =>
      links === undefined ? undefined : [link, ...links],
    )
    return made
  }
}

export function useEndLink(roomId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ProofLink) => call(endProofLink, { params: { id: roomId, linkId: id } }),
    onSuccess: (ended) =>
      patchAnswer(client, linksQuery(roomId), (links) =>
        links?.map((one) => (one.id === ended.id ? ended : one)),
      ),
  })
}
