import type { Deps } from '../../deps.ts'
import { poolUse } from '../../db/pool.ts'
import type { Measure } from '../../http/operating/metrics.ts'
import type { MoneyWatch } from './measure-queries.ts'
import type { OperatingView } from './operating-view.ts'

type Watched = Pick<Deps, 'db' | 'live' | 'replicas'>

/**
 * The metrics for whoever runs Plinth. Those of jobs, media and money describe the whole site, and every server reports
 * the same: take their maximum, never their sum.
 */
export function measuresOf(
  { db, live, replicas }: Watched,
  { disk, depths, media, money, partitions }: OperatingView,
): Measure[] {
  const ofMoney = (name: string, help: string, field: keyof MoneyWatch): Measure => ({
    name: `money_${name}`,
    help,
    read: async () => {
      const value = (await money())[field]
      return value === undefined || value === null ? [] : [{ value }]
    },
  })
  return [
    {
      name: 'database_connections',
      help: 'Connections of this process, by what they do.',
      labels: ['state'],
      read: () => {
        const { busy, idle } = poolUse(db)
        return [
          { labels: { state: 'busy' }, value: busy },
          { labels: { state: 'idle' }, value: idle },
        ]
      },
    },
    {
      name: 'database_waiting',
      help: 'Requests of this process that wait for a connection.',
      read: () => [{ value: poolUse(db).waiting }],
    },
    {
      name: 'replica_up',
      help: 'Whether this process reads from a replica: 1, or 0 while it lags too far behind or does not answer.',
      labels: ['replica'],
      read: () =>
        replicas
          .reports()
          .map(({ name, state }) => ({ labels: { replica: name }, value: state === 'ok' ? 1 : 0 })),
    },
    {
      name: 'replica_lag_seconds',
      help: 'How far a replica is behind the primary, where that is known.',
      labels: ['replica'],
      read: () =>
        replicas
          .reports()
          .flatMap(({ name, lagSeconds }) =>
            lagSeconds === null ? [] : [{ labels: { replica: name }, value: lagSeconds }],
          ),
    },
    {
      name: 'partition_months_ahead',
      help: 'For how many months after this one there are partitions, for each table that is divided by time.',
      labels: ['table'],
      read: async () =>
        (await partitions()).map(({ name, monthsAhead }) => ({
          labels: { table: name },
          value: monthsAhead,
        })),
    },
    {
      name: 'disk_free_bytes',
      help: 'What this process can still write to the disk of its data folder.',
      read: async () => [{ value: (await disk()).freeBytes }],
    },
    {
      name: 'disk_size_bytes',
      help: 'Size of that disk.',
      read: async () => [{ value: (await disk()).sizeBytes }],
    },
    {
      name: 'live_streams',
      help: 'Live streams that are open in this process.',
      read: () => [{ value: live.openStreams() }],
    },
    {
      name: 'jobs',
      help: 'Jobs that are not done, by queue and state; failed ones are kept for a week.',
      labels: ['queue', 'state'],
      read: async () =>
        (await depths()).map(({ queue, state, count }) => ({
          labels: { queue, state },
          value: count,
        })),
    },
    {
      name: 'jobs_oldest_seconds',
      help: 'How long the first job of a queue has been due.',
      labels: ['queue'],
      read: async () =>
        (await depths())
          .filter(({ state }) => state === 'created')
          .map(({ queue, oldestSeconds }) => ({ labels: { queue }, value: oldestSeconds })),
    },
    {
      name: 'media',
      help: 'Files in each state.',
      labels: ['state'],
      read: async () =>
        (await media()).map(({ state, count }) => ({ labels: { state }, value: count })),
    },
    {
      name: 'media_oldest_seconds',
      help: 'How long the oldest file of a state has been in it.',
      labels: ['state'],
      read: async () =>
        (await media()).map(({ state, oldestSeconds }) => ({
          labels: { state },
          value: oldestSeconds,
        })),
    },
    ofMoney(
      'stuck_events',
      'Events of the card provider not processed for five minutes.',
      'stuckEvents',
    ),
    ofMoney(
      'reconciled_seconds_ago',
      'Time since the books were last compared with the provider.',
      'reconciledSecondsAgo',
    ),
    ofMoney('differences', 'Differences that this comparison found.', 'differences'),
    ofMoney('failed_refunds', 'Refunds that did not arrive.', 'failedRefunds'),
    ofMoney(
      'failed_transfers',
      'Transfers to creators that the provider refused.',
      'failedTransfers',
    ),
  ]
}
