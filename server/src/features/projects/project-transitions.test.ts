import type { EndpointDefinition } from '@plinth/contract/http/endpoint.ts'
import {
  acceptProject,
  checkMilestone,
  completeProject,
  declineOffer,
  declineProject,
  deliverProject,
  getProject,
  offerTerms,
  openDispute,
  payDeposit,
  proposeCancel,
  proposeChange,
  proposeDate,
  refundProject,
  requestRevision,
  ruleDispute,
  takeBackDeposit,
  withdrawProject,
} from '@plinth/contract/projects/project-calls.ts'
import {
  PROJECT_STATUSES,
  PROJECT_TRANSITIONS,
  type ProjectAction,
  type ProjectRole,
  type ProjectStatus,
} from '@plinth/contract/projects/project-states.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { paidApp } from '../../../test/money/cards.ts'
import type { Answer, Person } from '../../../test/app.ts'
import {
  addUpload,
  booksOf,
  dayIn,
  hiring,
  pairUp,
  type Pair,
} from '../../../test/content/projects.ts'
import { newId } from '../../db/id.ts'

const t = paidApp()
let stranger: Person
let admin: Person
beforeAll(async () => {
  stranger = await t.person('Stranger', { isCreator: true })
  admin = await t.person('Admin', { isAdmin: true })
})

interface Place {
  pair: Pair
  id: string
}
interface Call {
  endpoint: EndpointDefinition
  by: readonly ProjectRole[]
  from: readonly ProjectStatus[]
  /** The status that it leads to, if it changes the status. */
  to?: ProjectStatus
  body?: (place: Place) => unknown
  params?: object
}
const both = ['client', 'creator'] as const
const { accept, decline, withdraw, deliver, requestRevision: revise, dispute } = PROJECT_TRANSITIONS

/** Every call that one of the two can make, by the name of the action. */
const CALLS: Partial<Record<ProjectAction, Call>> = {
  payDeposit: { endpoint: payDeposit, by: ['client'], from: ['requested'] },
  offer: {
    endpoint: offerTerms,
    by: both,
    from: ['requested'],
    body: () => ({ price: 500, deliverBy: dayIn(t, 9) }),
  },
  accept: {
    endpoint: acceptProject,
    by: ['creator'],
    from: accept.from,
    to: accept.to,
    body: () => ({ deliverBy: dayIn(t, 9) }),
  },
  decline: { endpoint: declineProject, ...decline, body: () => ({ note: 'No room.' }) },
  withdraw: { endpoint: withdrawProject, ...withdraw, body: () => ({}) },
  deliver: {
    endpoint: deliverProject,
    ...deliver,
    body: ({ id, pair }) =>
      addUpload(t, id, pair.creator).then((file) => ({ note: 'Here.', fileIds: [file] })),
  },
  requestRevision: { endpoint: requestRevision, ...revise, body: () => ({ note: 'Lighter.' }) },
  complete: {
    endpoint: completeProject,
    by: ['client'],
    from: ['delivered', 'approved'],
    to: 'approved',
  },
  takeBack: {
    endpoint: takeBackDeposit,
    by: ['client'],
    from: ['accepted'],
    to: 'cancelled',
    body: () => ({}),
  },
  proposeDate: {
    endpoint: proposeDate,
    by: both,
    from: ['accepted', 'revision_requested'],
    body: () => ({ deliverBy: dayIn(t, 30) }),
  },
  proposeChange: {
    endpoint: proposeChange,
    by: both,
    from: ['accepted', 'delivered', 'revision_requested'],
    body: () => ({ price: 90, note: 'A second jar.' }),
  },
  proposeCancel: {
    endpoint: proposeCancel,
    by: both,
    from: PROJECT_TRANSITIONS.cancel.from,
    body: () => ({ toClient: 100, note: 'It does not work.' }),
  },
  dispute: {
    endpoint: openDispute,
    by: both,
    from: [...dispute.from, 'disputed'],
    to: 'disputed',
    body: () => ({ text: 'This is not it.', asks: 100 }),
  },
  checkMilestone: {
    endpoint: checkMilestone,
    by: ['creator'],
    from: dispute.from,
    body: () => ({ isDone: true }),
    params: { position: 0 },
  },
}
const NAMES = Object.keys(CALLS) as (keyof typeof CALLS)[]
const callOf = (name: keyof typeof CALLS): Call => {
  const call = CALLS[name]
  if (call === undefined) throw new Error(`no call ${name}`)
  return call
}

