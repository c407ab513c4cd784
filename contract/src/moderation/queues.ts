import { Object as ObjectOf, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count } from '../http/scalars.ts'

/** What waits for an admin. */
export const Queues = ObjectOf(
  {
    /** Things that are reported, however often each. */
    reports: Count,
    disputes: Count,
    /** Paid, and not decided yet. */
    promotions: Count,
    adInquiries: Count,
    appeals: Count,
    takedowns: Count,
  },
  { title: 'Queues', additionalProperties: false },
)
export type Queues = Static<typeof Queues>

export const getQueues = defineEndpoint({
  method: 'GET',
  path: '/api/admin/queues',
  access: 'admin',
  summary: 'How much waits for an admin, by kind.',
  status: 200,
  response: Queues,
})
