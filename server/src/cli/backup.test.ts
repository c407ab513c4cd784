import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { listMessages } from '@plinth/contract/messages/messages.ts'
import { getPortfolio } from '@plinth/contract/portfolios/portfolios.ts'
import { getViewer } from '@plinth/contract/people/session.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApp, type Person, type TestApp } from '../../test/app.ts'
import { duringTests } from '../../test/lifetime.ts'
import { writeMessage } from '../../test/content/messages.ts'
import { makePicture } from '../../test/media/pictures.ts'
import { startBucket } from '../../test/media/s3.ts'
import { makeWork } from '../../test/content/works.ts'
import { book } from '../core/money/ledger-queries.ts'
import { newId } from '../db/id.ts'
import { backUp } from './backup.ts'
import { MANIFEST, objectFile, type Manifest } from './archive.ts'
import { restore } from './restore.ts'

let folder: string
const bucket = duringTests(startBucket)
const from = testApp({ JOBS: 'off' })
/** Another database and another kind of store. */
const to = testApp(() => ({ JOBS: 'off', ...bucket.env }))
let ada: Person
let ben: Person
let work: string
let manifest: Manifest

beforeAll(async () => {
  folder = path.join(await mkdtemp(path.join(os.tmpdir(), 'plinth-backup-')), 'today')
  ada = await from.person('Ada "\\n" Ørsted', { isCreator: true })
  ben = await from.person('Ben')
  work = await makeWork(from.deps, ada, { title: 'Ink, 100 % – \u2028 "quoted"', tags: ['ink'] })
  await writeMessage(from, ben, ada, { text: 'Lines\nand\ttabs, and \\backslashes' })
  for (const [key, width] of [
    ['originals/a.png', 300],
    ['renditions/a/320.webp', 20],
  ] as const)
    await from.deps.storage.put(key, await makePicture('image/png', width, width))
  await from.deps.db.transaction().execute((trx) =>
    book(trx, { kind: 'charge', causeId: 'ch_1' }, [
      { account: 'provider', cents: 123_456_789_012 },
      { account: 'revenue', cents: -123_456_789_012 },
    ]),
  )
  await sql`insert into reconciliations (started_at, read_up_to, found)
    select now(), now(), n from generate_series(1, 3000) n`.execute(from.deps.db)
  await from.deps.jobs.send(from.deps.db, 'session.sweep', { from: 'the old place' })
}, 60_000)
afterAll(async () => {
  await rm(path.dirname(folder), { recursive: true })
})

const back = (site: TestApp) => restore(site.deps, folder)

it('saves one consistent state of everything but unfinished uploads', async () => {
  const piece = { id: newId(), upload_id: newId() }
  const upload = { id: piece.upload_id, owner_id: ada.id, file_name: 'a', bytes: 10n }
  await from.deps.db.insertInto('uploads').values(upload).execute()
  await from.deps.db
    .insertInto('upload_pieces')
    .values({ ...piece, begins: 0n, bytes: 5 })
    .execute()
  await from.deps.storage.put(`uploads/${piece.upload_id}/${piece.id}.part`, Buffer.alloc(5))
  manifest = await backUp(from.deps, { folder, copyObjects: true })
  const rows = Object.fromEntries(manifest.tables.map((table) => [table.name, table.rows]))
  expect(rows).toMatchObject({
    'public.users': 2,
    'public.uploads': 1,
    'public.upload_pieces': 0,
    'public.messages': 1,
    'public.reconciliations': 3_000,
    'pgboss.job': 1,
  })
  expect(manifest.objects).toMatchObject({ count: 2, areCopied: true })
  expect(JSON.parse(await readFile(path.join(folder, MANIFEST), 'utf8'))).toEqual(manifest)
  await expect(backUp(from.deps, { folder, copyObjects: true })).rejects.toThrow(/is not empty/)
})

