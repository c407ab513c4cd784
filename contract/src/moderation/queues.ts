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
  /** Messages and comments that went to many people and wait for a look. */
  held: Count,
  /** Uploads that look like something taken down. */
  lookAlikes: Count,
  /** Waits for a second person, as far as the caller may decide it. */
  proposals: Count,
  /** Accounts with so many strikes that somebody has to decide about a suspension. */
  suspensions: Count,
  /** Posts that wait to be approved. */
  pendingPosts: Count,
})
export type Queues = Static<typeof Queues>

export const getQueues = defineEndpoint({
  method: 'GET',
  path: '/api/admin/queues',
  access: 'admin',
  right: 'queues.read',
  summary: 'How much waits for an admin, by kind.',
  response: Queues,
})