async function make(status: ProjectStatus): Promise<Place> {
  const pair = await pairUp(t)
  const steps = hiring(t, pair)
  if (status === 'requested') return { pair, id: await shared(pair) }
  const { id } = await steps.in(status)
  await sql`insert into project_milestones (project_id, position, title)
    values (${id}, 0, 'Sketches')`.execute(t.deps.db)
  // The deposit can be taken back from here on.
  if (status === 'accepted')
    await sql`update projects set deliver_by = ${dayIn(t, -15)} where id = ${id}`.execute(t.deps.db)
  return { pair, id }
}

/** A request that the creator can see, with nothing to answer in it. */
async function shared(pair: Pair): Promise<string> {
  const { project } = await hiring(t, pair).hire()
  const { id } = project
  const body = { price: 900, deliverBy: dayIn(t, 9) }
  const { offers } = (await t.call(offerTerms, { as: pair.client, params: { id }, body })).body
  const params = { id, offerId: offers[0].id }
  expect((await t.call(declineOffer, { as: pair.client, params })).status).toBe(200)
  return id
}

async function send(
  name: keyof typeof CALLS,
  place: Place,
  as: Person | undefined,
): Promise<Answer> {
  const { endpoint, body, params } = callOf(name)
  return t.call(endpoint, {
    as,
    params: { id: place.id, ...params },
    ...(body === undefined ? {} : { body: await body(place) }),
  })
}

/** The parts of a project that steps change. Refunds and transfers are left out, as jobs change them meanwhile. */
async function stateOf({ id, pair }: Place): Promise<unknown> {
  const { body } = await t.call(getProject, { as: pair.client, params: { id } })
  const {
    status,
    price,
    deliverBy,
    dueAt,
    offers,
    milestones,
    deliveries,
    dispute: found,
    steps,
  } = body
  const books = await booksOf(t, id)
  const told = { offers, milestones, deliveries: deliveries.length, found, steps, books }
  return { status, price, deliverBy, dueAt, ...told }
}
const isAllowed = (name: keyof typeof CALLS, status: ProjectStatus, role: ProjectRole): boolean => {
  const { by, from } = callOf(name)
  return by.includes(role) && from.includes(status)
}

