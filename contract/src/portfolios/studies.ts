import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Literal,
  Object as ObjectOf,
  Optional,
  Record as RecordOf,
  String as Text,
  Union,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Time, entity, exact, filledText, idParams, nullable } from '../http/scalars.ts'
import {
  MAX_BLOCKS,
  MAX_CAPTION_LENGTH,
  MAX_CREDITS,
  MAX_FACT_LENGTH,
  MAX_GRID_FILES,
  MAX_LINK_LENGTH,
  MAX_LIST_ITEMS,
  MAX_QUOTE_LENGTH,
  MAX_ROLE_LENGTH,
  MAX_TEXT_PARTS,
  MAX_TEXT_PART_LENGTH,
  MAX_TOOLS,
} from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Audio, Document, Picture, Video } from '../media/media.ts'
import { Creator } from '../people/users.ts'

/** Words in a row that look alike; with `href` they are a link. Links lead to `https:`, `http:` or `mailto:` addresses. */
export const Span = exact({
  text: Text({ minLength: 1, maxLength: MAX_TEXT_PART_LENGTH }),
  href: Optional(Text({ maxLength: MAX_LINK_LENGTH, pattern: '^(?:https?://|mailto:)\\S+$' })),
})
export type Span = Static<typeof Span>
const Spans = ListOf(Span, { maxItems: 100 })

/** A heading, a paragraph or a list of a text. */
export const TextPart = Union([
  exact({ kind: Enum(['heading', 'paragraph']), spans: Spans }),
  exact({ kind: Literal('list'), items: ListOf(Spans, { minItems: 1, maxItems: MAX_LIST_ITEMS }) }),
])
export type TextPart = Static<typeof TextPart>

/** A file of its creator with its caption. Its alternative text belongs to the file (`PATCH /api/media/:id`). */
export const Shot = exact({ mediaId: Id, caption: Text({ maxLength: MAX_CAPTION_LENGTH }) })
export type Shot = Static<typeof Shot>

/** Somebody of Plinth, or a name. The id is the client's, so that a credit that was confirmed stays so when it moves. */
export const CreditLine = Union([
  exact({ id: Id, personId: Id, role: filledText(MAX_ROLE_LENGTH) }),
  exact({ id: Id, name: filledText(MAX_ROLE_LENGTH), role: filledText(MAX_ROLE_LENGTH) }),
])
export type CreditLine = Static<typeof CreditLine>

const BLOCK_TYPES = ['text', 'media', 'grid', 'compare', 'quote', 'facts', 'credits'] as const
export type BlockType = (typeof BLOCK_TYPES)[number]

/** Ids of blocks are the client's; they stay when a block moves, so that two versions can be merged. */
export const Block = Union([
  exact({
    id: Id,
    type: Literal('text'),
    parts: ListOf(TextPart, { maxItems: MAX_TEXT_PARTS }),
  }),
  /** One picture, film, sound or document. `full` is as wide as the wall, `measure` as wide as text. */
  exact({ id: Id, type: Literal('media'), width: Enum(['full', 'measure']), shot: nullable(Shot) }),
  /** Pictures in justified rows, never cropped. */
  exact({
    id: Id,
    type: Literal('grid'),
    rowHeight: Enum(['low', 'middle', 'tall']),
    hasCaptions: Flag(),
    shots: ListOf(Shot, { maxItems: MAX_GRID_FILES }),
  }),
  /** Before and after, with a handle between them. The text beside it may be empty. */
  exact({
    id: Id,
    type: Literal('compare'),
    before: nullable(Shot),
    after: nullable(Shot),
    title: Text({ maxLength: MAX_CAPTION_LENGTH }),
    text: Text({ maxLength: MAX_QUOTE_LENGTH }),
  }),
  exact({
    id: Id,
    type: Literal('quote'),
    text: Text({ maxLength: MAX_QUOTE_LENGTH }),
    /** Who said it and where, as typed. */
    cite: Text({ maxLength: MAX_CAPTION_LENGTH }),
  }),
  exact({
    id: Id,
    type: Literal('facts'),
    client: Text({ maxLength: MAX_FACT_LENGTH }),
    year: Text({ maxLength: MAX_FACT_LENGTH }),
    role: Text({ maxLength: MAX_FACT_LENGTH }),
    place: Text({ maxLength: MAX_FACT_LENGTH }),
    time: Text({ maxLength: MAX_FACT_LENGTH }),
    tools: ListOf(filledText(MAX_FACT_LENGTH), { maxItems: MAX_TOOLS }),
  }),
  exact({
    id: Id,
    type: Literal('credits'),
    people: ListOf(CreditLine, { maxItems: MAX_CREDITS }),
  }),
])
export type Block = Static<typeof Block>

/** A file that blocks show. */
export const ShownFile = entity('ShownFile', {
  kind: Enum(MEDIA_KINDS),
  fileName: Text(),
  picture: Picture,
  video: nullable(Video),
  audio: nullable(Audio),
  document: nullable(Document),
})
export type ShownFile = Static<typeof ShownFile>

/** `asked`: not answered yet, or not asked yet because the page is not published. Visitors see accepted ones only. */
export const CREDIT_STATES = ['asked', 'accepted', 'declined'] as const
export type CreditState = (typeof CREDIT_STATES)[number]

/** Somebody of Plinth that blocks name, by the id of their line. */
const CreditedPerson = exact({ person: Creator, state: Enum([...CREDIT_STATES]) })

/** What a page shows, published or not. */
export const studyFields = {
  blocks: ListOf(Block, { maxItems: MAX_BLOCKS }),
  /** By file. What is not here cannot be shown any more. */
  files: RecordOf(Text(), ShownFile),
  /** By credit line, of those that name somebody of Plinth. For visitors, lines that are not here are not shown. */
  people: RecordOf(Text(), CreditedPerson),
}

/** What visitors see below a work: its blocks as they were published. A cache in front knows it by the work's id. */
export const CaseStudy = entity('CaseStudy', { workId: Id, ...studyFields, publishedAt: Time })
export type CaseStudy = Static<typeof CaseStudy>

export const getCaseStudy = defineEndpoint({
  method: 'GET',
  path: '/api/portfolios/:id/case-study',
  access: 'public',
  scope: 'works:read',
  cache: 'shared',
  summary: 'What is below a work that is a case study.',
  params: ObjectOf(idParams),
  response: CaseStudy,
  errors: ['not_found'],
})
