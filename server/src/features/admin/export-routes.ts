import type { Readable } from 'node:stream'
import type { Right } from '@plinth/contract/http/rights.ts'
import { MONEY_FILE, USERS_FILE } from '@plinth/contract/moderation/exports.ts'
import { insertAudit, type Audited } from '../../core/audit/audit-queries.ts'
import type { Context } from '../../deps.ts'
import { csvOf } from '../../core/audit/csv.ts'
import { viewerOf } from '../../http/viewer.ts'
import { readMoneyLines, readUserLines } from './export-queries.ts'

const USER_COLUMNS = [
  'Id',
  'Handle',
  'Name',
  'Email',
  'Joined (UTC)',
  'Creator',
  'Role',
  'Subscription',
  'Suspended (UTC)',
  'Works',
  'Posts',
]
const MONEY_COLUMNS = [
  'Transaction',
  'Entry',
  'Time (UTC)',
  'Kind',
  'Account',
  'Owner',
  'Dollars',
  'Project',
  'Payment',
  'Cause',
]

interface ExportedFile {
  path: string
  right: Right
  action: Audited['action']
  name: string
  summary: string
  read: () => Readable
}

/** Everybody's accounts and the books as files, for whoever runs Plinth. */
export function registerExports({ app, mount, deps: { db } }: Context): void {
  const serve = ({ path, right, action, name, summary, read }: ExportedFile) =>
    app.get(
      path,
      {
        ...mount.guard({ access: 'admin', right, fresh: true }),
        schema: { summary: `${summary} Needs a fresh sign-in.`, produces: ['text/csv'] },
      },
      async (request, reply) => {
        const adminId = viewerOf(request).id
        await insertAudit(db, {
          act: { adminId, requestId: request.id },
          action,
          subjectKind: 'file',
          subjectId: adminId,
          after: { file: name },
        })
        return reply
          .type('text/csv; charset=utf-8')
          .header('cache-control', 'no-store')
          .header('content-disposition', `attachment; filename="${name}"`)
          .send(read())
      },
    )
  serve({
    path: USERS_FILE,
    right: 'users.export',
    action: 'users.export',
    name: 'plinth-users.csv',
    summary: 'All accounts as CSV.',
    read: () =>
      csvOf(readUserLines(db), { columns: USER_COLUMNS, cellsOf: (line) => Object.values(line) }),
  })
  serve({
    path: MONEY_FILE,
    right: 'money.export',
    action: 'money.export',
    name: 'plinth-money.csv',
    summary: 'Every entry of the books as CSV.',
    read: () =>
      csvOf(readMoneyLines(db), {
        columns: MONEY_COLUMNS,
        cellsOf: ({ position, ...line }) => {
          const [id = '', ...rest] = Object.values(line)
          return [id, String(position), ...rest]
        },
      }),
  })
}