describe.each(PROJECT_STATUSES)('a project that is %s', (status) => {
  let place: Place
  const rooms = new Map<ProjectRole, Project>()
  beforeAll(async () => {
    place = await make(status)
    for (const role of both) {
      const { body } = await t.call(getProject, { as: place.pair[role], params: { id: place.id } })
      rooms.set(role, body)
    }
  })
  const actionsOf = (role: ProjectRole) => rooms.get(role)?.actions ?? []

  it('lists the actions of each of the two, and no more', () => {
    expect(rooms.get('client')?.status).toBe(status)
    for (const role of both) {
      const open = NAMES.filter((name) => isAllowed(name, status, role))
      // Whoever opened a dispute has already made a statement.
      const told = status === 'disputed' && role === 'client' ? ['dispute'] : []
      const review = status === 'completed' ? ['review'] : []
      expect(actionsOf(role).toSorted(), role).toEqual(
        [...open.filter((name) => !told.includes(name)), ...review].toSorted(),
      )
    }
  })

  it('cannot be changed by the wrong side, or by actions of another status', async () => {
    const before = await stateOf(place)
    for (const name of NAMES) {
      for (const role of both) {
        if (isAllowed(name, status, role)) continue
        const answer = await send(name, place, place.pair[role])
        const isTheirs = callOf(name).by.includes(role)
        expect([name, role, answer.status], answer.body.message).toEqual([
          name,
          role,
          isTheirs ? 409 : 403,
        ])
        if (isTheirs) expect(answer.body.message).toMatch(/The project (is|was|has) /)
      }
      expect([name, (await send(name, place, stranger)).status]).toEqual([name, 404])
      expect([name, (await send(name, place, admin)).status]).toEqual([name, 403])
      expect([name, (await send(name, place, undefined)).status]).toEqual([name, 401])
    }
    for (const [endpoint, body] of [
      [ruleDispute, { toClient: 1, reason: 'So it is.' }],
      [refundProject, undefined],
    ] as const) {
      if (status === 'disputed' && endpoint === ruleDispute) continue
      const params = { id: place.id }
      const call = (as: Person) => t.call(endpoint, { as, params, ...(body ? { body } : {}) })
      expect((await call(admin)).status).toBe(409)
      for (const as of [place.pair.client, place.pair.creator])
        expect((await call(as)).status).toBe(403)
      expect((await call(stranger)).status).toBe(endpoint === refundProject ? 404 : 403)
    }
    expect(await stateOf(place)).toEqual(before)
  })

  it('can be seen by its two people and by admins only', async () => {
    const params = { id: place.id }
    const seen = await t.call(getProject, { as: admin, params })
    expect([seen.status, seen.body.role, seen.body.actions]).toEqual([200, null, []])
    expect((await t.call(getProject, { as: stranger, params })).status).toBe(404)
    expect((await t.call(getProject, { params })).status).toBe(401)
  })
})

const allowed = PROJECT_STATUSES.flatMap((status) =>
  NAMES.flatMap((name) =>
    both
      .filter((role) => isAllowed(name, status, role))
      .map((role) => [status, name, role] as const),
  ),
)
describe('each status allows its actions to the right side', () => {
  it.each(allowed)('%s: %s by the %s', async (status, name, role) => {
    const place = await make(status)
    const answer = await send(name, place, place.pair[role])
    const { to } = callOf(name)
    // Whoever opened a dispute cannot open it again.
    if (name === 'dispute' && status === 'disputed' && role === 'client') {
      expect(answer.status).toBe(409)
      return
    }
    if (name === 'checkMilestone' && answer.status === 200)
      expect(answer.body.milestones[0].doneAt).not.toBeNull()
    expect(answer.status, answer.body.message).toBe(200)
    const room = await t.call(getProject, { as: place.pair.client, params: { id: place.id } })
    expect(room.body.status).toBe(to ?? status)
  })
})

