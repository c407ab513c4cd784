import { isFilled } from '@plinth/contract/http/filled.ts'
import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@plinth/contract/limits.ts'
import type { Problems } from '../../../lib/forms/problems.ts'
import { composeTexts as texts, composeTexts } from './compose-texts.ts'

const whole = new Intl.NumberFormat('en-US')

const tooLong = (text: string, most: number): string | null =>
  text.trim().length > most ? texts.tooLong(whole.format(most)) : null

/** The problems of a subject and a text. `missing` is the sentence for a blank text; null if it may be blank. */
export function textProblems(
  { subject = '', content }: { subject?: string; content: string },
  missing: string | null,
): Problems {
  const problems: Problems = {}
  const longSubject = tooLong(subject, MAX_SUBJECT_LENGTH)
  if (longSubject !== null) problems['subject'] = longSubject
  const longContent = tooLong(content, MAX_MESSAGE_LENGTH)
  if (longContent !== null) problems['content'] = longContent
  if (missing !== null && !isFilled(content)) problems['content'] = missing
  return problems
}

export const EMPTY_MESSAGE = { subject: '', content: '' }
export type MessageFields = typeof EMPTY_MESSAGE

/** A message needs text or files. */
export const messageProblems = (fields: MessageFields, files: number) =>
  textProblems(fields, files === 0 ? composeTexts.message.wrong.content : null)
