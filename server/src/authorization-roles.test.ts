import { changeUser } from '@plinth/contract/moderation/admin.ts'
import { MONEY_FILE, USERS_FILE } from '@plinth/contract/moderation/exports.ts'
import { AUDIT_FILE } from '@plinth/contract/moderation/moderation.ts'
import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import { may, RIGHTS, type Right } from '@plinth/contract/http/rights.ts'
import { ROLE_NAMES, type Role } from '@plinth/contract/http/roles.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { paidApp } from '../test/money/cards.ts'
import type { Answer, Person } from '../test/app.ts'
import { contractEndpoints } from '../test/contract.ts'
import { digestOf } from '../test/digest.ts'
import { jsonOf, valueOf } from '../test/input.ts'
import { newId } from './db/id.ts'

/** Every call for staff, made by everybody: the table of rights says what each answer must be. */
const t = paidApp({ JOBS: 'off' })
const ACTORS = ['visitor', 'member', 'creator', ...ROLE_NAMES] as const
type Actor = (typeof ACTORS)[number]

interface StaffCall {
  name: string
  right: Right
  send: (as: Person | undefined) => Promise<Answer>
}

/** Nothing has this id, so whoever may call is told that there is nothing. */
const nobody = newId()
const BODIES: Record<string, object> = {
  isCreator: { isCreator: true },
  isAdmin: { isAdmin: true },
  role: { role: 'support' },
  suspended: { suspended: true, reason: 'Spam' },
}

/** A call for each right that an endpoint names. */
function callsOf(endpoint: EndpointDefinition): StaffCall[] {
  if (endpoint.access !== 'admin') return []
  const { right } = endpoint
  const params = valueOf({ type: 'object', ...jsonOf(endpoint.params) }, nobody) as object
  const call = (needed: Right, body: unknown, what: string): StaffCall => ({
    name: `${endpoint.method} ${endpoint.path}${what}`,
    right: needed,
    send: (as) => t.call(endpoint, { as, params, ...(body === undefined ? {} : { body }) }),
  })
  if (typeof right === 'string') {
    return [call(right, endpoint.body && valueOf(jsonOf(endpoint.body), nobody), '')]
  }
  return Object.entries(right).map(([field, needed]) => call(needed, BODIES[field], `: ${field}`))
}

const endpoints = await contractEndpoints()
const calls: StaffCall[] = [
  ...endpoints.flatMap(callsOf),
  ...(
    [
      [AUDIT_FILE, 'audit.export'],
      [USERS_FILE, 'users.export'],
      [MONEY_FILE, 'money.export'],
    ] as const
  ).map(([url, right]): StaffCall => ({
    name: `GET ${url}`,
    right,
    send: (as) => t.request({ method: 'GET', url, ...(as ? { as } : {}) }),
  })),
]

const people: Partial<Record<Actor, Person>> = {}
beforeAll(async () => {
  people.member = await t.person('Member')
  people.creator = await t.person('Creator', { isCreator: true })
  for (const role of ROLE_NAMES) people[role] = await t.person(role, { role })
})

const roleOf = (actor: Actor): Role | null => ROLE_NAMES.find((role) => role === actor) ?? null
let asked = 0

describe('every call for staff', () => {
  it.each(calls.map((call) => [call.name, call] as const))('%s', async (_, { right, send }) => {
    for (const actor of ACTORS) {
      const isAllowed = may(roleOf(actor), right)
      const before = isAllowed ? '' : await digestOf(t.deps.db)
      const { status, body } = await send(people[actor])
      asked += 1
      const hint = `${actor}: ${status} ${JSON.stringify(body)?.slice(0, 200)}`
      if (isAllowed) {
        expect([200, 201, 204, 400, 404, 409], hint).toContain(status)
        continue
      }
      expect([status, body.code], hint).toEqual(
        actor === 'visitor' ? [401, 'auth.required'] : [403, 'auth.forbidden'],
      )
      if (roleOf(actor) !== null) expect(body.message, hint).toContain(RIGHTS[right])
      expect(await digestOf(t.deps.db), hint).toBe(before)
    }
  })

  it('is asked once for each right and each caller', () => {
    expect(asked).toBe(calls.length * ACTORS.length)
  })

  it('names each right that there is, which some role lacks unless all of them need it', () => {
    const named = new Set(calls.map(({ right }) => right))
    expect([...named].toSorted()).toEqual(Object.keys(RIGHTS).toSorted())
    const ofAll = Object.keys(RIGHTS).filter((right) =>
      ROLE_NAMES.every((role) => may(role, right as Right)),
    )
    expect(ofAll).toEqual(['users.read', 'answers.use', 'notes.write'])
  })

  it('checks the right of a field before it looks for the person', async () => {
    const { status } = await t.call(changeUser, {
      as: people.support,
      params: { id: nobody },
      body: { role: 'owner', reason: 'Me' },
    })
    expect(status).toBe(403)
    const { rows } = await sql`select 1 from proposals`.execute(t.deps.db)
    expect(rows).toEqual([])
  })
})
