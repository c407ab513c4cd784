import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { hiring } from '../test/content/projects.ts'
import { readMatrix, walkRow, type Case, type Cell } from '../test/matrix.ts'
import { paidApp, type PaidApp } from '../test/money/cards.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about cases. Those about rights and money, and about content, are in other files. */
const t = paidApp({ JOBS: 'off' })
type CaseCell = Cell<PaidApp>
type CaseOfCases = Case<PaidApp>

/** A work of the owner that somebody else has reported. */
const reported = async ({ world }: CaseCell, as = world.other) => {
  const body = { kind: 'portfolio', id: world.workId, reason: 'spam' }
  const answer = await t.request({ method: 'POST', url: '/api/reports', as, payload: body })
  expect(answer.status).toBe(201)
  return { params: { kind: 'portfolio', id: world.workId } }
}

/** A dispute between somebody else and the owner, whom they hired. */
const disputed = async ({ world }: CaseCell) => {
  const { other: client, workId } = world
  const steps = hiring(t, { client, creator: world.people.owner, workId, priceCents: 45_000 })
  const { id, deliveries } = await steps.in('revision_requested')
  await steps.dispute(id)
  return { params: { kind: 'dispute', id, file: deliveries[0]?.files[0]?.id ?? newId() } }
}

const caseOf = async (subjectId: string | undefined) => {
  const { rows } = await sql<{ assignee: string | null; notes: number }>`
    select assignee_id as assignee, (select count(*)::int from case_notes where case_id = c.id) as notes
    from cases c where subject_id = ${subjectId ?? null}::uuid`.execute(t.deps.db)
  return rows[0]
}
const loggedOf = async (subjectId: string | undefined) => {
  const { rows } = await sql<{ action: string }>`
    select action from audit_log where subject_id = ${subjectId ?? null}::uuid`.execute(t.deps.db)
  return rows.map(({ action }) => action)
}

const opens = (make: typeof disputed | typeof reported, action: string): CaseOfCases => ({
  ask: (cell) => make(cell),
  isLogged: true,
  proof: async (_, __, { params }) => expect(await loggedOf(params?.id)).toEqual([action]),
})
const notes = (make: typeof disputed | typeof reported): CaseOfCases => ({
  ask: async (cell) => ({ ...(await make(cell)), payload: { text: 'Ask again.' } }),
  proof: async (_, __, { params }) => expect(await caseOf(params?.id)).toMatchObject({ notes: 1 }),
})
const assigns = (make: typeof disputed | typeof reported): CaseOfCases => ({
  ask: async (cell) => ({ ...(await make(cell)), payload: { assigneeId: cell.as?.id ?? null } }),
  proof: async ({ as }, __, { params }) =>
    expect(await caseOf(params?.id)).toMatchObject({ assignee: as?.id }),
})

const CASES: Record<string, CaseOfCases> = {
  K01: opens(reported, 'case.open'),
  K02: notes(reported),
  K03: assigns(reported),
  K04: { ask: () => ({}), proof: (_, { body }) => expect(body).toEqual([]) },
  K05: opens(disputed, 'case.open'),
  K06: opens(disputed, 'case.thread'),
  K07: opens(disputed, 'case.original'),
  K08: notes(disputed),
  K09: assigns(disputed),
  K10: { ask: disputed, proof: (_, { body }) => expect(body.side).toBe('creator') },
  K11: {
    ask: async (cell) => ({ ...(await disputed(cell)), payload: { text: 'See the brief.' } }),
    proof: (_, { body }) => expect(body.proof).toHaveLength(1),
  },
  K12: {
    ask: async (cell) => reported(cell, cell.as),
    proof: (_, { body }) => expect(body.side).toBe('reporter'),
  },
}

describe('who may do what in a case', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as CaseOfCases),
  )
})
