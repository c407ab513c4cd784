import { changeHandle, checkHandle, resolveHandle } from '@plinth/contract/people/handles.ts'
import { deleteAccount } from '@plinth/contract/people/account.ts'
import { getProfile } from '@plinth/contract/people/users.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp, type Person } from '../../../test/app.ts'

const t = testApp()

const change = (as: Person | undefined, handle: unknown) =>
  t.call(changeHandle, { as, body: { handle } })
const whose = async (handle: string) => (await t.call(resolveHandle, { params: { handle } })).body
const stateFor = async (as: Person, handle: string) =>
  (await t.call(checkHandle, { as, params: { handle } })).body.state
const letChangeAgain = ({ id }: Person) =>
  sql`update users set handle_changed_at = now() - interval '31 days' where id = ${id}::uuid`.execute(
    t.deps.db,
  )
/** Signs up people with these names and returns their handles. */
const handlesOf = async (...names: [first: string, last?: string][]) => {
  const handles: string[] = []
  for (const [first, last = ''] of names) {
    handles.push((await t.person(first, { lastName: last })).handle)
  }
  return handles
}

describe('the first handle', () => {
  it('is the first name, then the whole name, then a number', async () => {
    const names = Array.from({ length: 6 }, (): [string, string] => ['Solveig', 'Brandt'])
    const handles = await handlesOf(...names)
    expect(handles.slice(0, 4)).toEqual(['solveig', 'solveigbrandt', 'solveig2', 'solveig3'])
    expect(handles.slice(4)).toEqual([
      expect.stringMatching(/^solveig\d{3}$/),
      expect.stringMatching(/^solveig\d{3}$/),
    ])
    expect(new Set(handles).size).toBe(6)
  })

  it.each([
    ['Zoë', 'Ångström', 'zoe'],
    ['Bo', 'Ek', 'boek'],
    ['O’Brien-Smith', '', 'obriensmith'],
  ])('of %s %s is %s', async (first, last, handle) => {
    expect(await handlesOf([first, last])).toEqual([handle])
  })

  it.each([
    ['山田', '太郎', /^member\d{3}$/],
    ['', '', /^member\d{3}$/],
    ['Admin', '', /^admin\d?\d?\d$/],
    ['Plinth', 'Support', /^member\d{3}$/],
    ['a'.repeat(50), 'b'.repeat(50), /^a{30}$/],
  ])('of %s %s has the right form', async (first, last, form) => {
    const [handle] = await handlesOf([first, last])
    expect(handle).toMatch(form)
  })

  it('differs for a hundred people who sign up at once with the same name', async () => {
    const people = await Promise.all(
      Array.from({ length: 100 }, () => t.person('Crowd', { lastName: 'Same' })),
    )
    expect(new Set(people.map(({ handle }) => handle)).size).toBe(100)
  })
})

describe('changing a handle', () => {
  it('works once in thirty days, and the earlier one leads to the new one', async () => {
    const ane = await t.person('Ane')
    const { status, body } = await change(ane, 'ane_makes')
    expect([status, body.handle]).toEqual([200, 'ane_makes'])
    expect(Date.parse(body.handleChangesAt) - Date.now()).toBeGreaterThan(29 * 86_400_000)
    for (const handle of [ane.handle, 'ane_makes', '@Ane_Makes']) {
      expect(await whose(handle)).toEqual({ id: ane.id, handle: 'ane_makes' })
    }
    expect((await t.call(getProfile, { params: { id: ane.id } })).body.handle).toBe('ane_makes')

    const refused = await change(ane, 'ane_draws')
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/^You can change your handle again on \w+ \d+, \d{4}\.$/),
    ])
    await letChangeAgain(ane)
    expect((await change(ane, ane.handle)).status).toBe(200)
  })

  it('to the same handle changes nothing', async () => {
    const bea = await t.person('Bea')
    expect((await change(bea, bea.handle)).body).toEqual({
      handle: bea.handle,
      handleChangesAt: null,
    })
  })

  it("is refused for somebody's handle, an earlier one, what looks like it, and reserved words", async () => {
    const owner = await t.person('Wilma')
    await change(owner, 'corner_light')
    const other = await t.person('Other')
    for (const handle of [
      'corner_light',
      'cornerlight',
      'c0rner_1ight',
      'comer_light',
      owner.handle,
      'vvilma',
      'admin',
      'adm1n',
      'api',
      'plinth',
      'plinth_support',
      'p1inthhelp',
    ]) {
      const { status, body } = await change(other, handle)
      expect([handle, status, body.message]).toEqual([
        handle,
        409,
        'This handle belongs to somebody else, looks like theirs, or is reserved.',
      ])
      expect([handle, await stateFor(other, handle)]).toEqual([handle, 'similar'])
    }
    expect(await stateFor(owner, 'c0rner_light')).toBe('own')
    expect(await stateFor(other, 'nobody_has_this')).toBe('free')
    expect(await stateFor(other, 'no')).toBe('similar')
  })

  it.each(['ab', 'a'.repeat(31), 'Marit', 'mar it', 'márit', '___', '', 7, null])(
    'to %j is refused',
    async (handle) => {
      const person = await t.person('Form')
      expect((await change(person, handle)).status).toBe(400)
    },
  )

  it('has one winner when two want the same', async () => {
    const two = await Promise.all([t.person('One'), t.person('Two')])
    const answers = await Promise.all(two.map((one) => change(one, `wanted_${two[0]?.handle}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('takes a session', async () => {
    expect((await change(undefined, 'stranger')).status).toBe(401)
    expect((await t.call(checkHandle, { params: { handle: 'marit' } })).status).toBe(401)
  })
})

describe('whose handle it is', () => {
  it('leads to nobody if it is unknown, reserved or malformed', async () => {
    for (const handle of ['unknown_person', 'admin', 'x', '%00', 'a'.repeat(100)]) {
      expect((await t.call(resolveHandle, { params: { handle } })).status).toBe(404)
    }
  })

  it('leads to nobody while the account is suspended or deleted, and is given to nobody else', async () => {
    const fay = await t.person('Fay')
    const other = await t.person('Other')
    const suspend = (at: Date | null) =>
      t.deps.db.updateTable('users').set({ suspended_at: at }).where('id', '=', fay.id).execute()
    await suspend(new Date())
    expect((await t.call(resolveHandle, { params: { handle: fay.handle } })).status).toBe(404)
    await suspend(null)
    expect(await whose(fay.handle)).toMatchObject({ id: fay.id })

    expect((await t.call(deleteAccount, { as: fay })).status).toBe(202)
    expect((await t.call(resolveHandle, { params: { handle: fay.handle } })).status).toBe(404)
    expect((await change(other, fay.handle)).status).toBe(409)
    const { rows } = await sql<{ handle: string | null }>`
      select handle from users where id = ${fay.id}::uuid`.execute(t.deps.db)
    expect(rows).toEqual([{ handle: null }])
  })
})
