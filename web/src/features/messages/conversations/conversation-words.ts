import type { Conversation } from '@plinth/contract/messages/conversations.ts'
import { NO_SUBJECT } from '@plinth/contract/messages/messages.ts'
import { texts } from '../messages-texts.ts'

/** The link that opens a conversation from the list. */
export const conversationAnchor = (id: string) => `conversation-${id}`

/** What a conversation is called. */
export const subjectOf = ({ subject }: Pick<Conversation, 'subject'>): string =>
  subject === '' ? NO_SUBJECT : subject

/** What was said last, in two lines at most. */
export function previewOf({ last }: Pick<Conversation, 'last'>, viewerId: string): string {
  const said =
    last.quote === null
      ? wordsOr(last.excerpt, last.attachmentCount)
      : texts.list.quoted(last.quote, last.excerpt)
  return last.senderId === viewerId ? texts.list.own(said) : said
}

/** What was said; without words there are files, or else a price. */
export function wordsOr(words: string, fileCount: number): string {
  if (words.trim() !== '') return words
  return fileCount > 0 ? texts.list.files(fileCount) : texts.list.quote
}
