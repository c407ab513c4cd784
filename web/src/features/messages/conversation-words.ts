import type { Conversation } from '@plinth/contract/conversations.ts'
import { NO_SUBJECT } from '@plinth/contract/messages.ts'
import { texts } from './messages-texts.ts'

/** The link that opens a conversation from the list. */
export const conversationAnchor = (id: string) => `conversation-${id}`

/** What a conversation is called. */
export const subjectOf = ({ subject }: Pick<Conversation, 'subject'>): string =>
  subject === '' ? NO_SUBJECT : subject

/** What was said last, in two lines at most. */
export function previewOf({ last }: Pick<Conversation, 'last'>, viewerId: string): string {
  const { excerpt, attachmentCount } = last
  // Without words there are files, or else a price.
  const wordless = attachmentCount > 0 ? texts.list.files(attachmentCount) : texts.list.quote
  const said = excerpt === '' ? wordless : excerpt
  return last.senderId === viewerId ? texts.list.own(said) : said
}
