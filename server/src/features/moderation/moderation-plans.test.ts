import type { AuditQuery } from '@plinth/contract/moderation/moderation.ts'
import { sql, type RawBuilder } from 'kysely'
import { beforeAll, describe, it } from 'vitest'
import { testApp } from '../../../test/app.ts'
import { idAt } from '../../../test/content/bulk.ts'
import { expectRead, writeInBulk } from '../../../test/plans.ts'
import { auditStatement } from '../../core/audit/audit-list-queries.ts'
import { newId } from '../../db/id.ts'
import type { Database } from '../../db/pool.ts'
import type { TimePosition } from '../../http/paging.ts'
import { reportsStatement, type ReportStatus } from './report-queries.ts'

/** Number of reports, half of them closed, and of entries in the audit log. */
const ROWS = 100_000
const PEOPLE = 5_000

const t = testApp({ JOBS: 'off' })
const adminId = newId()
const actorId = newId()

beforeAll(async () => {
  await writeInBulk(t.deps, write)
}, 120_000)

async function write(trx: Database): Promise<void> {
  await sql`insert into users (id, first_name, last_name)
    select gen_random_uuid(), 'Person', i::text from generate_series(1, ${PEOPLE}::int) i`.execute(
    trx,
  )
  // One thing in ten has several reports.
  await sql`
    insert into reports (id, reporter_id, kind, subject_id, author_id, reason, text, snapshot, outcome,
      note, closed_by, closed_at, created_at)
    select gen_random_uuid(), u.ids[1 + i % ${PEOPLE}::int], 'post',
      md5((i % 90001)::text)::uuid, u.ids[1 + (i * 7) % ${PEOPLE}::int], 'spam', 'Look.',
      jsonb_build_object('title', 'Post ' || i), d.outcome, d.note, d.by, d.at,
      now() - i * interval '1 minute'
    from generate_series(1, ${ROWS}::int) i,
      (select array_agg(id) as ids from users) u,
      lateral (select 'no_action' as outcome, 'Fine.' as note, u.ids[1] as by,
        now() - i * interval '50 seconds' as at where i % 2 = 0
        union all select null, null, null, null where i % 2 = 1) d`.execute(trx)
  await sql`
    insert into audit_log
      (id, actor_id, action, subject_kind, subject_id, subject_title, after, created_at)
    select ${idAt(sql`now() - i * interval '1 minute'`)}, case when i % 500 = 0 then ${actorId}::uuid else u.ids[1 + i % 5] end,
      case when i % 1000 = 0 then 'report.close' else 'report.read' end, 'report', gen_random_uuid(),
      'Jar ' || i, '{}', now() - i * interval '1 minute'
    from generate_series(1, ${ROWS}::int) i, (select array_agg(id) as ids from users) u`.execute(
    trx,
  )
}

const farDown: TimePosition = { micros: (Date.now() - 40_000 * 60_000) * 1_000, id: newId() }
const reports =
  (status: ReportStatus, after: TimePosition | null = null, limit = 20) =>
  () =>
    reportsStatement(status, { viewerId: adminId, limit, after })
const audit =
  (after: TimePosition | null = null, limit = 20, filters: AuditQuery = {}) =>
  () =>
    auditStatement({ ...filters, adminId, limit, after })

/** A page and one row more, which shows whether another page follows. PostgreSQL 15 reads one row beyond that. */
const PAGE = 22
const HUNDRED = 102

describe(`${ROWS} reports and ${ROWS} entries of the log`, () => {
  it.each<[string, () => RawBuilder<unknown>, number]>([
    ['open reports', reports('open'), PAGE],
    ['open reports, far down', reports('open', farDown), PAGE],
    ['open reports, a hundred', reports('open', farDown, 100), HUNDRED],
    ['closed reports', reports('closed'), PAGE],
    ['closed reports, far down', reports('closed', farDown), PAGE],
    ['closed reports, a hundred', reports('closed', farDown, 100), HUNDRED],
    ['the log', audit(), PAGE],
    ['the log, far down', audit(farDown), PAGE],
    ['the log, a hundred', audit(farDown, 100), HUNDRED],
    ['the log of one admin', audit(farDown, 20, { actorId }), PAGE],
    ['the log of one action', audit(null, 20, { action: 'report.close' }), PAGE],
    ['the log of one thing', audit(null, 20, { subjectId: newId() }), PAGE],
    ['the log from a day on', audit(null, 20, { from: '2000-01-01' }), PAGE],
    // Some other rows share the trigrams of the words.
    ['the log by words', audit(null, 20, { search: 'jar 77777' }), 200],
  ])('are read from an index, no more than is needed: %s', async (_, statement, most) => {
    await expectRead(t.deps, statement(), { never: /Seq Scan (reports|audit_log|users)/, most })
  })
})
