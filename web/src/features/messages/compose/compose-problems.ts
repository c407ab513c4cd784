import { set, type FieldErrors, type FieldValues, type Resolver } from 'react-hook-form'
import { MAX_MESSAGE_LENGTH, MAX_SUBJECT_LENGTH } from '@plinth/contract/limits.ts'
import { composeTexts as texts } from './compose-texts.ts'

export type Problems = Record<string, string>

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

/** What a check depends on besides the fields. */
export interface Along {
  /** Files that go with it. */
  files: number
}

/** Problems by field; one of a list's is named as in `milestones.0.title`. */
export const resolverOf =
  <F extends FieldValues>(check: (fields: F, along: Along) => Problems): Resolver<F, Along> =>
  (fields, along) => {
    const problems = Object.entries(check(fields, along ?? { files: 0 }))
    if (problems.length === 0) return { values: fields, errors: {} }
    const errors: FieldErrors<F> = {}
    for (const [name, message] of problems) set(errors, name, { type: 'check', message })
    return { values: {}, errors }
  }
