import { globSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase } from '../test/database.ts'
import { readModules, type Program } from '../test/sql/claims.ts'
import { createDescribe, type Describe } from '../test/sql/described.ts'
import { createExercise, type Exercise } from '../test/sql/exercise.ts'
import { rowDifferences } from '../test/sql/kinds.ts'
import { insertRows, refill } from './cli/backup-queries.ts'
import { isForMany } from './core/held/print-queries.ts'
import { countAddedLinks } from './core/limits/daily-queries.ts'
import { newId } from './db/id.ts'
import type { Database } from './db/pool.ts'
import { createViewBuffer } from './db/views.ts'
import { workReads } from './features/portfolios/portfolio-card-queries.ts'
import { shownItem } from './features/portfolios/portfolio-sql.ts'
import { adminPostsStatement } from './features/posts/post-admin-queries.ts'
import { postReads } from './features/posts/post-card-queries.ts'
import { createPostToggles, postViews } from './features/posts/post-toggle-queries.ts'
import { everythingStatement } from './features/search/search-queries.ts'
import { batchStatement, TIMED } from './features/sharing/sitemap-queries.ts'

const here = import.meta.dirname

/** All files that may contain SQL. */
const FILES = ['**/*-queries.ts', '**/*-sql.ts', 'db/*.ts', 'jobs/*.ts', 'live/*.ts']

/** Statements that are not checked. Apart from sequence numbers they return nothing. */
const UNREACHED = [
  // Runs only after a statement that fails on a made-up name.
  'server/src/cli/backup-queries.ts refill: alter table ${} add constraint ${} ${}',
  // Runs only when a message is published, which the tests of buses cover.
  'server/src/live/postgres.ts createPostgresBus: select pg_notify(${}, p) from unnest(${}::text[]) p',
]

/** Differences that PostgreSQL reports because it knows less than we do. */
const DIFFERENCES = [
  // Reads from a cursor that is not open here.
  'server/src/cli/backup-queries.ts readRows: line is not in the answer',
  // A condition of the statement or a check of the table excludes null.
  'server/src/core/account/deletion-queries.ts findDeleted: deletedAt can be null',
  'server/src/core/money/outgoing-queries.ts listSentRefunds: providerId can be null',
  'server/src/core/money/outgoing-queries.ts listWaitingRefunds: chargeId can be null',
  'server/src/core/money/outgoing-queries.ts listWaitingTransfers: chargeId can be null',
  'server/src/core/notifications/emails/digest-queries.ts readDigest: email can be null',
  'server/src/core/proposals/proposal-queries.ts findAddressesWith: email can be null',
  'server/src/core/users/handle-queries.ts changeHandleOf: handle can be null',
  'server/src/core/users/handle-queries.ts findByHandle: handle can be null',
  'server/src/core/users/suspension-queries.ts selectSuspension: at can be null',
  'server/src/core/users/user-queries.ts grant: email can be null',
  'server/src/core/users/user-queries.ts lockStaff: role can be null',
  'server/src/features/announcements/announcement-queries.ts findLetter: email can be null',
  'server/src/features/announcements/announcement-queries.ts findSelf: email can be null',
  'server/src/features/moderation/appeal-queries.ts lockTakedown: at can be null',
  'server/src/features/moderation/appeal-queries.ts lockTakedown: reason can be null',
  'server/src/features/posts/comments/comment-mention-queries.ts handleOwnersStatement: handle can be null',
  'server/src/features/sharing/sitemap-queries.ts batchStatement: name can be null',
]

let database: { url: string; drop: () => Promise<void> }
let client: pg.Client
let describe: Describe
let program: Program
let exercise: Exercise

beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const files = FILES.flatMap((pattern) => globSync(pattern, { cwd: here }))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => path.join(here, file))
    .toSorted()
  program = readModules(files)
  describe = await createDescribe(client)
  exercise = createExercise(describe, program)
  for (const module of program.modules) {
    await exercise.callAll(module, (await import(module.file)) as Record<string, unknown>)
  }
  await callByHand(exercise.db)
})

/** Calls that need more than their types tell, such as real table names or the result of another call. */
async function callByHand(db: Database): Promise<void> {
  const numbers = { name: 'public.projects', columns: ['number'] }
  const fail = (error: unknown): void => {
    throw error
  }
  await db.transaction().execute(async (trx) => {
    await insertRows(trx, numbers, ['{}'])
    // Runs until it adds a made-up constraint.
    await expect(refill(trx, [numbers], () => Promise.resolve())).rejects.toThrow('syntax error')
  })
  // Which parts the made-up arguments choose depends on the order in which files are loaded.
  const reported = {
    adminId: newId(),
    part: 'reported',
    search: '',
    limit: 20,
    after: null,
  } as const
  await adminPostsStatement(reported).execute(db)
  const start = { from: { micros: 0, id: newId() }, isAfter: false, limit: 1 }
  for (const list of TIMED) await batchStatement(list, start).execute(db)
  await everythingStatement({ viewerId: newId() }, { search: 'x' }, shownItem).execute(db)
  const who = { viewerId: newId() }
  // Made-up rows are no JSON.
  const onlySyntax = (error: unknown): void => {
    if (!(error instanceof SyntaxError)) throw error
  }
  for (const { cards } of [postReads(exercise), workReads(exercise)]) {
    // One that everybody sees, and one that only its maker does.
    for (const visible of [1, 0])
      await cards
        .page(who, `${who.viewerId} 0;;${newId()} ${who.viewerId} 1 ${visible} 1`, 1)
        .catch(onlySyntax)
    await cards.briefs(`${newId()} 1`).then(() => undefined, onlySyntax)
  }
  // Made-up texts have no links, and are too short to be found again.
  const text = 'A sentence that is long enough to be found again, see https://a.example'
  await isForMany(exercise.writes, { kind: 'comment', authorId: newId(), targetId: newId(), text })
  const edit = { userId: newId(), before: '', after: text }
  await countAddedLinks(db, { dailyLimits: true }, edit)
  await createPostToggles(exercise.writes, () => undefined).likes.set(newId(), newId(), true)
  const views = createViewBuffer(db, postViews, fail)
  views.add(newId(), newId(), 'link')
  await views.close()
}

afterAll(async () => {
  await client.end()
  await database.drop()
})

it('returns the columns of its type', () => {
  expect([...exercise.differences].toSorted()).toEqual(DIFFERENCES)
})

it('reads the tables that schema.ts describes', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...program.tables.keys()].toSorted())
  const differences: string[] = []
  for (const [name, row] of program.tables) {
    const columns = await describe(`select * from "${name}"`)
    const found = rowDifferences(columns, { row, isPart: false }, program.checker)
    differences.push(...found.map((one) => `${name}: ${one}`))
  }
  expect(differences).toEqual([])
})

it('is parsed by PostgreSQL', () => {
  const unreached = program.modules
    .flatMap(({ templates }) => templates)
    .filter((template) => template.isStatement && !exercise.reached.has(template))
    .map(({ at, text }) => `${at}: ${text.replaceAll(/\s+/g, ' ').trim()}`)
  const hints = [...exercise.failures].map(([at, message]) => `${at}: ${message}`)
  expect(unreached.toSorted(), hints.join('\n')).toEqual(UNREACHED)
})
