import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import {
  Count,
  Day,
  Dollars,
  Id,
  Paging,
  Time,
  entity,
  exact,
  filledText,
  idParams,
  nullable,
} from '../http/scalars.ts'
import { words } from '../http/words.ts'
import {
  MAX_BRIEF_CHOICES,
  MAX_BRIEF_CREATORS,
  MAX_BRIEF_LENGTH,
  MAX_BRIEF_REFERENCES,
} from '../limits.ts'
import { Picture } from '../media/media.ts'
import { BUDGETS, TIMELINES } from '../messages/inquiry.ts'
import { Creator } from '../people/users.ts'
import { BoardItem } from './boards.ts'

/** The message with which a sender tells the others that they hired somebody. */
export const BRIEF_THANKS = 'I’ve found somebody for this. Thank you for your time.'

/** A brief that is not sent yet. Everything may be missing. */
const draftFields = {
  content: Text({ maxLength: MAX_BRIEF_LENGTH }),
  budget: nullable(Enum([...BUDGETS])),
  timeline: nullable(Enum([...TIMELINES])),
  neededBy: nullable(Day),
  /** Whether the notes go with the references, without the names of their writers. */
  sendsNotes: Flag(),
  /** Things of the board, in the order in which they are shown. */
  itemIds: ListOf(Id, { maxItems: MAX_BRIEF_REFERENCES, uniqueItems: true }),
  creatorIds: ListOf(Id, { maxItems: MAX_BRIEF_CREATORS, uniqueItems: true }),
}
const DraftBody = exact(draftFields)
const BriefDraft = entity('BriefDraft', { ...draftFields, savedAt: Time })

/** Somebody who can be asked: they made something on the board, or the draft names them. */
export const BriefCreator = entity('BriefCreator', {
  person: Creator,
  /** Works of theirs on the board, without those marked "Not this". */
  workCount: Count,
  /** Their first work on the board, a wanted one if there is one. */
  work: nullable(
    exact({ id: Id, title: Text(), picture: Picture, startingPrice: nullable(Dollars) }),
  ),
  /** Everything of theirs on the board is marked "Not this". */
  isAgainst: Flag(),
})
export type BriefCreator = Static<typeof BriefCreator>

/** What somebody needs to write a brief from a board. */
export const BriefForm = entity('BriefForm', {
  board: exact({ id: Id, title: Text() }),
  /** The things at the front of the board, and those of the draft. */
  items: ListOf(BoardItem, { maxItems: MAX_BRIEF_CHOICES + MAX_BRIEF_REFERENCES }),
  /** How much there is on the board. */
  itemCount: Count,
  creators: ListOf(BriefCreator),
  draft: nullable(BriefDraft),
})
export type BriefForm = Static<typeof BriefForm>

/** A work, a post or an uploaded picture that a brief shows, as far as the viewer may see it. */
export const BriefReference = entity('BriefReference', {
  kind: Enum(['work', 'post', 'picture']),
  id: Id,
  /** What a picture shows, if somebody said so. */
  title: Text(),
  /** For a picture, who uploaded it. */
  maker: Creator,
  /** Null for a post without files. */
  picture: nullable(Picture),
  /** The note beside it when the brief was sent; empty if notes were not sent. */
  note: Text(),
  /** It is there to say what is not wanted. */
  isAgainst: Flag(),
})
export type BriefReference = Static<typeof BriefReference>

/**
 * `unsent`: it did not go, and can be tried again. `held`, `refused`: staff look at it first, or did not send it.
 * `answered`: they wrote back without a price.
 */
const ANSWER_STATES = [
  'unsent',
  'held',
  'refused',
  'waiting',
  'answered',
  'quoted',
  'declined',
  'hired',
] as const
export type BriefAnswerState = (typeof ANSWER_STATES)[number]

/** What became of the inquiry to one creator. */
export const BriefAnswer = entity('BriefAnswer', {
  person: Creator,
  state: Enum([...ANSWER_STATES]),
  /** Why it did not go. */
  problem: nullable(Text()),
  conversationId: nullable(Id),
  projectId: nullable(Id),
  /** The price and the date that they offered last, or that both agreed on. */
  price: nullable(Dollars),
  deliverBy: nullable(Day),
  /** When they first wrote back, or declined. */
  answeredAt: nullable(Time),
  /** Whether they were told that somebody else was found. */
  isTold: Flag(),
})
export type BriefAnswer = Static<typeof BriefAnswer>

