import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { addProject } from '../test/content/deliveries.ts'
import { readMatrix, walkRow, type Case } from '../test/matrix.ts'
import { makePdf } from '../test/media/documents.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about what leaves a proof room as a file, and comes as one. */
const t = testApp({ JOBS: 'off' })

const PDF = makePdf({
  objects: ['<</Type/Annot/Subtype/Square/Rect[0 0 100 100]/Contents(Darker.)>>'],
  page: '/Annots[10 0 R]',
})

/** A room in which the owner has delivered a PDF to somebody else. */
const room =
  (options: { isDisputed?: boolean; payload?: Buffer } = {}): Case['ask'] =>
  async ({ world }) => {
    const { db } = t.deps
    const { owner } = world.people
    const id = await addProject(db, { client: world.other, creator: owner, status: 'delivered' })
    const [deliveryId, versionId] = [newId(), newId()]
    await sql`
      insert into project_deliveries (id, project_id, number, note) values (${deliveryId}, ${id}, 1, '')`.execute(
      db,
    )
    await sql`
      insert into delivery_files (id, project_id, owner_id, delivery_id, position, kind, file_name, content_type, bytes,
        preview_state)
      values (${versionId}, ${id}, ${owner.id}, ${deliveryId}, 0, 'pdf', 'a.pdf', 'application/pdf', 1, 'none')`.execute(
      db,
    )
    if (options.isDisputed === true)
      await sql`
        insert into project_disputes (project_id, opened_by, from_status, opened_at)
        values (${id}, 'client', 'delivered', now())`.execute(db)
    const { payload } = options
    return {
      params: { id, versionId },
      ...(payload === undefined ? {} : { payload, headers: { 'content-type': 'application/pdf' } }),
    }
  }

const CASES: Record<string, Case> = {
  P60: {
    ask: room({ payload: PDF }),
    proof: (_, { body }) => expect(body).toEqual({ added: 1, known: 0, left: 0 }),
  },
  P61: { ask: room({ payload: PDF, isDisputed: true }) },
  P62: { ask: room() },
  P63: { ask: room({ isDisputed: true }) },
  P64: { ask: room() },
  P65: { ask: room({ isDisputed: true }) },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
