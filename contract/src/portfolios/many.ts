import { Array as ListOf, Boolean as Flag, Enum, Optional, String as Text } from 'typebox'
import { CATEGORY_SLUGS, ORIGIN_SLUGS } from '../choices.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { Id, Tags, exact, nullable, SentTime } from '../http/scalars.ts'
import { MAX_ORIGIN_PARTS_LENGTH } from '../limits.ts'
import { StartingPrice } from './bodies.ts'
import { BulkOutcome, MAX_BULK } from '../moderation/bulk.ts'

const ids = ListOf(Id, { minItems: 1, maxItems: MAX_BULK, uniqueItems: true })
const EACH = `Each is judged by itself, in the given order, and the answer tells how it went for each; at most ${MAX_BULK}.`

/** What can be done with many works. `restore` takes out of the bin, and `delete` deletes for good what is in it. */
const WORK_ACTS = ['publish', 'schedule', 'unschedule', 'hide', 'bin', 'restore', 'delete'] as const
export type WorkAct = (typeof WORK_ACTS)[number]

/** What many works get at once. Tags are added to those that each has. */
export const ManyWorksChange = exact(
  {
    category: Optional(Enum(CATEGORY_SLUGS)),
    addTags: Optional(Tags),
    startingPrice: StartingPrice,
    origin: Optional(nullable(Enum(ORIGIN_SLUGS))),
    /** With `ai_assisted`, and with nothing else. */
    originParts: Optional(nullable(Text({ maxLength: MAX_ORIGIN_PARTS_LENGTH }))),
    isReserved: Optional(Flag()),
  },
  { minProperties: 1 },
)

export const changeManyWorks = defineEndpoint({
  method: 'PATCH',
  path: '/api/portfolios',
  access: 'member',
  scope: 'works:write',
  summary: `Edit many of the caller's works. ${EACH}`,
  body: exact({ ids, change: ManyWorksChange }),
  response: ListOf(BulkOutcome),
})

export const moveManyWorks = defineEndpoint({
  method: 'PUT',
  path: '/api/portfolios/state',
  access: 'member',
  scope: 'works:write',
  summary: `Publish, schedule, hide, bin or restore many of the caller's works, or delete for good what is in their bin. ${EACH}`,
  body: exact({
    ids,
    act: Enum([...WORK_ACTS]),
    /** With `schedule`, and with nothing else. */
    publishAt: Optional(SentTime),
  }),
  response: ListOf(BulkOutcome),
})
