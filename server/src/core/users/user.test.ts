import { NO_LINKS } from '@plinth/contract/people/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '../../../test/database.ts'
import { createDatabase, createPool } from '../../db/pool.ts'
import type { IdentityClaims } from '../../gateways/identity.ts'
import { findOrCreateUser, getOwnUser, grantOwner, grantCreator } from './user-queries.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let db: ReturnType<typeof createDatabase>

beforeAll(async () => {
  database = await cloneDatabase()
  db = createDatabase(createPool({ url: database.url, size: 8, namedStatements: true }))
})

afterAll(async () => {
  await db?.destroy()
  await database?.drop()
})

const NOT_OWNER = { isOwner: false }
const claims = (subject: string, change: Partial<IdentityClaims> = {}): IdentityClaims => ({
  issuer: 'https://id.example',
  subject,
  email: `${subject}@example.com`,
  emailVerified: true,
  firstName: subject,
  lastName: 'Test',
  provenAt: null,
  sid: null,
  idToken: '',
  ...change,
})

test('the same identity is the same person; the email address follows the provider, names do not', async () => {
  const { id } = await findOrCreateUser(db, claims('alice'), NOT_OWNER)
  const again = await findOrCreateUser(
    db,
    claims('alice', { email: 'new@example.com', emailVerified: false, firstName: 'Changed' }),
    NOT_OWNER,
  )
  expect(again).toEqual({ id, isSuspended: false, isDeleted: false, isNew: false })
  expect(await getOwnUser(db, id)).toMatchObject({
    firstName: 'alice',
    lastName: 'Test',
    email: 'new@example.com',
    isCreator: false,
    profileColors: { background: '#0F0F17', text: '#FFFFFF', accent: '#A855F7' },
    socialLinks: NO_LINKS,
  })
})

test("somebody else's email address, verified or not, gives no access to their account", async () => {
  const { id } = await findOrCreateUser(db, claims('bob'), NOT_OWNER)
  for (const [subject, emailVerified] of [
    ['mallory-1', true],
    ['mallory-2', false],
  ] as const) {
    const other = await findOrCreateUser(
      db,
      claims(subject, { email: 'bob@example.com', emailVerified }),
      NOT_OWNER,
    )
    expect(other.id).not.toBe(id)
  }
  const elsewhere = await findOrCreateUser(
    db,
    claims('bob', { issuer: 'https://other.example' }),
    NOT_OWNER,
  )
  expect(elsewhere.id).not.toBe(id)
})

test('first sign-ins of one person at once make one account', async () => {
  for (let round = 0; round < 5; round++) {
    const subject = `carol-${round}`
    const found = await Promise.all(
      Array.from({ length: 6 }, () => findOrCreateUser(db, claims(subject), NOT_OWNER)),
    )
    expect(new Set(found.map(({ id }) => id)).size).toBe(1)
    const rows = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', `${subject}@example.com`)
      .execute()
    expect(rows).toHaveLength(1)
  }
})

test('admin by email address is granted at sign-in and never taken back by it', async () => {
  const { id } = await findOrCreateUser(db, claims('dora'), { isOwner: true })
  await findOrCreateUser(db, claims('dora'), NOT_OWNER)
  expect(await getOwnUser(db, id)).toMatchObject({ isAdmin: true })
})

test('grants apply to verified email addresses only, whatever their case', async () => {
  const { id } = await findOrCreateUser(db, claims('erin'), NOT_OWNER)
  await findOrCreateUser(
    db,
    claims('mallory-3', { email: 'erin@example.com', emailVerified: false }),
    NOT_OWNER,
  )
  const erin = { id, firstName: 'erin', lastName: 'Test', email: 'erin@example.com' }
  expect(await grantOwner(db, ' Erin@Example.com ')).toEqual([erin])
  expect(await grantCreator(db, 'erin@example.com')).toEqual([erin])
  expect(await grantCreator(db, 'nobody@example.com')).toEqual([])
  expect(await getOwnUser(db, id)).toMatchObject({ isAdmin: true, isCreator: true })
})
