import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  Optional,
  String as Text,
  type Static,
  type TObject,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { TIMELINES } from '../messages/inquiry.ts'
import {
  MAX_BOARD_NOTE,
  MAX_BRIEF_REFERENCES,
  MAX_DELIVERY_FILES,
  MAX_HIRE_MEDIA,
  MAX_MILESTONES,
  MAX_PROJECT_TEXT,
} from '../limits.ts'
import { Milestones } from './milestones.ts'
import { Picks } from './picks.ts'
import { Checkout, Delivery, DeliveryFile, Project, ProjectCard } from './projects.ts'
import { words } from '../http/words.ts'
import {
  Day,
  Dollars,
  Id,
  HirePrice,
  filledText,
  idParams,
  nullable,
  exact,
  paged,
} from '../http/scalars.ts'

const params = ObjectOf(idParams)
const Note = Optional(Text({ maxLength: MAX_PROJECT_TEXT }))

/**
 * A step by the client or the creator. Returns the room afterwards. Anyone outside the project gets 404, the wrong side
 * 403.
 */
export const projectStep = <const N extends string, const B extends TObject>(
  name: N,
  summary: string,
  body: B,
) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/projects/:id/${name}`,
    access: 'member',
    right: 'disputes.decide',
    idempotent: true,
    summary,
    params,
    body,
    response: Project,
    errors: ['not_found', 'auth.forbidden'],
  })

export const PROJECT_BOXES = [
  { value: 'open', label: 'Open' },
  { value: 'hiring', label: 'Hiring' },
  { value: 'making', label: 'Making' },
  { value: 'closed', label: 'Closed' },
] as const
export type ProjectBox = (typeof PROJECT_BOXES)[number]['value']

export const listProjects = defineEndpoint({
  method: 'GET',
  path: '/api/projects',
  access: 'member',
  summary: "The caller's projects, most recently changed first.",
  query: paged({ box: Optional(Enum(PROJECT_BOXES.map((box) => box.value))) }),
  response: ListOf(ProjectCard),
})

export const getProject = defineEndpoint({
  method: 'GET',
  path: '/api/projects/:id',
  access: 'member',
  right: 'disputes.decide',
  summary: 'The room of a project, for its two people and admins.',
  params,
  response: Project,
  errors: ['not_found'],
})

export const readProject = defineEndpoint({
  method: 'POST',
  path: '/api/projects/:id/read',
  access: 'member',
  summary: "Mark the caller's notifications of a project as read, up to and including this event.",
  params,
  body: exact({ upTo: Id }),
  errors: ['not_found'],
})

/** Starts a hire: the project waits for its deposit, which the checkout collects. */
export const Hire = exact({ project: Project, checkout: Checkout })
export type Hire = Static<typeof Hire>

/** A work or a post that a hire shows, with the note that goes with it. */
const HireReference = exact({
  kind: Enum(['work', 'post']),
  id: Id,
  note: Optional(Text({ maxLength: MAX_BOARD_NOTE })),
  /** It is there to say what is not wanted. */
  isAgainst: Optional(Flag()),
})

export const createProject = defineEndpoint({
  method: 'POST',
  path: '/api/projects',
  access: 'member',
  idempotent: true,
  summary: 'Hire the maker of a work at its starting price. The deposit is paid at the checkout.',
  body: exact({
    portfolioId: Id,
    creatorId: Id,
    description: filledText(
      MAX_PROJECT_TEXT,
      words('description', { missing: 'Please provide project details' }),
    ),
    timeline: Optional(nullable(Enum([...TIMELINES]))),
    /** The starting price that the caller saw. Refused if it has changed. */
    budget: Dollars,
    /** The caller's uploads. Only the two people of the project, and staff in a dispute, can open them. */
    mediaIds: Optional(ListOf(Id, { maxItems: MAX_HIRE_MEDIA, uniqueItems: true })),
    /** Works and posts that the caller may see, in the order in which they are shown. */
    references: Optional(ListOf(HireReference, { maxItems: MAX_BRIEF_REFERENCES })),
  }),
  status: 201,
  response: Hire,
  errors: ['not_found', 'auth.forbidden'],
})

export const payDeposit = defineEndpoint({
  method: 'POST',
  path: '/api/projects/:id/deposit',
  access: 'member',
  right: 'disputes.decide',
  idempotent: true,
  summary: 'A checkout for the deposit of a project whose price is agreed.',
  params,
  response: Checkout,
  errors: ['not_found', 'auth.forbidden'],
})

export const completeProject = defineEndpoint({
  method: 'POST',
  path: '/api/projects/:id/complete',
  access: 'member',
  right: 'disputes.decide',
  idempotent: true,
  summary: 'Approve the delivery if it is not approved yet, and open the checkout for the balance.',
  params,
  response: Checkout,
  errors: ['not_found', 'auth.forbidden'],
})

/** Asks the card provider about the open checkout, for a browser that returns before the webhook arrives. */
export const confirmPayment = projectStep(
  'confirm',
  'Read the open checkout back from the card provider.',
  exact({}),
)

export const offerTerms = projectStep(
  'offers',
  'Propose another price, date and milestones, before the deposit is paid.',
  exact({
    price: HirePrice,
    deliverBy: Day,
    milestones: Optional(Milestones),
    /** How many of the delivered files are in the price; all of them without it. */
    picks: Optional(nullable(Picks)),
    note: Note,
  }),
)
export const proposeDate = projectStep(
  'date',
  'Propose another date of delivery.',
  exact({ deliverBy: Day, note: Note }),
)
export const proposeChange = projectStep(
  'change',
  'Propose a further change at a price, which is added to the balance.',
  exact({
    price: HirePrice,
    deliverBy: Optional(nullable(Day)),
    note: filledText(MAX_PROJECT_TEXT, words('note', { missing: 'Describe the change.' })),
  }),
)
export const proposeCancel = projectStep(
  'cancel',
  'Ask to cancel the project, with the sum that goes back to the client.',
  exact({ toClient: Dollars, note: filledText(MAX_PROJECT_TEXT) }),
)

const offerStep = <const N extends string>(name: N, summary: string) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/projects/:id/offers/:offerId/${name}`,
    access: 'member',
    right: 'disputes.decide',
    idempotent: true,
    summary,
    params: ObjectOf({ ...idParams, offerId: Id }),
    response: Project,
    errors: ['not_found', 'auth.forbidden'],
  })
