import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Number as NumberOf,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Count, Id, Time, entity, exact, filledText, nullable } from '../http/scalars.ts'

const MAX_QUEUE_NAME = 100
const Seconds = NumberOf({ minimum: 0 })

/** A queue of background jobs. Queues without any jobs are left out. */
const QueueHealth = exact({
  name: Text(),
  waiting: Count,
  /** Wait for another attempt. */
  retrying: Count,
  running: Count,
  /** Given up; they are kept for a week. */
  failed: Count,
  /** How long the first waiting one has been due. */
  oldestSeconds: Seconds,
})

/** How Plinth is doing, by the same measures as `/metrics`. */
export const Health = entity('Health', {
  queues: ListOf(QueueHealth),
  /** The disk of the data folder of the server that answers; null if it can't be read. */
  disk: nullable(exact({ freeBytes: Count, sizeBytes: Count, state: Enum(['ok', 'low', 'full']) })),
  /** Originals that people uploaded, and files that wait for their renditions. */
  media: exact({
    files: Count,
    originalBytes: NumberOf({ minimum: 0 }),
    unready: ListOf(exact({ state: Text(), count: Count, oldestSeconds: Seconds })),
  }),
  money: exact({
    /** False without a card provider: there is nothing to compare the books with. */
    isOn: Flag(),
    stuckEvents: Count,
    failedRefunds: Count,
    failedTransfers: Count,
    /** The last comparison of the books with the card provider; null before the first. */
    check: nullable(
      exact({
        finishedAt: Time,
        /** In cents. */
        differences: ListOf(exact({ what: Text(), ours: Integer(), theirs: Integer() })),
      }),
    ),
  }),
  /** Copies of the database that the answering server reads from. */
  replicas: ListOf(
    exact({ name: Text(), state: Enum(['ok', 'late', 'gone']), lagSeconds: nullable(Seconds) }),
  ),
  /** Tables that are divided by time, and for how many months after this one they have partitions. */
  partitions: ListOf(exact({ name: Text(), monthsAhead: Integer() })),
  cache: exact({
    /** Whether there is a cache in front that is told what to forget. */
    isOn: Flag(),
    /** What it was not told yet. */
    waiting: Count,
    oldestSeconds: Seconds,
  }),
  versions: exact({
    node: Text(),
    postgres: Text(),
    /** The newest migration of the database. */
    migration: Text(),
  }),
  /** Whether a mail server is set up. */
  sendsEmail: Flag(),
})
export type Health = Static<typeof Health>

export const getHealth = defineEndpoint({
  method: 'GET',
  path: '/api/admin/health',
  access: 'admin',
  right: 'health.read',
  summary:
    'How Plinth is doing: jobs, storage, money, replicas, partitions, the cache in front and versions.',
  response: Health,
})

export const FailedJob = entity('FailedJob', {
  id: Id,
  queue: Text(),
  failedAt: Time,
  /** The beginning of what went wrong, with email addresses shortened. */
  reason: Text(),
  /** The shortened address that an email was for; null for other jobs. */
  to: nullable(Text()),
})
export type FailedJob = Static<typeof FailedJob>

export const listFailedJobs = defineEndpoint({
  method: 'GET',
  path: '/api/admin/health/failed',
  access: 'admin',
  right: 'health.read',
  summary: 'The last 100 jobs that were given up, emails among them, newest first.',
  response: ListOf(FailedJob),
})

export const retryJobs = defineEndpoint({
  method: 'POST',
  path: '/api/admin/health/retries',
  access: 'admin',
  right: 'health.act',
  summary:
    'Run one job that was given up again, or without `id` all of its queue among the last 100.',
  body: exact({
    queue: filledText(MAX_QUEUE_NAME),
    id: Optional(Id),
  }),
  response: entity('Retried', { count: Count }),
  errors: ['not_found'],
})

export const checkMoney = defineEndpoint({
  method: 'POST',
  path: '/api/admin/health/money-check',
  access: 'admin',
  right: 'health.act',
  summary: 'Compare the books with the card provider soon. The result is in the health.',
  errors: ['conflict'],
})