it('restores nothing from a damaged or incomplete backup, or one of another version', async () => {
  const spoilt = async (file: string, spoil: () => Promise<void>, sentence: RegExp) => {
    const whole = await readFile(path.join(folder, file))
    await spoil()
    await expect(back(to), file).rejects.toThrow(sentence)
    await writeFile(path.join(folder, file), whole)
  }
  const users = 'tables/public.users.jsonl.gz'
  await spoilt(users, () => appendFile(path.join(folder, users), 'x'), /missing or damaged/)
  await spoilt(MANIFEST, () => rm(path.join(folder, MANIFEST)), /no whole backup/)
  const older = {
    ...manifest,
    migrations: manifest.migrations.slice(0, -1),
    objects: { ...manifest.objects },
  }
  await spoilt(
    MANIFEST,
    () => writeFile(path.join(folder, MANIFEST), JSON.stringify(older)),
    /another version/,
  )
  const { rows } = await sql`select 1 from users`.execute(to.deps.db)
  expect(rows).toEqual([])
  for (const key of ['originals/a.png', 'renditions/a/320.webp']) await to.deps.storage.remove(key)
})

it('restores rows, books, objects and unfinished jobs', async () => {
  expect(await back(to)).toEqual(manifest)
  // People see the same in the restored copy, with their old sessions.
  for (const [endpoint, params] of [
    [getViewer, {}],
    [getPortfolio, { id: work }],
    [listMessages, {}],
  ] as const) {
    const [then, now] = await Promise.all(
      [from, to].map((site) => site.call(endpoint, { as: ada, params })),
    )
    expect(now?.status).toBe(200)
    expect(now?.body).toEqual(then?.body)
  }
  const { rows: jobs } = await sql`select name, state::text, data from pgboss.job`.execute(
    to.deps.db,
  )
  expect(jobs).toEqual([
    { name: 'session.sweep', state: 'created', data: { from: 'the old place' } },
  ])
  expect(manifest.ledger).toEqual({ provider: '123456789012', revenue: '-123456789012' })
  const again = path.join(path.dirname(folder), 'again')
  const second = await backUp(to.deps, { folder: again, copyObjects: true })
  const digests = ({ tables }: Manifest) =>
    tables.map(({ name, rows, digest }) => ({ name, rows, digest }))
  expect(digests(second)).toEqual(digests(manifest))
  for (const key of ['originals/a.png', 'renditions/a/320.webp'])
    expect(await readFile(objectFile(again, key))).toEqual(await readFile(objectFile(folder, key)))
})

it('leaves a database with working constraints and triggers', async () => {
  const { db } = to.deps
  await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow(/append-only/)
  await expect(sql`update messages set sender_id = ${newId()}::uuid`.execute(db)).rejects.toThrow(
    /foreign key/,
  )
  const keys = (site: TestApp) =>
    sql`select conrelid::regclass::text as on, conname, pg_get_constraintdef(oid) as text
      from pg_constraint where connamespace = 'public'::regnamespace and conparentid = 0
      order by 1, 2`.execute(site.deps.db)
  expect((await keys(to)).rows).toEqual((await keys(from)).rows)
  const { rows } = await sql<{
    id: bigint
  }>`insert into reconciliations (started_at, read_up_to, found)
    values (now(), now(), 0) returning id`.execute(db)
  expect(rows).toEqual([{ id: 3_001n }])
})

it('refuses a database or store that is not empty', async () => {
  await expect(back(to)).rejects.toThrow(/store is not empty/)
  await expect(back(from)).rejects.toThrow(/store is not empty/)
  const listed = path.join(path.dirname(folder), 'listed')
  const { objects } = await backUp(to.deps, { folder: listed, copyObjects: false })
  expect(objects).toMatchObject({ count: 2, areCopied: false })
  await expect(restore(to.deps, listed)).rejects.toThrow(/database is not empty/)
  await to.deps.storage.remove('originals/a.png')
  await expect(restore(to.deps, listed)).rejects.toThrow(/The store has no originals\/a.png/)
})
