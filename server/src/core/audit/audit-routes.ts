import { pipeline, Readable } from 'node:stream'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import {
  AUDIT_ACTIONS,
  AUDIT_FILE,
  AuditQuery,
  listAudit,
  type AuditAction,
} from '@plinth/contract/moderation/moderation.ts'
import { stringify } from 'csv-stringify'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../deps.ts'
import { AppError, invalidField } from '../../http/errors.ts'
import { sessionEnded } from '../../http/admission.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { tokenHashOf } from '../../http/viewer.ts'
import {
  AUDIT_LIST,
  listAuditEntries,
  readAuditLines,
  type AuditLine,
} from './audit-list-queries.ts'
import { insertAudit } from './audit-queries.ts'

/** The audit log, in pages and as a file. */
export function registerAudit({ app, mount, deps, cookies, findViewer }: Context): void {
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

  const adminOf = async (request: FastifyRequest): Promise<string> => {
    const hash = tokenHashOf(request, cookies)
    const viewer = hash === null ? null : await findViewer(hash)
    if (viewer === null) throw sessionEnded(cookies)
    if (!viewer.isAdmin) throw new AppError('auth.forbidden', 'Only admins can see this.')
    return viewer.id
  }

  app.get<{ Querystring: AuditQuery }>(
    AUDIT_FILE,
    {
      schema: {
        querystring: AuditQuery,
        summary: 'The audit log as CSV.',
        produces: ['text/csv'],
      },
    },
    async (request, reply) => {
      const adminId = await adminOf(request)
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
        .send(auditCsv(readAuditLines(db, filters)))
    },
  )
}

const COLUMNS = [
  'No.',
  'Time (UTC)',
  'Who',
  'Action',
  'Kind',
  'On',
  'Id',
  'Before',
  'After',
  'Request',
  'SHA-256',
]

/** A CSV file in which a spreadsheet will not run any text as a formula. */
function auditCsv(lines: AsyncIterable<AuditLine>): Readable {
  const file = stringify({
    header: true,
    columns: COLUMNS,
    bom: true,
    record_delimiter: 'windows',
    escape_formulas: true,
  })
  // An error ends the file early; Fastify logs it.
  return pipeline(Readable.from(lines).map(cellsOf), file, () => undefined)
}

const cellsOf = (line: AuditLine): string[] => [
  line.place,
  line.at,
  line.actor,
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
