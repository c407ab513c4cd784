import type { Static } from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, entity } from '../http/scalars.ts'

/** How many things wait for an admin in each queue. */
export const Queues = entity('Queues', {
  /** Reported things; several reports of one count once. */
  reports: Count,
  disputes: Count,
  /** Paid and not decided yet. */
  promotions: Count,
  adInquiries: Count,
  appeals: Count,
  takedowns: Count,
})
export type Queues = Static<typeof Queues>

export const getQueues = defineEndpoint({
  method: 'GET',
  path: '/api/admin/queues',
  access: 'admin',
  summary: 'How much waits for an admin, by kind.',
  response: Queues,
})
