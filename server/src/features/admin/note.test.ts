import { listUsers, type AdminUser } from '@plinth/contract/moderation/admin.ts'
import { listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import {
  assignUser,
  createUserNote,
  deleteUserNote,
  listUserNotes,
  type UserNote,
} from '@plinth/contract/moderation/notes.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'

const t = testApp({ JOBS: 'off' })
let admin: Person
let helper: Person
let ben: Person
beforeEach(async () => {
  admin = await t.person('Olga', { isAdmin: true })
  helper = await t.person('Sam', { role: 'support' })
  ben = await t.person('Ben')
})

const on = ({ id }: Person) => ({ params: { id } })
const note = (as: Person, about: Person, text = 'Called twice.', key: string = randomUUID()) =>
  t.call(createUserNote, { as, ...on(about), body: { text }, headers: { 'idempotency-key': key } })
const notes = async (as: Person, about: Person, query = {}): Promise<UserNote[]> =>
  (await t.call(listUserNotes, { as, ...on(about), query })).body as UserNote[]
const assignTo = (assignee: Person | null, about: Person = ben, as: Person = admin) =>
  t.call(assignUser, { as, ...on(about), body: { assigneeId: assignee?.id ?? null } })
const seen = async (as: Person, { id }: Person): Promise<AdminUser | undefined> =>
  ((await t.call(listUsers, { as, query: { search: id } })).body as AdminUser[])[0]

describe('a note about a person', () => {
  it('is read by all staff, newest first, and counted in the list', async () => {
    await note(admin, ben, ' First. ')
    expect((await note(helper, ben, 'Second.')).body).toMatchObject({
      text: 'Second.',
      isOwn: true,
    })
    expect(await notes(admin, ben)).toMatchObject([
      { text: 'Second.', author: { id: helper.id }, isOwn: false },
      { text: 'First.', author: { id: admin.id }, isOwn: true },
    ])
    expect((await seen(admin, ben))?.noteCount).toBe(2)
  })

  it('is listed page by page', async () => {
    for (const text of ['1', '2', '3']) await note(admin, ben, text)
    const first = await t.call(listUserNotes, { as: admin, ...on(ben), query: { limit: 2 } })
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1]
    expect((await notes(admin, ben, { limit: 2, cursor })).map(({ text }) => text)).toEqual(['1'])
  })

  it('is written once for one key', async () => {
    const key = randomUUID()
    await note(admin, ben, 'Once.', key)
    await note(admin, ben, 'Once.', key)
    expect(await notes(admin, ben)).toHaveLength(1)
  })

  it('is removed by its author alone', async () => {
    const { body } = await note(helper, ben)
    const remove = (as: Person) => t.call(deleteUserNote, { as, params: { id: body.id } })
    expect((await remove(admin)).status).toBe(404)
    expect((await remove(helper)).status).toBe(204)
    expect(await notes(admin, ben)).toEqual([])
  })

  it('is never read, written or removed by the one it is about', async () => {
    const { body } = await note(admin, helper)
    expect((await t.call(listUserNotes, { as: helper, ...on(helper) })).status).toBe(404)
    expect((await note(helper, helper)).status).toBe(404)
    const params = { id: body.id }
    expect((await t.call(deleteUserNote, { as: helper, params })).status).toBe(404)
    expect((await seen(helper, helper))?.noteCount).toBe(0)
  })

  it('is in the audit log without its text', async () => {
    const { body } = await note(admin, ben, 'Something private.')
    await t.call(deleteUserNote, { as: admin, params: { id: body.id } })
    const log = await t.call(listAudit, { as: admin, query: { subjectId: ben.id } })
    expect(
      (log.body as AuditEntry[]).map(({ action, before, after }) => [action, before, after]),
    ).toEqual([
      ['user.note_delete', { noteId: body.id }, null],
      ['user.note', null, { noteId: body.id }],
    ])
  })

  it('needs a text, and a person', async () => {
    expect((await note(admin, ben, '  ')).status).toBe(400)
    expect((await note(admin, ben, 'x'.repeat(2_001))).status).toBe(400)
    expect((await note(admin, { id: randomUUID(), cookie: '' })).status).toBe(404)
  })
})

describe('who looks after a person', () => {
  it('is chosen, changed and ended, listed for them, and logged', async () => {
    expect((await assignTo(helper)).status).toBe(204)
    expect((await seen(admin, ben))?.assignee?.id).toBe(helper.id)
    const mine = await t.call(listUsers, { as: helper, query: { filter: 'mine' } })
    expect((mine.body as AdminUser[]).map(({ id }) => id)).toEqual([ben.id])
    await assignTo(helper)
    await assignTo(admin)
    await assignTo(null)
    expect((await seen(admin, ben))?.assignee).toBeNull()
    const log = await t.call(listAudit, { as: admin, query: { subjectId: ben.id } })
    expect((log.body as AuditEntry[]).map(({ before, after }) => [before, after])).toEqual([
      [{ assigneeId: admin.id }, { assigneeId: null }],
      [{ assigneeId: helper.id }, { assigneeId: admin.id }],
      [{ assigneeId: null }, { assigneeId: helper.id }],
    ])
  })

  it('is staff, and never the person', async () => {
    const rosa = await t.person('Rosa')
    expect((await assignTo(rosa)).status).toBe(404)
    expect((await assignTo(helper, helper)).status).toBe(404)
    expect((await assignTo(helper, admin, admin)).status).toBe(404)
  })
})
