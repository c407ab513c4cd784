import {
  checkMoney,
  getHealth,
  listFailedJobs,
  retryJobs,
  type FailedJob,
  type Health,
} from '@plinth/contract/moderation/health.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Person } from '../../../test/app.ts'
import { failedJob } from '../../../test/content/jobs.ts'
import { paidApp } from '../../../test/money/cards.ts'

const MAIL = 'notifications.plain-letter'
const t = paidApp({ JOBS: 'off' })
let admin: Person
beforeEach(async () => {
  await sql`delete from pgboss.job`.execute(t.deps.db)
  admin = await t.person('Admin', { isAdmin: true })
})

const health = async (): Promise<Health> => (await t.call(getHealth, { as: admin })).body as Health
const failed = async (): Promise<FailedJob[]> =>
  (await t.call(listFailedJobs, { as: admin })).body as FailedJob[]
const retry = (body: object) => t.call(retryJobs, { as: admin, body })
const logged = async (action: string): Promise<AuditEntry[]> =>
  (await t.call(listAudit, { as: admin, query: { action, actorId: admin.id } })).body

describe('health', () => {
  it('says what the metrics say', async () => {
    await failedJob(t, MAIL)
    const metrics = String((await t.request({ method: 'GET', url: '/metrics' })).body)
    const value = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    const { disk, money, partitions, queues } = await health()
    expect(disk?.sizeBytes).toBe(value('plinth_disk_size_bytes'))
    expect(money.failedRefunds).toBe(value('plinth_money_failed_refunds'))
    expect(partitions.length).toBeGreaterThan(1)
    for (const { name, monthsAhead } of partitions)
      expect(monthsAhead).toBe(value(`plinth_partition_months_ahead{table="${name}"}`))
    expect(queues).toMatchObject([{ name: MAIL, failed: 1, waiting: 0 }])
  })

  it('names versions, the cache in front, replicas and files', async () => {
    expect(await health()).toMatchObject({
      versions: { node: process.version, migration: expect.stringMatching(/^\d{4}_/) },
      cache: { isOn: false, waiting: 0 },
      replicas: [],
      media: { files: 0, originalBytes: 0 },
    })
  })

  it('has the last comparison of the books, with its differences', async () => {
    const before = await health()
    expect(before.money).toMatchObject({ isOn: true, check: null })
    await t.runJob('money.reconcile')
    expect((await health()).money.check).toMatchObject({ differences: [] })
    await sql`insert into reconciliations (started_at, finished_at, read_up_to, differences)
      values (now(), now(), now(), '[{"what": "balance", "ours": 5, "theirs": 7}]')`.execute(
      t.deps.db,
    )
    expect((await health()).money.check?.differences).toEqual([
      { what: 'balance', ours: 5, theirs: 7 },
    ])
  })

  it('compares the books on request, and logs who asked', async () => {
    expect((await t.call(checkMoney, { as: admin })).status).toBe(204)
    expect((await health()).queues).toMatchObject([{ name: 'money.reconcile', waiting: 1 }])
    expect(await logged('money.check')).toHaveLength(1)
  })
})

describe('failed jobs', () => {
  it('say why, and shorten addresses', async () => {
    const error = '550 no mailbox marit@solheim.example\n    at smtp.ts:4'
    await failedJob(t, MAIL, { data: { to: 'marit@solheim.example' }, error })
    expect(await failed()).toMatchObject([
      { queue: MAIL, to: 'm…@solheim.example', reason: '550 no mailbox m…@solheim.example' },
    ])
  })

  it('find the address of a member by their id', async () => {
    await failedJob(t, 'notifications.money', { data: { userId: admin.id } })
    const [one] = await failed()
    expect(one?.to).toMatch(/^A…@example\.com$/)
  })

  it('run again, one or all of a queue, each in the audit log', async () => {
    const first = await failedJob(t, MAIL)
    await failedJob(t, MAIL)
    await failedJob(t, 'notifications.money')
    expect((await retry({ queue: MAIL, id: first })).body).toEqual({ count: 1 })
    expect((await retry({ queue: MAIL })).body).toEqual({ count: 1 })
    expect((await failed()).map(({ queue }) => queue)).toEqual(['notifications.money'])
    const { queues } = await health()
    expect(queues.find(({ name }) => name === MAIL)).toMatchObject({ failed: 0, retrying: 2 })
    expect((await logged('job.retry')).map(({ after }) => after)).toEqual([
      { queue: MAIL, jobs: 1 },
      { queue: MAIL, jobs: 1 },
    ])
  })

  it('are not found once they are gone', async () => {
    await failedJob(t, MAIL)
    expect((await retry({ queue: MAIL, id: randomUUID() })).status).toBe(404)
    expect((await retry({ queue: 'no.queue' })).status).toBe(404)
    expect((await retry({ queue: '' })).status).toBe(400)
  })
})
