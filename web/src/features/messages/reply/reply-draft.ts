import { useDraft } from '../../../lib/forms/draft.ts'

const EMPTY_REPLY = { content: '' }

/** What was typed in one conversation and not sent, with the files that have arrived. */
export const useReplyDraft = (conversationId: string, viewerId: string) =>
  useDraft({ name: `reply.${conversationId}`, owner: viewerId, empty: EMPTY_REPLY })
