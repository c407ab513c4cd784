import {
  Array as ListOf,
  Boolean as Flag,
  Integer,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, Time, entity, exact, idParams, nullable } from '../http/scalars.ts'
import { MAX_BLOCKS, MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from '../limits.ts'
import { PortfolioItem } from './portfolios.ts'
import { Block, studyFields } from './studies.ts'

/** Limited to the database column's range. */
const MAX_REVISION = 2_147_483_647

const headFields = {
  title: Text({ maxLength: MAX_TITLE_LENGTH }),
  /** The work's description, which stands under its title. */
  description: Text({ maxLength: MAX_DESCRIPTION_LENGTH }),
  /** The file that stands for the work everywhere; one of its blocks or the present one. */
  coverId: Id,
}

/** A page as its creator writes it. What others see of it changes only by publishing. */
export const Draft = entity('Draft', {
  ...headFields,
  ...studyFields,
  /** The cover is among `files`. */
  item: PortfolioItem,
  /** Rises with every save; 0 before the first. */
  revision: Count,
  savedAt: nullable(Time),
  /** The revision that visitors see; null before the first. */
  publishedRevision: nullable(Count),
})
export type Draft = Static<typeof Draft>

/** What is sent to save a draft. */
export const DraftBody = exact({
  ...headFields,
  blocks: ListOf(Block, { maxItems: MAX_BLOCKS }),
  /** The revision that it was written on. If another one was saved meanwhile, the answer is `conflict`. */
  base: Integer({ minimum: 0, maximum: MAX_REVISION }),
})
export type DraftBody = Static<typeof DraftBody>

export const Revision = entity('Revision', {
  revision: Integer({ minimum: 1 }),
  savedAt: Time,
  blockCount: Count,
  isPublished: Flag(),
})
export type Revision = Static<typeof Revision>

export const getDraft = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id/draft',
  access: 'member',
  scope: 'works:read',
  summary: "The page of one of the caller's works as they write it, with its last saved revision.",
  params: ObjectOf(idParams),
  response: Draft,
  errors: ['not_found'],
})

export const saveDraft = defineEndpoint({
  method: 'PUT',
  path: '/api/portfolios/:id/draft',
  access: 'member',
  scope: 'works:write',
  summary:
    "Save the page of one of the caller's works without showing it to others. Answers with a conflict if it was saved elsewhere since `base`; saving the same again is no conflict.",
  params: ObjectOf(idParams),
  body: DraftBody,
  response: exact({ revision: Integer({ minimum: 1 }), savedAt: Time }),
  errors: ['not_found', 'conflict'],
})

export const publishDraft = defineEndpoint({
  method: 'POST',
  path: '/api/portfolios/:id/draft/publish',
  access: 'member',
  scope: 'works:write',
  summary:
    'Show this saved revision to visitors, and ask the people whom it names. A work that is a draft stays one: `PUT /api/portfolios/:id/state` shows it.',
  params: ObjectOf(idParams),
  body: exact({ revision: Integer({ minimum: 1, maximum: MAX_REVISION }) }),
  response: PortfolioItem,
  errors: ['not_found', 'conflict'],
})

export const listRevisions = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id/draft/revisions',
  access: 'member',
  scope: 'works:read',
  summary: "Earlier revisions of the page of one of the caller's works, newest first.",
  params: ObjectOf(idParams),
  response: ListOf(Revision),
  errors: ['not_found'],
})

export const getRevision = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id/draft/revisions/:revision',
  access: 'member',
  scope: 'works:read',
  summary: 'One earlier revision.',
  params: ObjectOf({ ...idParams, revision: Integer({ minimum: 1, maximum: MAX_REVISION }) }),
  response: exact({ ...headFields, ...studyFields, revision: Count, savedAt: Time }),
  errors: ['not_found'],
})
