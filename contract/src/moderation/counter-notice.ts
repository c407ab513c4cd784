import { Literal, Object as ObjectOf, type Static } from 'typebox'
import { Appeal, MAX_APPEAL_LENGTH } from './appeals.ts'
import { defineEndpoint } from '../http/endpoint.ts'
import { filledText, idParams } from '../http/scalars.ts'
import { MAX_NAME_LENGTH, MAX_TAKEDOWN_TEXT } from './takedowns.ts'

const MAX_PHONE_LENGTH = 40

/** What is declared with a counter-notice, as the holder gets to read it: 17 U.S.C. § 512(g)(3)(C) and (D). */
export const COUNTER_STATEMENTS = {
  isMistaken:
    'Under penalty of perjury, I believe in good faith that it was taken down by mistake or misidentification.',
  acceptsCourt:
    'I consent to the jurisdiction of the Federal District Court for the district of my address (outside the United States: of any district in which Plinth may be found), and accept service of process from whoever sent the notice or their agent.',
} as const

/** What the form asks of whoever answers a copyright notice. */
export const CounterNotice = ObjectOf(
  {
    /** Why taking it down was a mistake. */
    text: filledText(MAX_APPEAL_LENGTH),
    name: filledText(MAX_NAME_LENGTH),
    address: filledText(MAX_TAKEDOWN_TEXT),
    phone: filledText(MAX_PHONE_LENGTH),
    isMistaken: Literal(true),
    acceptsCourt: Literal(true),
    /** The full name once more, typed in place of a signature. */
    signature: filledText(MAX_NAME_LENGTH),
  },
  { additionalProperties: false },
)
export type CounterNotice = Static<typeof CounterNotice>

export const sendCounterNotice = defineEndpoint({
  method: 'POST',
  path: '/api/takedowns/:id/counter',
  access: 'member',
  summary:
    'Answer once the copyright notice for which something of one’s own was taken down. Whoever sent the notice gets it.',
  params: ObjectOf(idParams),
  body: CounterNotice,
  status: 201,
  response: Appeal,
  errors: ['not_found', 'conflict'],
})
