import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { addProject, setStatus } from '../test/content/deliveries.ts'
import { readMatrix, walkRow, type Case } from '../test/matrix.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about proof rooms: the owner was hired by somebody else, and has delivered one file. */
const t = testApp({ JOBS: 'off' })

interface Options {
  isDisputed?: boolean
  isClosed?: boolean
  payload?: unknown
  /** Names a mark or an answer that does not exist yet. */
  isNew?: 'mark' | 'reply'
}

const PLACE = { shape: 'whole', points: [], page: null, from: null, to: null }

/** A room with a mark of the client and the client's answer to it. */
const room =
  (options: Options = {}): Case['ask'] =>
  async ({ world }) => {
    const { db } = t.deps
    const { owner } = world.people
    const client = world.other
    const id = await addProject(db, { client, creator: owner, status: 'delivered' })
    const [deliveryId, versionId, markId, replyId] = [newId(), newId(), newId(), newId()]
    await sql`
      insert into project_deliveries (id, project_id, number, note) values (${deliveryId}, ${id}, 1, '')`.execute(
      db,
    )
    await sql`
      insert into delivery_files (id, project_id, owner_id, delivery_id, position, kind, file_name, content_type, bytes,
        preview_state)
      values (${versionId}, ${id}, ${owner.id}, ${deliveryId}, 0, 'other', 'a.bin', 'application/octet-stream', 1, 'none')`.execute(
      db,
    )
    await sql`insert into proof_rooms (id, changes) values (${id}, 1)`.execute(db)
    await sql`
      insert into proof_marks (id, room_id, version_id, number, author_id, shape, points, text, change)
      values (${markId}, ${id}, ${versionId}, 1, ${client.id}, 'whole', '{}', 'Darker.', 1)`.execute(
      db,
    )
    await sql`
      insert into proof_replies (id, mark_id, author_id, text)
      values (${replyId}, ${markId}, ${client.id}, 'Much.')`.execute(db)
    if (options.isDisputed === true)
      await sql`
        insert into project_disputes (project_id, opened_by, from_status, opened_at)
        values (${id}, 'client', 'delivered', now())`.execute(db)
    if (options.isClosed === true) await setStatus(db, id, 'completed')
    const payload =
      typeof options.payload === 'function' ? options.payload(versionId) : options.payload
    return {
      ...(payload === undefined ? {} : { payload }),
      params: {
        id,
        versionId,
        markId: options.isNew === 'mark' ? newId() : markId,
        replyId: options.isNew === 'reply' ? newId() : replyId,
      },
    }
  }

const isTheRoom: Case['proof'] = (_, { body }, { params }) =>
  expect(body).toMatchObject({ id: params?.['id'] })
const hasTheMark: Case['proof'] = (_, { body }) =>
  expect(body).toMatchObject({ changes: 1, marks: [{ text: 'Darker.' }] })
const newMark = (versionId: string) => ({ versionId, place: PLACE, text: 'Brighter.' })

const CASES: Record<string, Case> = {
  P01: { ask: room(), proof: isTheRoom },
  P02: { ask: room({ isDisputed: true }), proof: isTheRoom },
  P03: { ask: room(), proof: hasTheMark },
  P04: { ask: room({ isDisputed: true }), proof: hasTheMark },
  P05: {
    ask: room({ payload: newMark, isNew: 'mark' }),
    proof: (_, { body }) => expect(body).toMatchObject({ number: 2, text: 'Brighter.' }),
  },
  P06: { ask: room({ payload: { text: 'Mine.' } }) },
  P07: { ask: room() },
  P08: {
    ask: room({ payload: { state: 'done' } }),
    proof: (_, { body }) => expect(body).toMatchObject({ state: 'done' }),
  },
  P09: { ask: room({ payload: { state: 'confirmed' } }) },
  P10: {
    ask: room({ payload: { text: 'Yes.' }, isNew: 'reply' }),
    proof: (_, { body }) => expect(body.replies).toHaveLength(2),
  },
  P11: { ask: room() },
  P12: { ask: room({ payload: { thingId: null } }), proof: isTheRoom },
  P13: { ask: room({ payload: newMark, isNew: 'mark', isClosed: true }) },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
