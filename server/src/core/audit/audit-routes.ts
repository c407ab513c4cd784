import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_FILE,
  AuditQuery,
  listAudit,
  type AuditAction,
} from '@plinth/contract/moderation/moderation.ts'
import type { Context } from '../../deps.ts'
import { csvOf } from './csv.ts'
import { invalidField } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { viewerOf } from '../../http/viewer.ts'
import {
  AUDIT_LIST,
  listAuditEntries,
  readAuditLines,
  type AuditLine,
} from './audit-list-queries.ts'
import { insertAudit } from './audit-queries.ts'

/** The audit log, in pages and as a file. */
export function registerAudit({ app, mount, deps }: Context): void {
  const { db } = deps

  mount(listAudit, ({ viewer, query: { cursor, limit = PAGE_SIZE, ...filters } }) => {
    checkDays(filters)
    return listAuditEntries(db, {
      ...filters,
      adminId: viewer.id,
      limit,
      after: decodeTimeCursor(cursor, AUDIT_LIST),
    })
  })

  app.get<{ Querystring: AuditQuery }>(
    AUDIT_FILE,
    {
      ...mount.guard({ access: 'admin', right: 'audit.export', fresh: true }),
      schema: {
        querystring: AuditQuery,
        summary: 'The audit log as CSV. Needs a fresh sign-in.',
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const adminId = viewerOf(request).id
      const filters = request.query
      checkDays(filters)
      await insertAudit(db, {
        act: { adminId, requestId: request.id },
        action: 'audit.export',
        subjectKind: 'audit_log',
        subjectId: adminId,
        after: { ...filters },
      })
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', 'attachment; filename="plinth-audit-log.csv"')
        .send(csvOf(readAuditLines(db, filters), { columns: COLUMNS, cellsOf }))
    },
  )
}

const COLUMNS = [
  'No.',
  'Time (UTC)',
  'Who',
  'Role',
  'Action',
  'Kind',
  'On',
  'Id',
  'Before',
  'After',
  'Request',
  'SHA-256',
]

const cellsOf = (line: AuditLine): string[] => [
  line.place,
  line.at,
  line.actor,
  line.role,
  labelOf(line.action),
  line.subjectKind,
  line.subject,
  line.subjectId,
  line.before,
  line.after,
  line.requestId,
  line.hash,
]

const labelOf = (action: AuditAction): string =>
  AUDIT_ACTIONS.find(({ value }) => value === action)?.label ?? action

function checkDays({ from, to }: AuditQuery): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('to', 'Choose a last day that isn’t before the first.')
  }
}
