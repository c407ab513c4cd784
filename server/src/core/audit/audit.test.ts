import { AUDIT_FILE, listAudit, type AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'
import { makePost } from '../../../test/content/posts.ts'
import { newId } from '../../db/id.ts'
import { checkAudit } from './audit-check-queries.ts'
import { insertAudit, type Audited } from './audit-queries.ts'

const t = testApp({ JOBS: 'off' })
let leila: Person
let tomas: Person
let mei: Person
let post: string
beforeAll(async () => {
  leila = await t.person('Leila', { isAdmin: true, lastName: 'Farahani' })
  tomas = await t.person('Tomás', { isAdmin: true, lastName: 'Arrieta' })
  mei = await t.person('Mei-Lin', { lastName: 'Zhao' })
  post = await makePost(t.deps, mei, { title: 'Shelf test' })
  await write(leila, { action: 'post.moderate', subjectKind: 'post', subjectId: post })
  await write(tomas, { action: 'comment.delete', subjectKind: 'comment', subjectId: newId() })
  await write(leila, {
    action: 'invitation.accept',
    subjectKind: 'user',
    subjectId: mei.id,
    after: { note: '=cmd|calc' },
  })
  await write(null, {
    action: 'post.delete',
    subjectKind: 'post',
    subjectId: newId(),
    before: { title: '=1+1' },
  })
})

const write = (admin: Person | null, audited: Omit<Audited, 'act'>) =>
  insertAudit(t.deps.db, {
    act: admin && { adminId: admin.id, requestId: 'request-1' },
    ...audited,
  })
const ask = async (query: object): Promise<string[]> => {
  const { status, body } = await t.call(listAudit, { as: leila, query })
  expect(status, JSON.stringify(body)).toBe(200)
  return (body as AuditEntry[]).map(({ action }) => action)
}
const today = () => new Date().toISOString().slice(0, 10)
const file = (as: Person | undefined, query = '') =>
  t.request({ method: 'GET', url: AUDIT_FILE + query, ...(as ? { as } : {}) })

describe('the log', () => {
  it('shows the title a thing had then, and the name a person has now', async () => {
    await sql`update posts set title = 'Another' where id = ${post}`.execute(t.deps.db)
    const { body } = await t.call(listAudit, { as: leila })
    expect(body).toMatchObject([
      { actor: null, subjectTitle: '=1+1', subjectPerson: null },
      { subjectTitle: null, subjectPerson: { id: mei.id, firstName: 'Mei-Lin' } },
      { actor: { id: tomas.id }, subjectTitle: null, subjectPerson: null },
      { actor: { id: leila.id }, subjectTitle: 'Shelf test', subjectPerson: null },
    ])
  })

  it.each<[string, () => object, string[]]>([
    ['by who did it', () => ({ actorId: tomas.id }), ['comment.delete']],
    ['by the action', () => ({ action: 'post.moderate' }), ['post.moderate']],
    ['by the thing', () => ({ subjectId: post }), ['post.moderate']],
    ['by the name of who did it', () => ({ search: 'arri TOMAS' }), ['comment.delete']],
    ['by the name of the affected person', () => ({ search: 'zhao' }), ['invitation.accept']],
    ['by a title', () => ({ search: 'shel' }), ['post.moderate']],
    ['by words that nothing has', () => ({ search: 'shelf zhao' }), []],
    ['for a search without words', () => ({ search: '=%_' }), []],
    ['by both', () => ({ search: 'leila', action: 'post.moderate' }), ['post.moderate']],
    ['of another day', () => ({ to: '2020-01-01' }), []],
    ['of a day in the future', () => ({ from: '2999-01-01' }), []],
    ['of today', () => ({ from: today(), to: today(), actorId: tomas.id }), ['comment.delete']],
  ])('finds entries %s', async (_, query, actions) => {
    expect(await ask(query())).toEqual(actions)
  })

  it.each([
    { action: 'none' },
    { actorId: 'leila' },
    { subjectId: '1' },
    { from: 'today' },
    { from: '2026-02-02', to: '2026-02-01' },
    { cursor: 'x' },
    { who: 'leila' },
  ])('refuses %o', async (query) => {
    expect((await t.call(listAudit, { as: leila, query })).status).toBe(400)
  })
})

describe('the exported log', () => {
  it('is for admins only, applies the filters, and holds no spreadsheet formulas', async () => {
    for (const [as, status] of [
      [undefined, 401],
      [mei, 403],
    ] as const)
      expect((await file(as)).status).toBe(status)
    expect((await file(leila, '?to=2026-02-01&from=2026-02-02')).status).toBe(400)
    const { status, body, headers } = await file(leila)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers['content-disposition']).toContain('plinth-audit-log.csv')
    const lines = String(body).trim().split('\r\n')
    expect(lines[0]).toContain('No.,Time (UTC),Who,Role,Action')
    // The download itself is the first entry.
    expect(lines).toHaveLength(6)
    expect(lines[1]).toContain('Leila Farahani,owner,Downloaded the audit log')
    expect(lines[2]).toContain(",'=1+1,")
    expect(lines[5]).toMatch(/^1,.*Moderated a post,post,Shelf test.*,[\da-f]{64}$/)
    const found = String((await file(leila, '?search=zhao')).body)
      .trim()
      .split('\r\n')
    expect(found).toHaveLength(2)
  })
})

describe('the chain', () => {
  it('holds entries written at the same time, and refuses changes', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () =>
        write(leila, { action: 'report.read', subjectKind: 'report', subjectId: newId() }),
      ),
    )
    const { entries, broken, head } = await checkAudit(t.deps.db, null)
    expect([entries, broken]).toEqual([26, []])
    for (const change of [
      sql`update audit_log set action = 'post.delete' where place = 3`,
      sql`update audit_log set hash = null, place = null where place = 3`,
      sql`delete from audit_log`,
      sql`truncate audit_log`,
    ])
      await expect(change.execute(t.deps.db)).rejects.toThrow('only ever added to')
    expect(await checkAudit(t.deps.db, head)).toMatchObject({ broken: [], hasEarlier: true })
  })

  it('is checked, which finds entries changed by a database superuser', async () => {
    const head = (await checkAudit(t.deps.db, null)).head
    const meddle = (change: ReturnType<typeof sql>) =>
      t.deps.db.transaction().execute(async (trx) => {
        await sql`alter table audit_log disable trigger all`.execute(trx)
        await change.execute(trx)
        await sql`alter table audit_log enable trigger user`.execute(trx)
      })
    const places = async () =>
      (await checkAudit(t.deps.db, null)).broken.map(({ place }) => Number(place))
    await meddle(sql`update audit_log set after = '{"note":"fine"}' where place = 3`)
    expect(await places()).toEqual([3])
    await meddle(sql`update audit_log set after = '{"note":"=cmd|calc"}' where place = 3`)
    expect(await places()).toEqual([])
    await meddle(sql`delete from audit_log where place = 5`)
    expect(await places()).toEqual([6])
    // The head of an earlier check reveals that the end was removed.
    await meddle(sql`delete from audit_log where place = 26`)
    expect(await places()).toEqual([6])
    expect((await checkAudit(t.deps.db, head)).hasEarlier).toBe(false)
  })
})
