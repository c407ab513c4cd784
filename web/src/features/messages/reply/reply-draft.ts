import { unsentDraft } from '../compose/compose-draft.ts'

export const EMPTY_REPLY = { content: '' }

/** What was typed in one conversation and not sent, with the files that have arrived. */
export const replyDraft = (conversationId: string) =>
  unsentDraft(`reply.${conversationId}`, EMPTY_REPLY)
