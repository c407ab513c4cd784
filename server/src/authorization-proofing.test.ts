import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../test/app.ts'
import { addProject, setStatus } from '../test/content/deliveries.ts'
import { makeWork } from '../test/content/works.ts'
import { readMatrix, walkRow, type Case } from '../test/matrix.ts'
import { originalKey } from './core/media/media-rules.ts'
import { newId } from './db/id.ts'

/** The rows of the matrix about proof rooms: the owner was hired by somebody else, and has delivered one file. */
const t = testApp({ JOBS: 'off' })

interface Options {
  isDisputed?: boolean
  isClosed?: boolean
  /** The owner is the client, and somebody else was hired. */
  isClient?: boolean
  payload?: unknown
  /** Names a mark or an answer that does not exist yet. */
  isNew?: 'mark' | 'reply'
}

/** The secret of every link here. */
const SECRET = 's'.repeat(43)

const PLACE = { shape: 'whole', points: [], page: null, from: null, to: null }

/** A room with a mark of the client and the client's answer to it. */
const room =
  (options: Options = {}): Case['ask'] =>
  async ({ world }) => {
    const { db } = t.deps
    const { owner } = world.people
    const [client, creator] =
      options.isClient === true ? [owner, world.other] : [world.other, owner]
    const id = await addProject(db, { client, creator, status: 'delivered' })
    await sql`update projects set picks = 1 where id = ${id}`.execute(db)
    const [deliveryId, versionId, markId, replyId] = [newId(), newId(), newId(), newId()]
    await sql`
      insert into project_deliveries (id, project_id, number, note) values (${deliveryId}, ${id}, 1, '')`.execute(
      db,
    )
    await sql`
      insert into delivery_files (id, project_id, owner_id, delivery_id, position, kind, file_name, content_type, bytes,
        preview_state, sha256)
      values (${versionId}, ${id}, ${creator.id}, ${deliveryId}, 0, 'other', 'a.bin', 'application/octet-stream', 1,
        'none', sha256('a'))`.execute(db)
    await sql`insert into proof_rooms (id, changes, picks) values (${id}, 1, ${[versionId]}::uuid[])`.execute(
      db,
    )
    await sql`
      insert into proof_approvals (project_id, approved_at, delivery, files, open_marks, decisions, picks)
      values (${id}, now(), 1, ${JSON.stringify([{ fileName: 'a.bin', version: 1, bytes: 1, sha256: 'a'.repeat(64) }])}::jsonb,
        '[]', '[]', '[]')`.execute(db)
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

/** The same with a link of the client, by which people come who have its secret. */
const withLink =
  (payload?: unknown): Case['ask'] =>
  async (cell, variant) => {
    const { params = {} } = await room()(cell, variant)
    const linkId = newId()
    await sql`
      insert into proof_links (id, room_id, made_by, name, rights, secret_hash, expires_at)
      values (${linkId}, ${params['id']}, ${cell.world.other.id}, 'The printer', 'comment',
        sha256(convert_to(${SECRET}, 'utf8')), now() + interval '1 day')`.execute(t.deps.db)
    return {
      ...(payload === undefined ? {} : { payload }),
      params: { ...params, linkId, ...(payload === undefined ? {} : { id: linkId }) },
    }
  }

/** The same room with a comment of a guest that its owner has not read. */
const withNews =
  (ask: Case['ask']): Case['ask'] =>
  async (cell, variant) => {
    const asked = await ask(cell, variant)
    const [linkId, guestId, markId] = [newId(), newId(), newId()]
    const { db } = t.deps
    await sql`
      insert into proof_links (id, room_id, made_by, name, rights, secret_hash, expires_at)
      values (${linkId}, ${asked.params?.['id']}, ${cell.world.people.owner.id}, 'The printer', 'comment',
        sha256(convert_to(${SECRET}, 'utf8')), now() + interval '1 day')`.execute(db)
    await sql`insert into proof_guests (id, link_id, name) values (${guestId}, ${linkId}, 'Aino')`.execute(
      db,
    )
    await sql`
      insert into proof_marks (id, room_id, version_id, number, guest_id, shape, points, text, change)
      select ${markId}, ${asked.params?.['id']}, f.id, 2, ${guestId}, 'whole', '{}', 'Warmer.', 1
      from delivery_files f where coalesce(f.project_id, f.room_id) = ${asked.params?.['id']}`.execute(
      db,
    )
    await sql`
      insert into notifications (id, user_id, kind, room_id, mark_id, actor_count)
      values (${newId()}, ${cell.world.people.owner.id}, 'proof', ${asked.params?.['id']}, ${markId}, 1)`.execute(
      db,
    )
    return asked
  }
const LINK = { name: 'The printer', right: 'comment', days: 7 }

/** A room that the owner has opened for a draft. */
const ownRoom =
  (payload?: unknown): Case['ask'] =>
  async ({ world }) => {
    const { db } = t.deps
    const [id, deliveryId, versionId] = [newId(), newId(), newId()]
    await sql`insert into proof_rooms (id, owner_id, title)
      values (${id}, ${world.people.owner.id}, 'Spring posters')`.execute(db)
    await sql`insert into project_deliveries (id, room_id, number, note) values (${deliveryId}, ${id}, 1, '')`.execute(
      db,
    )
    await sql`
      insert into delivery_files (id, room_id, owner_id, delivery_id, position, kind, file_name, content_type, bytes,
        preview_state)
      values (${versionId}, ${id}, ${world.people.owner.id}, ${deliveryId}, 0, 'other', 'a.bin',
        'application/octet-stream', 1, 'none')`.execute(db)
    const sent = typeof payload === 'function' ? payload(versionId) : payload
    return {
      ...(sent === undefined ? {} : { payload: sent }),
      params: { id, markId: newId() },
    }
  }

/** A draft of the owner, with its file in the store. */
async function draftOf({ world }: Parameters<Case['ask']>[0]): Promise<string> {
  const { db, storage } = t.deps
  const workId = await makeWork(t.deps, world.people.owner, { title: 'Poster', isListed: false })
  const { rows } = await sql<{ mediaId: string }>`
    update portfolio_items set state = 'draft' where id = ${workId}::uuid returning media_id as "mediaId"`.execute(
    db,
  )
  await storage.put(originalKey(rows[0]?.mediaId ?? '', 'jpg'), Buffer.from('a picture'))
  return workId
}
const ownDraft: Case['ask'] = async (cell) => ({
  payload: { title: 'Posters', workIds: [await draftOf(cell)] },
})
const PERSON = { name: 'Aino', email: 'aino@example.com' }

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
  P14: { ask: withNews(room({ payload: { upTo: 1 } })) },
  P15: { ask: withNews(room({ payload: { upTo: 1 }, isDisputed: true })) },
  O01: {
    ask: ownRoom(),
    proof: ({ actor }, { body }) =>
      expect(body.map(({ title }: { title: string }) => title)).toEqual(
        actor === 'owner' ? expect.arrayContaining(['Spring posters']) : [],
      ),
  },
  O02: { ask: ownDraft, proof: (_, { body }) => expect(body).toMatchObject({ files: 1 }) },
  O03: { ask: ownRoom() },
  O04: {
    ask: ownRoom(),
    proof: (_, { body }, { params }) =>
      expect(body).toMatchObject({ id: params?.['id'], client: null }),
  },
  O05: { ask: ownRoom(), proof: (_, { body }) => expect(body).toEqual([]) },
  O06: {
    ask: ownRoom(LINK),
    proof: (_, { body }) => expect(body.url).toMatch(/\/proof\/[\da-f-]{36}#[\w-]{43}$/),
  },
  O07: {
    ask: ownRoom(newMark),
    proof: (_, { body }) => expect(body).toMatchObject({ number: 1, text: 'Brighter.' }),
  },
  O08: {
    ask: ownRoom({ title: 'Summer posters' }),
    proof: (_, { body }) => expect(body).toMatchObject({ title: 'Summer posters' }),
  },
  O09: {
    ask: async (cell, variant) => ({
      ...(await ownRoom()(cell, variant)),
      payload: { workIds: [await draftOf(cell)] },
    }),
    proof: (_, { body }) => expect(body).toMatchObject({ files: 2 }),
  },
  O10: {
    ask: async (cell) => {
      await draftOf(cell)
      return {}
    },
    proof: ({ actor }, { body }) =>
      expect(body.map(({ title }: { title: string }) => title)).toEqual(
        actor === 'owner' ? expect.arrayContaining(['Poster']) : [],
      ),
  },
  O11: { ask: withNews(ownRoom({ upTo: 1 })) },
  P40: {
    ask: room({ payload: { verdict: 'approved' }, isClient: true }),
    proof: (_, { body }) => expect(body).toMatchObject({ verdict: 'approved' }),
  },
  P41: { ask: room({ payload: { verdict: 'approved' } }) },
  P42: {
    ask: room({ payload: { thingIds: [], change: 0 }, isClient: true }),
    proof: (_, { body }) => expect(body).toMatchObject({ most: 1, thingIds: [] }),
  },
  P43: { ask: room({ payload: { thingIds: [], change: 0 } }) },
  P44: { ask: room() },
  P45: { ask: room() },
  P46: {
    ask: room({ payload: { price: 90, note: 'A second round.' } }),
    proof: (_, { body }) => expect(body).toMatchObject({ offers: [{ kind: 'change', price: 90 }] }),
  },
  G01: {
    ask: withLink(),
    proof: (_, { body }, { params }) => expect(body).toMatchObject([{ id: params?.['linkId'] }]),
  },
  G02: {
    ask: room({ payload: LINK }),
    proof: (_, { body }) => expect(body.url).toMatch(/\/proof\/[\da-f-]{36}#[\w-]{43}$/),
  },
  G03: { ask: room({ payload: { ...LINK, right: 'decide', person: PERSON } }) },
  G04: {
    ask: withLink(),
    proof: (_, { body }) => expect(body).toMatchObject({ state: 'off' }),
  },
  G05: {
    changes: () => false,
    ask: withLink({ secret: SECRET }),
    proof: (_, { body }, { params }) => expect(body).toMatchObject({ id: params?.['id'] }),
  },
  G06: { ask: withLink({ secret: 'x'.repeat(43) }) },
  G07: {
    ask: withLink({ secret: SECRET, name: 'Aino' }),
    proof: (_, { body }) => expect(body).toMatchObject({ name: 'Aino', right: 'comment' }),
  },
  G08: { ask: withLink({ secret: 'x'.repeat(43), name: 'Aino' }) },
  G09: { ask: withLink({ secret: SECRET }) },
}

describe('who may do what', () => {
  const rows = readMatrix().filter(({ id }) => id in CASES)
  it.each(rows.map((row) => [`${row.id} ${row.method} ${row.path}: ${row.what}`, row] as const))(
    '%s',
    (_, row) => walkRow(t, row, CASES[row.id] as Case),
  )
})
