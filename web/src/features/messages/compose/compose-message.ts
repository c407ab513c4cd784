import { textProblems } from './compose-problems.ts'
import { composeTexts } from './compose-texts.ts'

export const EMPTY_MESSAGE = { subject: '', content: '' }
export type MessageFields = typeof EMPTY_MESSAGE

/** A message says something, or has files that do. */
export const messageProblems = (fields: MessageFields, files: number) =>
  textProblems(fields, files === 0 ? composeTexts.message.wrong.content : null)