export const acceptOffer = offerStep('accept', 'Accept what the other one proposed.')
export const declineOffer = offerStep(
  'decline',
  'Decline what the other one proposed, or withdraw the caller’s own proposal.',
)

export const acceptProject = projectStep(
  'accept',
  'Accept a paid request and say when the work will be there.',
  exact({ deliverBy: Day }),
)
export const declineProject = projectStep(
  'decline',
  'Decline a request. The deposit goes back in full.',
  exact({ note: Note }),
)
export const withdrawProject = projectStep(
  'withdraw',
  'Withdraw a request before it is accepted. The deposit goes back in full.',
  exact({ note: Note }),
)
export const deliverProject = projectStep(
  'deliver',
  'Deliver: finished uploads made for this project, and a note.',
  exact({
    note: Text({ maxLength: MAX_PROJECT_TEXT }),
    fileIds: ListOf(Id, { minItems: 1, maxItems: MAX_DELIVERY_FILES, uniqueItems: true }),
  }),
)
export const requestRevision = projectStep(
  'revision',
  'Ask for a change of the delivery. The open comments of the proof room are its list; without any, it needs a note.',
  exact({ note: Text({ maxLength: MAX_PROJECT_TEXT, ...words('note') }) }),
)
export const takeBackDeposit = projectStep(
  'take-back',
  'Take the deposit back: nothing was delivered long after the agreed date.',
  exact({}),
)
export const openDispute = projectStep(
  'dispute',
  'Ask Plinth to decide, or add the caller’s side to an open dispute.',
  exact({
    text: filledText(MAX_PROJECT_TEXT, words('explanation', { missing: 'Explain your side.' })),
    asks: Dollars,
  }),
)
export const checkMilestone = defineEndpoint({
  method: 'PUT',
  path: '/api/projects/:id/milestones/:position',
  access: 'member',
  right: 'disputes.decide',
  summary: 'Mark a milestone as done or not done. For the creator.',
  params: ObjectOf({ ...idParams, position: Integer({ minimum: 0, maximum: MAX_MILESTONES - 1 }) }),
  body: exact({ isDone: Flag() }),
  response: Project,
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})

/** The caller's uploads for the next delivery of a project. */
export const listProjectFiles = defineEndpoint({
  method: 'GET',
  path: '/api/projects/:id/files',
  access: 'member',
  summary: 'Uploads for this project that are not delivered yet. For the creator.',
  params,
  response: Delivery.properties.files,
  errors: ['not_found', 'auth.forbidden'],
})
export const keepProjectFile = defineEndpoint({
  method: 'PUT',
  path: '/api/projects/:id/files/:fileId',
  access: 'member',
  summary:
    'Finish a resumable upload that was begun with the metadata `purpose=delivery` and `project`: a file for the next delivery, of the same id.',
  params: ObjectOf({ ...idParams, fileId: Id }),
  response: DeliveryFile,
  errors: ['not_found', 'auth.forbidden', 'conflict', 'storage.full'],
})
export const deleteProjectFile = defineEndpoint({
  method: 'DELETE',
  path: '/api/projects/:id/files/:fileId',
  access: 'member',
  summary: 'Delete an upload that is not delivered yet.',
  params: ObjectOf({ ...idParams, fileId: Id }),
  errors: ['not_found', 'auth.forbidden', 'conflict'],
})

/**
 * All files of a delivery as one archive, once they are handed over. It returns a file, so it is not an endpoint of the
 * contract.
 */
export const deliveryArchiveUrl = (projectId: string, deliveryId: string): string =>
  `/api/projects/${projectId}/deliveries/${deliveryId}/files.zip`

/** The approval record as a PDF, for the client and the creator. */
export const approvalUrl = (projectId: string): string => `/api/projects/${projectId}/approval.pdf`

export const DISPUTE_BOXES = ['open', 'ruled'] as const
export const listDisputes = defineEndpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  access: 'admin',
  right: 'disputes.decide',
  summary: 'Disputed projects, the soonest due first; or those that were ruled.',
  query: paged({ box: Optional(Enum([...DISPUTE_BOXES])) }),
  response: ListOf(ProjectCard),
})
export const ruleDispute = defineEndpoint({
  method: 'POST',
  path: '/api/admin/disputes/:id/ruling',
  access: 'admin',
  right: 'disputes.decide',
  idempotent: true,
  fresh: true,
  summary: 'Split what is held, with a reason that both see.',
  params,
  body: exact({ toClient: Dollars, reason: filledText(MAX_PROJECT_TEXT) }),
  response: Project,
  errors: ['not_found'],
})
export const refundProject = defineEndpoint({
  method: 'POST',
  path: '/api/projects/:id/refund',
  access: 'member',
  right: 'refunds.make',
  idempotent: true,
  fresh: true,
  summary: 'Send refunds again that the bank returned. For admins.',
  params,
  response: Project,
  errors: ['not_found', 'auth.forbidden'],
})
