import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@plinth/contract/limits.ts'
import type { Problems } from '../../../lib/forms/form-problems.ts'
import { composeTexts as texts } from './compose-texts.ts'

const whole = new Intl.NumberFormat('en-US')

const tooLong = (text: string, most: number): string | null =>
  text.trim().length > most ? texts.tooLong(whole.format(most)) : null

/** What is wrong with a subject and a text; `missing` where the text must not be blank. */
export function textProblems(
  { subject = '', content }: { subject?: string; content: string },
  missing: string | null,
): Problems {
  const problems: Problems = {}
  const longSubject = tooLong(subject, MAX_SUBJECT_LENGTH)
  if (longSubject !== null) problems['subject'] = longSubject
  const longContent = tooLong(content, MAX_MESSAGE_LENGTH)
  if (longContent !== null) problems['content'] = longContent
  if (missing !== null && content.trim() === '') problems['content'] = missing
  return problems
}
