import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Object as ObjectOf,
  String as Text,
  type Static,
} from 'typebox'
import { TIMELINES } from '../messages/inquiry.ts'
import { INCLUDED_REVISIONS, MAX_DELIVERY_FILES, MAX_MILESTONES } from '../limits.ts'
import { MEDIA_KINDS, Picture } from '../media/media.ts'
import { Day, Milestones, Milestone as MilestoneShape } from './milestones.ts'
import { PROJECT_EVENTS } from './project-events.ts'
import { ProjectMoney } from './project-money.ts'
import { PROJECT_ACTIONS, PROJECT_ROLES, PROJECT_STATUSES } from './project-states.ts'
import { Dollars, Id, Time, nullable } from '../http/scalars.ts'
import { Creator } from '../people/users.ts'

export type Milestone = Static<typeof MilestoneShape>

export const OFFER_KINDS = ['terms', 'date', 'cancel'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]
const OFFER_STATES = ['open', 'accepted', 'declined', 'withdrawn', 'superseded'] as const

/**
 * What one of the two proposes and the other can accept: terms before the deposit is paid, another date while the work
 * is under way, or an end with a split of the deposit.
 */
export const Offer = ObjectOf(
  {
    id: Id,
    kind: Enum([...OFFER_KINDS]),
    by: Enum([...PROJECT_ROLES]),
    state: Enum([...OFFER_STATES]),
    /** Of terms. */
    price: nullable(Dollars),
    milestones: Milestones,
    /** Of terms and of dates. */
    deliverBy: nullable(Day),
    /** Of an end: what goes back to the client of what is held. */
    toClient: nullable(Dollars),
    note: Text(),
    createdAt: Time,
    answeredAt: nullable(Time),
  },
  { title: 'Offer', additionalProperties: false },
)
export type Offer = Static<typeof Offer>

/** A file of a delivery. The client sees a watermarked preview, or its name, until the rest is paid. */
export const DeliveryFile = ObjectOf(
  {
    id: Id,
    kind: Enum([...MEDIA_KINDS, 'other']),
    fileName: Text(),
    bytes: Integer({ minimum: 0 }),
    /** `failed`: it has no preview; the file itself is whole. */
    previewState: Enum(['waiting', 'ready', 'none', 'failed']),
    preview: nullable(
      ObjectOf(
        { url: Text(), width: Integer(), height: Integer(), alt: Text() },
        { additionalProperties: false },
      ),
    ),
    /** A signed link to the file as it was sent; null while it is locked for the viewer. */
    url: nullable(Text()),
  },
  { title: 'DeliveryFile', additionalProperties: false },
)
export type DeliveryFile = Static<typeof DeliveryFile>

export const Delivery = ObjectOf(
  {
    id: Id,
    number: Integer({ minimum: 1 }),
    note: Text(),
    files: ListOf(DeliveryFile, { maxItems: MAX_DELIVERY_FILES }),
    createdAt: Time,
    /** What the client said to it. */
    answer: nullable(Enum(['approved', 'revision'])),
    answerNote: nullable(Text()),
  },
  { title: 'Delivery', additionalProperties: false },
)
export type Delivery = Static<typeof Delivery>

export type ProjectEventKind = (typeof PROJECT_EVENTS)[number]

/** A line of the room's timeline. */
export const ProjectEvent = ObjectOf(
  {
    id: Id,
    kind: Enum([...PROJECT_EVENTS]),
    by: Enum([...PROJECT_ROLES, 'admin', 'plinth']),
    /** A reason or a note, where there is one. */
    note: nullable(Text()),
    amount: nullable(Dollars),
    at: Time,
  },
  { additionalProperties: false },
)
export type ProjectEvent = Static<typeof ProjectEvent>

