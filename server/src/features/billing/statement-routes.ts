import { STATEMENT_FILES, StatementQuery, getStatement } from '@plinth/contract/money/billing.ts'
import { PAGE_SIZE } from '@plinth/contract/limits.ts'
import type { FastifyReply } from 'fastify'
import type { Static } from 'typebox'
import type { Context } from '../../deps.ts'
import { invalidField } from '../../http/errors.ts'
import { decodeTimeCursor } from '../../http/paging.ts'
import { viewerOf } from '../../http/viewer.ts'
import { statementCsv, statementPdf, fileName } from './statement-view.ts'
import {
  STATEMENT_LIST,
  findOwner,
  listStatement,
  readStatement,
  type MoneyLine,
  type Period,
} from './statement-queries.ts'

interface Asked {
  userId: string
  period: Period
  lines: readonly MoneyLine[]
}
type Answer = (asked: Asked) => Promise<NodeJS.ReadableStream> | NodeJS.ReadableStream

export function registerStatement({ app, mount, deps }: Context): void {
  const { db, now } = deps

  mount(getStatement, ({ viewer, query: { cursor, limit = PAGE_SIZE, ...period } }) => {
    checkPeriod(period)
    return listStatement(db, viewer.id, {
      ...period,
      limit,
      after: decodeTimeCursor(cursor, STATEMENT_LIST),
    })
  })

  /** Sends all lines of a period as a file. */
  const file = (kind: keyof typeof STATEMENT_FILES, type: string, answer: Answer): void => {
    app.get<{ Querystring: Static<typeof StatementQuery> }>(
      STATEMENT_FILES[kind],
      {
        ...mount.guard({ access: 'member' }),
        schema: {
          querystring: StatementQuery,
          summary: `The statement as ${kind.toUpperCase()}.`,
          produces: [type.split(';')[0] ?? type],
        },
      },
      async (request, reply) => {
        const userId = viewerOf(request).id
        const period = request.query
        checkPeriod(period)
        const lines = await readStatement(db, userId, period)
        return send(reply, await answer({ userId, period, lines }), {
          type,
          name: fileName(period, kind),
        })
      },
    )
  }
  file('csv', 'text/csv; charset=utf-8', ({ lines }) => statementCsv(lines))
  file('pdf', 'application/pdf', async ({ userId, period, lines }) => {
    const owner = await findOwner(db, userId)
    // What draws PDFs takes 12 MB, and few servers are asked for one.
    const { drawStatement } = await import('../../gateways/paper/statement.ts')
    return drawStatement(statementPdf(lines, { period, owner, now: now() }))
  })
}

const send = (
  reply: FastifyReply,
  stream: NodeJS.ReadableStream,
  { type, name }: { type: string; name: string },
): FastifyReply =>
  reply
    .type(type)
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(stream)

function checkPeriod({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && from > to) {
    throw invalidField('to', 'Choose a last day that isn’t before the first.')
  }
}
