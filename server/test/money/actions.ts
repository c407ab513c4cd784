import { sendMessage, sendQuote } from '@plinth/contract/messages/messages.ts'
import {
  acceptOffer,
  acceptProject,
  completeProject,
  confirmPayment,
  createProject,
  declineOffer,
  declineProject,
  deliverProject,
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
import type { ProjectAction, ProjectStatus } from '@plinth/contract/projects/project-states.ts'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { newId } from '../../src/db/id.ts'
import type { Answer } from '../app.ts'
import { withFault, callWithRetries, readProject, type Hired, type Scene } from './people.ts'
import { pay } from './outcomes.ts'
import { ODD_PRICES } from './world.ts'
import { addUpload, dayIn } from '../content/projects.ts'

type Act = (scene: Scene, of: Hired, room: Project | null) => Promise<unknown>

/** A delivery date, mostly a valid one. */
const someDay = ({ world, chance }: Scene): string => dayIn(world.t, chance.below(30) - 1)
const somePrice = ({ chance }: Scene): number => chance.one(ODD_PRICES) / 100
/** A part of the deposit, often an odd amount and sometimes too much. */
function somePart({ chance }: Scene, room: Project | null): number {
  const cents = Math.round((room?.money.deposit ?? 1) * 100)
  return chance.one([0, cents, chance.below(cents + 1), chance.below(cents + 1), cents + 1]) / 100
}

const keepUrl = (scene: Scene, { status, body }: Answer): void => {
  const url: unknown = status < 300 ? (body.url ?? body.checkout?.url) : undefined
  if (typeof url === 'string') scene.urls.push(url)
}
const keepProject = (scene: Scene, hired: Hired): void => {
  if (scene.projects.every(({ id }) => id !== hired.id)) scene.projects.push(hired)
}

export async function hire(scene: Scene): Promise<void> {
  const { chance } = scene
  const [client, { id: portfolioId, creator, cents }] = [
    chance.one(scene.clients),
    chance.one(scene.works),
  ]
  const description = `Number ${chance.below(2)}`
  const answer = await callWithRetries(scene, createProject, {
    as: client,
    body: { portfolioId, creatorId: creator.id, description, budget: cents / 100 },
  })
  keepUrl(scene, answer)
  if (answer.status === 201) keepProject(scene, { id: answer.body.project.id, client, creator })
}

/** Sends an inquiry and answers it with a quote. */
export async function quote(scene: Scene): Promise<void> {
  const { world, chance } = scene
  const [client, { id: portfolioId, creator }] = [
    chance.one(scene.clients),
    chance.one(scene.works),
  ]
  const inquiry = await world.t.call(sendMessage, {
    as: client,
    body: {
      receiverId: creator.id,
      content: 'A jar for the hall.',
      messageType: 'business_inquiry',
      budget: '$500-$1000',
      timeline: '2-4 weeks',
      portfolioId,
      clientId: newId(),
    },
  })
  const answer = await callWithRetries(scene, sendQuote, {
    as: creator,
    params: { id: inquiry.body.id },
    body: { price: somePrice(scene), deliverBy: dayIn(world.t, 20), clientId: newId() },
  })
  const id: unknown = answer.body?.quote?.projectId
  if (typeof id === 'string') keepProject(scene, { id, client, creator })
}

/** Every action of the two people that can affect money. */
const ACTS: Record<Exclude<ProjectAction, 'review' | 'checkMilestone'>, Act> = {
  payDeposit: async (scene, { id, client }) =>
    keepUrl(scene, await callWithRetries(scene, payDeposit, { as: client, params: { id } })),
  offer: (scene, { id, client, creator }) =>
    callWithRetries(scene, offerTerms, {
      as: scene.chance.one([client, creator]),
      params: { id },
      body: { price: somePrice(scene), deliverBy: someDay(scene) },
    }),
  accept: (scene, { id, creator }) =>
    callWithRetries(scene, acceptProject, {
      as: creator,
      params: { id },
      body: { deliverBy: someDay(scene) },
    }),
  decline: (scene, { id, creator }) =>
    callWithRetries(scene, declineProject, { as: creator, params: { id }, body: {} }),
  withdraw: (scene, { id, client }) =>
    callWithRetries(scene, withdrawProject, { as: client, params: { id }, body: {} }),
  deliver: async (scene, { id, creator }) => {
    const fileIds = [
      await addUpload({ deps: { ...scene.world.t.deps, db: scene.world.db } }, id, creator),
    ]
    await callWithRetries(scene, deliverProject, {
      as: creator,
      params: { id },
      body: { note: 'Here.', fileIds },
    })
  },
  requestRevision: (scene, { id, client }) =>
    callWithRetries(scene, requestRevision, {
      as: client,
      params: { id },
      body: { note: 'Lighter.' },
    }),
  complete: async (scene, { id, client }) =>
    keepUrl(scene, await callWithRetries(scene, completeProject, { as: client, params: { id } })),
  takeBack: (scene, { id, client }) =>
    callWithRetries(scene, takeBackDeposit, { as: client, params: { id }, body: {} }),
  proposeDate: (scene, { id, client, creator }) =>
    callWithRetries(scene, proposeDate, {
      as: scene.chance.one([client, creator]),
      params: { id },
      body: { deliverBy: someDay(scene) },
    }),
  proposeChange: (scene, { id, client, creator }) =>
    callWithRetries(scene, proposeChange, {
      as: scene.chance.one([client, creator]),
      params: { id },
      body: { price: somePrice(scene), note: 'A second jar.' },
    }),
  proposeCancel: (scene, { id, client, creator }, room) =>
    callWithRetries(scene, proposeCancel, {
      as: scene.chance.one([client, creator]),
      params: { id },
      body: { toClient: somePart(scene, room), note: 'It does not work.' },
    }),
  dispute: (scene, { id, client, creator }, room) =>
    callWithRetries(scene, openDispute, {
      as: scene.chance.one([client, creator]),
      params: { id },
      body: { text: 'This is not it.', asks: somePart(scene, room) },
    }),
}
type ActName = keyof typeof ACTS
/** Actions that lead to completion are chosen more often than ways out. */
const OFTEN: Record<ActName, number> = {
  payDeposit: 8,
  offer: 1,
  accept: 8,
  decline: 1,
  withdraw: 1,
  deliver: 10,
  requestRevision: 2,
  complete: 8,
  takeBack: 4,
  proposeDate: 1,
  proposeChange: 3,
  proposeCancel: 2,
  dispute: 1,
}

/** Takes an action that the project offers one of the two now. */
export async function act(scene: Scene, hired: Hired): Promise<void> {
  const { chance } = scene
  const room = await readProject(scene, hired, chance.one([hired.client, hired.creator]))
  const open = (room?.actions ?? []).filter((action): action is ActName => action in ACTS)
  if (open.length === 0) return
  const weights = Object.fromEntries(open.map((action) => [action, OFTEN[action]]))
  await ACTS[chance.weighed(weights) as ActName](scene, hired, room)
}

/** The next actions on the way to completion. */
const NEXT: Partial<Record<ProjectStatus, readonly ActName[]>> = {
  requested: ['payDeposit'],
  deposit_paid: ['accept'],
  accepted: ['deliver'],
  delivered: ['complete', 'complete', 'complete', 'requestRevision'],
  revision_requested: ['deliver'],
  approved: ['complete'],
}

export async function advanceProject(scene: Scene, hired: Hired): Promise<void> {
  const { chance, urls } = scene
  const room = await readProject(scene, hired, hired.client)
  if (room === null) return
  if (room.status === 'requested' && room.offers.some(({ state }) => state === 'open'))
    return answerOther(scene, hired)
  const next = NEXT[room.status]
  if (next === undefined) return rule(scene, hired)
  const known = urls.length
  await ACTS[chance.one(next)](scene, hired, room)
  if (urls.length > known && chance.is(0.8)) await pay(scene)
  if (urls.length > known && chance.is(0.5)) await confirm(scene, hired)
}

/** Takes any action, which is mostly not allowed now. */
export const actBlindly = async (scene: Scene, hired: Hired): Promise<unknown> =>
  ACTS[scene.chance.one(Object.keys(ACTS) as ActName[])](
    scene,
    hired,
    await readProject(scene, hired, hired.client),
  )

export async function answerOther(scene: Scene, hired: Hired): Promise<void> {
  const { chance } = scene
  const room = await readProject(scene, hired, hired.client)
  const offer = room?.offers.find(({ state }) => state === 'open')
  if (offer === undefined) return
  const other = offer.by === 'client' ? hired.creator : hired.client
  await callWithRetries(scene, chance.is(0.7) ? acceptOffer : declineOffer, {
    as: chance.is(0.9) ? other : hired.client,
    params: { id: hired.id, offerId: offer.id },
  })
}

export const confirm = (scene: Scene, { id, client }: Hired): Promise<unknown> =>
  callWithRetries(scene, confirmPayment, { as: client, params: { id }, body: {} })

export async function rule(scene: Scene, hired: Hired): Promise<void> {
  const room = await readProject(scene, hired, hired.client)
  if (room?.status !== 'disputed') return
  await callWithRetries(scene, ruleDispute, {
    as: await scene.world.admin(),
    params: { id: hired.id },
    body: { toClient: somePart(scene, room), reason: 'So it is.' },
  })
}
export async function refundAgain(scene: Scene, hired: Hired): Promise<void> {
  const as = await scene.world.admin()
  await callWithRetries(scene, refundProject, { as, params: { id: hired.id } })
}

/** Applies the time limits that have passed. */
export async function runLimits(scene: Scene): Promise<void> {
  await withFault(scene, () => scene.world.t.runJob('projects.limits').catch(() => undefined))
}
