import { Boolean as Flag, Enum, Optional, type Static } from 'typebox'
import { ORIGIN_SLUGS } from '../choices.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { exact, nullable } from '../http/scalars.ts'
import { OwnUser } from './users.ts'

/** Fields that are left out stay as they are. */
export const RightsChange = exact(
  {
    /** Selected for new works. An AI-assisted work still has to say which parts. */
    defaultOrigin: Optional(nullable(Enum(ORIGIN_SLUGS))),
    reservesTraining: Optional(Flag()),
    /** All works of the caller take over `reservesTraining` as well. */
    allWorks: Optional(Flag()),
    keepsName: Optional(Flag()),
  },
  { minProperties: 1 },
)
export type RightsChange = Static<typeof RightsChange>

export const updateRights = defineEndpoint({
  method: 'PATCH',
  path: '/api/settings/rights',
  access: 'member',
  summary:
    'Choose what new works say about their origin and AI training, and whether files keep their author’s name.',
  body: RightsChange,
  response: OwnUser,
})