export const Dispute = ObjectOf(
  {
    openedBy: Enum([...PROJECT_ROLES, 'plinth']),
    openedAt: Time,
    /** Without a ruling what is held is split half and half then. */
    dueAt: Time,
    /** What each of them says and asks for. */
    statements: ListOf(
      ObjectOf(
        { by: Enum([...PROJECT_ROLES]), text: Text(), asks: Dollars, at: Time },
        { additionalProperties: false },
      ),
    ),
    ruling: nullable(
      ObjectOf(
        { toClient: Dollars, toCreator: Dollars, reason: Text(), at: Time },
        { additionalProperties: false },
      ),
    ),
  },
  { title: 'Dispute', additionalProperties: false },
)
export type Dispute = Static<typeof Dispute>

const Work = ObjectOf({ id: Id, title: Text(), picture: Picture }, { additionalProperties: false })

const cardFields = {
  id: Id,
  /** Counted from 1, for people to name it by. */
  number: Integer({ minimum: 1 }),
  title: Text(),
  status: Enum([...PROJECT_STATUSES]),
  /** The work that was hired from; null when it hangs no more. */
  work: nullable(Work),
  client: Creator,
  creator: Creator,
  /** Null to an admin who is neither. */
  role: nullable(Enum([...PROJECT_ROLES])),
  price: nullable(Dollars),
  /** A price that one of the two has named and the other has not answered. */
  proposed: nullable(
    ObjectOf({ by: Enum([...PROJECT_ROLES]), price: Dollars }, { additionalProperties: false }),
  ),
  deliverBy: nullable(Day),
  /** Whether the next step is the viewer's. */
  needsViewer: Flag(),
  /** When silence decides, and how. */
  dueAt: nullable(Time),
  createdAt: Time,
  updatedAt: Time,
}
export const ProjectCard = ObjectOf(
  { ...cardFields, held: Dollars },
  { title: 'ProjectCard', additionalProperties: false },
)
export type ProjectCard = Static<typeof ProjectCard>

/** The room. */
export const Project = ObjectOf(
  {
    ...cardFields,
    description: Text(),
    timeline: nullable(Enum([...TIMELINES])),
    /** Days of the steps that were reached, by status. */
    steps: ObjectOf(
      {
        requestedAt: Time,
        depositPaidAt: nullable(Time),
        acceptedAt: nullable(Time),
        deliveredAt: nullable(Time),
        approvedAt: nullable(Time),
        completedAt: nullable(Time),
        closedAt: nullable(Time),
      },
      { additionalProperties: false },
    ),
    milestones: ListOf(
      ObjectOf(
        { title: Text(), due: nullable(Day), doneAt: nullable(Time) },
        { additionalProperties: false },
      ),
      { maxItems: MAX_MILESTONES },
    ),
    /** Open ones first, then the last that were answered. */
    offers: ListOf(Offer),
    /** Newest first. */
    deliveries: ListOf(Delivery),
    /** Who of the two cannot sign in now: their account is suspended. */
    suspended: ListOf(Enum([...PROJECT_ROLES])),
    revisionsLeft: Integer({ minimum: 0, maximum: INCLUDED_REVISIONS }),
    money: ProjectMoney,
    dispute: nullable(Dispute),
    /** Newest first, the last hundred. */
    events: ListOf(ProjectEvent, { maxItems: 100 }),
    /** Under this subject the two write to each other. */
    subject: Text(),
    conversationId: nullable(Id),
    /** Why it ended, where somebody said so. */
    closingNote: nullable(Text()),
    /** What the viewer can do now. */
    actions: ListOf(Enum([...PROJECT_ACTIONS])),
    /** When the client may take the deposit back, if nothing is delivered. */
    takeBackAt: nullable(Time),
  },
  { title: 'Project', additionalProperties: false },
)
export type Project = Static<typeof Project>

/** Where the browser goes to pay, and what it pays there. */
export const Checkout = ObjectOf(
  { url: Text(), amount: Dollars },
  { title: 'Checkout', additionalProperties: false },
)
export type Checkout = Static<typeof Checkout>
