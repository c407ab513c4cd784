import {
  checkMoney,
  getHealth,
  listFailedJobs,
  retryJobs,
} from '@plinth/contract/moderation/health.ts'
import { insertAudit } from '../../core/audit/audit-queries.ts'
import { RECONCILE_JOB } from '../../core/money/reconcile.ts'
import type { OperatingView } from '../../core/operating/operating-view.ts'
import type { Context } from '../../deps.ts'
import { AppError, notFound } from '../../http/errors.ts'
import type { FailedJob } from '../../jobs/queue.ts'
import { findAddresses, readHealth } from './health-queries.ts'
import { queuesOf, reasonOf, shortened } from './health-rules.ts'

/** How Plinth is doing, for staff who have no metrics, and what they can do about it. */
export function registerHealthPage(
  { mount, deps }: Pick<Context, 'mount' | 'deps'>,
  operating: OperatingView,
): void {
  const { db, env, jobs, mail, replicas } = deps

  mount(getHealth, async () => {
    const [read, depths, disk, unready, money, partitions] = await Promise.all([
      readHealth(db),
      // Read again, because somebody may just have run a failed job.
      operating.depths({ isNew: true }),
      operating.disk().catch(() => null),
      operating.media(),
      operating.money({ isNew: true }),
      operating.partitions(),
    ])
    return {
      queues: queuesOf(depths),
      disk,
      media: { files: read.files, originalBytes: read.originalBytes, unready: [...unready] },
      money: {
        isOn: env.payments !== null,
        stuckEvents: money.stuckEvents,
        failedRefunds: money.failedRefunds,
        failedTransfers: money.failedTransfers,
        check: read.check,
      },
      replicas: replicas.reports().map(({ name, state, lagSeconds }) => ({
        name,
        state,
        lagSeconds: lagSeconds === null ? null : Math.max(0, lagSeconds),
      })),
      partitions: partitions.map(({ name, monthsAhead }) => ({ name, monthsAhead })),
      cache: {
        isOn: env.cachePurge !== null,
        waiting: read.waitingPurges,
        oldestSeconds: read.oldestPurgeSeconds,
      },
      versions: { node: process.version, postgres: read.postgres, migration: read.migration },
      sendsEmail: mail.isOn,
    }
  })

  mount(listFailedJobs, async () => {
    const failed = await jobs.failed()
    const ids = failed.flatMap(({ data }) =>
      typeof data['userId'] === 'string' ? [data['userId']] : [],
    )
    const addresses = await findAddresses(db, ids)
    return failed.map((job) => ({
      id: job.id,
      queue: job.queue,
      failedAt: job.at.toISOString(),
      reason: reasonOf(job.error),
      to: recipientOf(job, addresses),
    }))
  })

  mount(retryJobs, async ({ body: { queue, id }, viewer, request }) => {
    const found = (await jobs.failed()).filter(
      (job) => job.queue === queue && (id === undefined || job.id === id.toLowerCase()),
    )
    if (found.length === 0) throw notFound()
    const ids = found.map((job) => job.id)
    await db.transaction().execute(async (trx) => {
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'job.retry',
        subjectKind: 'job',
        subjectId: ids[0] ?? '',
        after: { queue, jobs: ids.length },
      })
      await jobs.retry(trx, queue, ids)
    })
    return { count: ids.length }
  })

  mount(checkMoney, async ({ viewer, request }) => {
    if (env.payments === null) {
      throw new AppError('conflict', 'No card provider is set up, so there is nothing to compare.')
    }
    await db.transaction().execute(async (trx) => {
      await insertAudit(trx, {
        act: { adminId: viewer.id, requestId: request.id },
        action: 'money.check',
        subjectKind: 'books',
        subjectId: viewer.id,
      })
      await jobs.send(trx, RECONCILE_JOB, {})
    })
    return null
  })
}

/** Whom an email was for. Emails to members name the person, others the address. */
function recipientOf({ data }: FailedJob, addresses: ReadonlyMap<string, string>): string | null {
  const { to, userId } = data
  if (typeof to === 'string') return shortened(to)
  const address = typeof userId === 'string' ? addresses.get(userId) : undefined
  return address === undefined || address === '' ? null : shortened(address)
}
