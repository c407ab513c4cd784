import { Array as ListOf, Object as ObjectOf, String as Text, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { words } from '../http/words.ts'
import { Id, Time, entity, exact, filledText, idParams, nullable } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'
import { MAX_NOTE_LENGTH } from './moderation.ts'

export const MAX_ANSWER_NAME = 80
/** So many can be chosen from a list without a search. */
export const MAX_ANSWERS = 200

/** The placeholders of a canned answer, and what replaces each one when the value is unknown. */
const PLACEHOLDERS = { name: 'there', title: 'it' } as const
export type Addressee = Partial<Record<keyof typeof PLACEHOLDERS, string>>

const PLACEHOLDER = /\{(name|title)\}/g

/** Whether a text leaves something open. */
export const isOpenText = (text: string): boolean => text.search(PLACEHOLDER) !== -1

/** The text for one person: `{name}` becomes their first name, `{title}` the title of their work. */
export const fillAnswer = (text: string, addressee: Addressee): string =>
  text.replaceAll(PLACEHOLDER, (_, what: keyof typeof PLACEHOLDERS) =>
    addressee[what] === undefined || addressee[what] === '' ? PLACEHOLDERS[what] : addressee[what],
  )

/** A text that staff use again as a reason or message. */
export const CannedAnswer = entity('CannedAnswer', {
  id: Id,
  name: Text(),
  body: Text(),
  /** Who wrote it first; null when the account was deleted. */
  madeBy: nullable(Creator),
  updatedAt: Time,
})
export type CannedAnswer = Static<typeof CannedAnswer>

const fields = exact({
  name: filledText(MAX_ANSWER_NAME, words('name', { missing: 'Enter a name.' })),
  body: filledText(MAX_NOTE_LENGTH, words('text', { missing: 'Enter the text.' })),
})

export const listAnswers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/answers',
  access: 'admin',
  right: 'answers.use',
  summary: `All canned answers by name; at most ${MAX_ANSWERS}.`,
  response: ListOf(CannedAnswer),
})

export const createAnswer = defineEndpoint({
  method: 'POST',
  path: '/api/admin/answers',
  access: 'admin',
  right: 'answers.write',
  summary: 'Write a canned answer. `{name}` and `{title}` are filled in where it is used.',
  body: fields,
  status: 201,
  response: CannedAnswer,
  errors: ['conflict'],
})

export const updateAnswer = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/answers/:id',
  access: 'admin',
  right: 'answers.write',
  summary: 'Rewrite a canned answer. What was sent with it stays as it was.',
  params: ObjectOf(idParams),
  body: fields,
  response: CannedAnswer,
  errors: ['not_found', 'conflict'],
})

export const deleteAnswer = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/answers/:id',
  access: 'admin',
  right: 'answers.write',
  summary: 'Remove a canned answer. What was sent with it stays as it was.',
  params: ObjectOf(idParams),
  errors: ['not_found'],
})