describe('a step', () => {
  it.each<[string, EndpointDefinition, object, string]>([
    ['accepting on no day', acceptProject, { deliverBy: '2027-02-31' }, 'deliverBy'],
    ['accepting on a day that has passed', acceptProject, { deliverBy: '2026-01-01' }, 'deliverBy'],
    ['accepting a price', acceptProject, { deliverBy: '2027-02-01', price: 9 }, 'price'],
    ['declining a sum', declineProject, { toClient: 1 }, 'toClient'],
    ['delivering nothing', deliverProject, { note: '', fileIds: [] }, 'fileIds'],
    [
      'delivering to a state',
      deliverProject,
      { note: '', fileIds: [newId()], status: 'x' },
      'status',
    ],
    ['a dispute in no words', openDispute, { text: '', asks: 1 }, 'text'],
    ['a dispute about parts of a cent', openDispute, { text: 'x', asks: 0.001 }, 'asks'],
    ['a dispute for somebody', openDispute, { text: 'x', asks: 1, by: 'creator' }, 'by'],
    ['an end with less than nothing', proposeCancel, { toClient: -1, note: 'x' }, 'toClient'],
    ['an end without a word', proposeCancel, { toClient: 1, note: '' }, 'note'],
    ['an end with a recipient', proposeCancel, { toClient: 1, note: 'x', to: newId() }, 'to'],
    ['terms for nothing', offerTerms, { price: 0, deliverBy: '2027-02-01' }, 'price'],
    ['terms for less than a dollar', offerTerms, { price: 0.99, deliverBy: 'DAY' }, 'price'],
    ['terms in parts of a cent', offerTerms, { price: 9.999, deliverBy: 'DAY' }, 'price'],
    [
      'terms in a currency',
      offerTerms,
      { price: 9, deliverBy: 'DAY', currency: 'eur' },
      'currency',
    ],
    [
      'terms with a step after the end',
      offerTerms,
      { price: 9, deliverBy: 'DAY', milestones: [{ title: 'Late', due: '2030-01-01' }] },
      'milestones.0.due',
    ],
    [
      'terms with too many steps',
      offerTerms,
      {
        price: 9,
        deliverBy: 'DAY',
        milestones: Array.from({ length: 13 }, () => ({ title: 'A', due: null })),
      },
      'milestones',
    ],
    ['a date more than a year ahead', proposeDate, { deliverBy: '2029-01-01' }, 'deliverBy'],
    ['taking back a sum', takeBackDeposit, { amount: 1 }, 'amount'],
  ])('cannot be %s', async (_, endpoint, body, field) => {
    const pair = await pairUp(t)
    const answer = await t.call(endpoint, {
      as: pair.client,
      params: { id: newId() },
      body:
        'deliverBy' in body && body.deliverBy === 'DAY'
          ? { ...body, deliverBy: dayIn(t, 9) }
          : body,
    })
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, [field]])
  })

  it.each(NAMES)(
    'accepts no sum, status, currency or recipient from its caller: %s',
    async (name) => {
      const pair = await pairUp(t)
      const place = { pair, id: newId() }
      const { endpoint, body, params } = callOf(name)
      const given = name === 'deliver' ? { note: '', fileIds: [newId()] } : await body?.(place)
      const named = new Set(Object.keys(given ?? {}))
      const chosen = {
        amount: 1,
        currency: 'eur',
        status: 'completed',
        price: 1,
        recipient: newId(),
      }
      for (const [field, value] of Object.entries(chosen).filter(([one]) => !named.has(one))) {
        const answer = await t.call(endpoint, {
          as: pair.client,
          params: { id: place.id, ...params },
          body: { ...(given as object | undefined), [field]: value },
        })
        expect([answer.status, field]).toEqual([400, field])
        if (given !== undefined) expect(Object.keys(answer.body.fields)).toEqual([field])
      }
    },
  )

  it('that cancels cannot divide more than is held', async () => {
    const pair = await pairUp(t)
    const { id } = await hiring(t, pair).in('accepted')
    const params = { id }
    const cancel = { toClient: 500.01, note: 'All of it.' }
    const asked = { text: 'All of it.', asks: 500.01 }
    const ended = await t.call(proposeCancel, { as: pair.client, params, body: cancel })
    expect([ended.status, Object.keys(ended.body.fields)]).toEqual([400, ['toClient']])
    const disputed = await t.call(openDispute, { as: pair.client, params, body: asked })
    expect([disputed.status, Object.keys(disputed.body.fields)]).toEqual([400, ['asks']])
    expect(await hiring(t, pair).room(id)).toMatchObject({ status: 'accepted', offers: [] })
  })

  it('delivers only files uploaded for it, once', async () => {
    const pair = await pairUp(t)
    const steps = hiring(t, pair)
    const { id } = await steps.in('accepted')
    const elsewhere = await addUpload(
      t,
      (await hiring(t, await pairUp(t)).in('accepted')).id,
      pair.creator,
    )
    const ofOther = await addUpload(t, id, stranger)
    const own = await addUpload(t, id, pair.creator)
    const call = (fileIds: string[]) =>
      t.call(deliverProject, { as: pair.creator, params: { id }, body: { note: '', fileIds } })
    for (const file of [elsewhere, ofOther, newId()])
      expect((await call([own, file])).status).toBe(409)
    expect((await call([own])).status).toBe(200)
    await steps.revise(id)
    expect((await call([own])).status).toBe(409)
  })
})
