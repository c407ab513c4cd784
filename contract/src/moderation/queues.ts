import { Object as ObjectOf, type Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count } from '../http/scalars.ts'

/** How much waits for an admin in each queue. */
export const Queues = ObjectOf(
  {
    /** Reported things; several reports of one count once. */
    reports: Count,
    disputes: Count,
    /** Paid and not decided yet. */
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