/** A brief that was sent, for its sender. */
export const Brief = entity('Brief', {
  id: Id,
  /** Null once the board was deleted. */
  boardId: nullable(Id),
  /** The board's title when it was sent, which is the subject of the inquiries. */
  title: Text(),
  content: Text(),
  budget: Enum([...BUDGETS]),
  timeline: Enum([...TIMELINES]),
  neededBy: nullable(Day),
  sendsNotes: Flag(),
  references: ListOf(BriefReference, { maxItems: MAX_BRIEF_REFERENCES }),
  answers: ListOf(BriefAnswer, { maxItems: MAX_BRIEF_CREATORS }),
  createdAt: Time,
})
export type Brief = Static<typeof Brief>

/** A brief among others of its board. */
export const BriefLine = entity('BriefLine', {
  id: Id,
  /** Creators whose inquiry went. */
  sentCount: Count,
  /** Creators whose inquiry waits for staff, or did not go. */
  unsentCount: Count,
  createdAt: Time,
})
export type BriefLine = Static<typeof BriefLine>

/** What an inquiry that was sent from a board shows to its two people. */
export const InquiryBrief = entity('InquiryBrief', {
  references: ListOf(BriefReference, { maxItems: MAX_BRIEF_REFERENCES }),
  neededBy: nullable(Day),
  /** How many other creators were asked. Nobody learns who. */
  otherCount: Count,
  /** The brief, for its sender alone. */
  briefId: nullable(Id),
  boardId: nullable(Id),
})
export type InquiryBrief = Static<typeof InquiryBrief>

const params = ObjectOf(idParams)

export const getBriefForm = defineEndpoint({
  method: 'GET',
  path: '/api/boards/:id/brief',
  access: 'member',
  summary:
    'What a brief from this board can show and who could get it, with the caller’s draft. For the board’s owner and those who may edit it.',
  params,
  response: BriefForm,
  errors: ['not_found'],
})

export const saveBriefDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/boards/:id/brief',
  access: 'member',
  summary: 'Keep the caller’s draft of a brief from this board. It replaces the one before.',
  params,
  body: DraftBody,
  errors: ['not_found'],
})

export const sendBrief = defineEndpoint({
  method: 'POST',
  path: '/api/boards/:id/briefs',
  access: 'member',
  summary:
    'Send a brief: one inquiry to each of its creators. Says for each whether it went. The same client id sends it once.',
  params,
  body: exact({
    ...draftFields,
    content: filledText(
      MAX_BRIEF_LENGTH,
      words('message', { missing: 'Please describe your project' }),
    ),
    budget: Enum([...BUDGETS]),
    timeline: Enum([...TIMELINES]),
    itemIds: ListOf(Id, { minItems: 1, maxItems: MAX_BRIEF_REFERENCES, uniqueItems: true }),
    creatorIds: ListOf(Id, { minItems: 1, maxItems: MAX_BRIEF_CREATORS, uniqueItems: true }),
    /** Made by the client. */
    clientId: Id,
  }),
  status: 201,
  response: Brief,
  errors: ['not_found', 'conflict'],
})

export const listBriefs = defineEndpoint({
  method: 'GET',
  path: '/api/boards/:id/briefs',
  access: 'member',
  summary: 'The briefs that the caller sent from this board, newest first.',
  params,
  query: Paging,
  response: ListOf(BriefLine),
  errors: ['not_found'],
})

export const getBrief = defineEndpoint({
  method: 'GET',
  path: '/api/briefs/:id',
  access: 'member',
  summary: 'A brief that the caller sent, with the answers of its creators.',
  params,
  response: Brief,
  errors: ['not_found'],
})

export const resendBrief = defineEndpoint({
  method: 'POST',
  path: '/api/briefs/:id/send',
  access: 'member',
  summary: 'Send the inquiries of a brief that did not go.',
  params,
  response: Brief,
  errors: ['not_found'],
})

export const thankForBrief = defineEndpoint({
  method: 'POST',
  path: '/api/briefs/:id/thanks',
  access: 'member',
  summary:
    'Tell the creators of a brief who were not hired and have not declined that somebody was found. Each is told once, and only after one of them was hired.',
  params,
  response: Brief,
  errors: ['not_found', 'conflict'],
})

export const getInquiryBrief = defineEndpoint({
  method: 'GET',
  path: '/api/messages/:id/brief',
  access: 'member',
  summary: 'What an inquiry that was sent from a board shows, for its sender and its receiver.',
  params,
  response: InquiryBrief,
  errors: ['not_found'],
})
