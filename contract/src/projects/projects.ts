import {
  Array as ListOf,
  Enum,
  String as Text,
  type Static,
  type TSchema,
  Boolean as Flag,
  Integer,
} from 'typebox'
import { Day, Dollars, Id, Time, nullable, exact, entity } from '../http/scalars.ts'
import { BriefReference } from '../boards/briefs.ts'
import { TIMELINES } from '../messages/inquiry.ts'
import { Attachment } from '../messages/messages.ts'
import {
  INCLUDED_REVISIONS,
  MAX_ARCHIVE_ENTRIES,
  MAX_BRIEF_REFERENCES,
  MAX_DELIVERY_FILES,
  MAX_HIRE_MEDIA,
  MAX_MILESTONES,
  MAX_OFFERS,
} from '../limits.ts'
import { MEDIA_KINDS } from '../media/file-types.ts'
import { Picture } from '../media/media.ts'
import { Milestones, Milestone as MilestoneShape } from './milestones.ts'
import { Picks } from './picks.ts'
import { PROJECT_EVENTS } from './project-events.ts'
import { PROJECT_ACTIONS, PROJECT_ROLES, PROJECT_STATUSES } from './project-states.ts'
import { Creator } from '../people/users.ts'

const REFUND_STATES = ['waiting', 'sent', 'succeeded', 'failed'] as const
/** `held`: waits until the creator connects an account. */
const TRANSFER_STATES = ['waiting', 'held', 'sent', 'failed'] as const

/** A refund or a transfer: money that has left Plinth or is about to. */
const movedMoney = <E extends TSchema>(state: E) =>
  nullable(
    exact({
      amount: Dollars,
      state,
      /** Why it has not arrived, as a sentence to display. */
      reason: nullable(Text()),
      at: Time,
    }),
  )

/** One card charge and how it was divided. */
export const ProjectPayment = exact({
  id: Id,
  purpose: Enum(['deposit', 'remainder']),
  amount: Dollars,
  /** `open`: the checkout has not been paid. */
  state: Enum(['open', 'paid']),
  paidAt: nullable(Time),
  /** The card fee, deducted from the creator's part. Null for the client, and until the fee is known. */
  fee: nullable(Dollars),
  /** How it was divided when the project ended. */
  toClient: Dollars,
  toCreator: Dollars,
  refund: movedMoney(Enum([...REFUND_STATES])),
  transfer: movedMoney(Enum([...TRANSFER_STATES])),
})
export type ProjectPayment = Static<typeof ProjectPayment>

/** Where every cent of a project is, calculated from the ledger. */
export const ProjectMoney = exact({
  /** Null until both have agreed on a price. */
  price: nullable(Dollars),
  deposit: nullable(Dollars),
  remainder: nullable(Dollars),
  /** What Plinth holds now. */
  held: Dollars,
  /** The creator's part, before the card fee. */
  released: Dollars,
  /** What went back to the client. */
  refunded: Dollars,
  payments: ListOf(ProjectPayment),
})
export type ProjectMoney = Static<typeof ProjectMoney>

export type Milestone = Static<typeof MilestoneShape>

export const OFFER_KINDS = ['terms', 'date', 'cancel', 'change'] as const
export type OfferKind = (typeof OFFER_KINDS)[number]
const OFFER_STATES = ['open', 'accepted', 'declined', 'withdrawn', 'superseded'] as const

/**
 * A proposal that the other side can accept: terms before the deposit is paid, another date while work is under way, a
 * cancellation with a split of the deposit, or a further change at a price.
 */
export const Offer = entity('Offer', {
  id: Id,
  kind: Enum([...OFFER_KINDS]),
  by: Enum([...PROJECT_ROLES]),
  state: Enum([...OFFER_STATES]),
  /** Set on terms, and on a change: what it adds to the price. */
  price: nullable(Dollars),
  milestones: Milestones,
  /** Set on terms and dates, and on a change that needs another date. */
  deliverBy: nullable(Day),
  /** How many of the delivered files are in the price; null for all of them. */
  picks: nullable(Picks),
  /** Set on a cancellation: how much of the held money the client gets back. */
  toClient: nullable(Dollars),
  note: Text(),
  createdAt: Time,
  answeredAt: nullable(Time),
})
export type Offer = Static<typeof Offer>

/**
 * What a file can be judged by as a whole. Until the rest is paid, the client gets a copy with a watermark: over every
 * frame, page and picture, and to be heard every few seconds. Afterwards, and for the creator, it is the thing itself.
 */
export const Proof = entity('Proof', {
  film: nullable(
    exact({
      url: Text(),
      width: Integer({ minimum: 1 }),
      height: Integer({ minimum: 1 }),
      durationMs: Integer({ minimum: 0 }),
      hasSound: Flag(),
    }),
  ),
  sound: nullable(
    exact({
      url: Text(),
      durationMs: Integer({ minimum: 0 }),
      /** As of `Audio`. */
      peaks: Text(),
    }),
  ),
  pages: nullable(
    exact({
      /** Opens every page: `proofPageUrl` names one. */
      url: Text(),
      /** Of each page that is shown. */
      sizes: ListOf(exact({ width: Integer({ minimum: 1 }), height: Integer({ minimum: 1 }) })),
      /** How many there are. No more than `MAX_PROOF_PAGES` are shown. */
      all: Integer({ minimum: 1 }),
    }),
  ),
  picture: nullable(
    exact({
      /** Opens every tile: `proofTileUrl` names one. */
      url: Text(),
      width: Integer({ minimum: 1 }),
      height: Integer({ minimum: 1 }),
      /** Side of a tile; those at the right and lower edge are smaller. */
      size: Integer({ minimum: 1 }),
      /** The last one is the picture itself, each before it half as large, the first one a single tile. */
      levels: Integer({ minimum: 1 }),
    }),
  ),
  /** What is in an archive. Its files can't be opened. */
  archive: nullable(
    exact({
      /** Files with their paths in the archive, folder by folder. Those after the last one are left out. */
      entries: ListOf(exact({ name: Text(), bytes: Integer({ minimum: 0 }) }), {
        maxItems: MAX_ARCHIVE_ENTRIES,
      }),
      /** How many files there are. */
      all: Integer({ minimum: 1 }),
      /** All of them together, unpacked; null if there are too many to add up. */
      bytes: nullable(Integer({ minimum: 0 })),
    }),
  ),
})
export type Proof = Static<typeof Proof>

/** The address of one page, counted from 1. */
export const proofPageUrl = (url: string, page: number): string =>
  url.replace(/\.webp(?=\?|$)/, `-${page}.webp`)

/** The address of one tile of a picture. */
export const proofTileUrl = (
  url: string,
  { level, column, row }: { level: number; column: number; row: number },
): string => url.replace(/\.webp(?=\?|$)/, `-${level}-${column}-${row}.webp`)

/** A file of a delivery. Until the rest is paid the client sees only its name and a watermarked preview. */
export const DeliveryFile = entity('DeliveryFile', {
  id: Id,
  kind: Enum([...MEDIA_KINDS, 'other']),
  fileName: Text(),
  bytes: Integer({ minimum: 0 }),
  /** `failed`: no preview could be made; the file itself is intact. */
  previewState: Enum(['waiting', 'ready', 'none', 'failed']),
  preview: nullable(exact({ url: Text(), width: Integer(), height: Integer(), alt: Text() })),
  /** `failed`: the whole file cannot be shown; the file itself is intact. */
  proofState: Enum(['waiting', 'ready', 'none', 'failed']),
  /** Null unless the state is `ready`, and for whom the file is none of their business. */
  proof: nullable(Proof),
  /** A signed link to the original file; null while it is locked for the viewer. */
  url: nullable(Text()),
})
export type DeliveryFile = Static<typeof DeliveryFile>

export const Delivery = entity('Delivery', {
  id: Id,
  number: Integer({ minimum: 1 }),
  note: Text(),
  files: ListOf(DeliveryFile, { maxItems: MAX_DELIVERY_FILES }),
  createdAt: Time,
  /** The client's answer. */
  answer: nullable(Enum(['approved', 'revision'])),
  answerNote: nullable(Text()),
})
export type Delivery = Static<typeof Delivery>

/** What the client says about showing a completed project: now, from a day on, or never. */
export const SHOWING_ANSWERS = ['now', 'later', 'never'] as const
export type ShowingAnswer = (typeof SHOWING_ANSWERS)[number]

/** The creator's question whether they may show what they delivered in their portfolio. */
export const Showing = entity('Showing', {
  askedAt: Time,
  /** Null until the client answers. */
  answer: nullable(Enum([...SHOWING_ANSWERS])),
  /** The first day on which it may be shown; set with `later`. */
  showFrom: nullable(Day),
  /** Whether the creator may name the client. */
  namesClient: Flag(),
  answeredAt: nullable(Time),
  /** The work that the creator has made of it; null for everybody else. */
  workId: nullable(Id),
})
export type Showing = Static<typeof Showing>

export type ProjectEventKind = (typeof PROJECT_EVENTS)[number]

/** One entry of the room's timeline. */
export const ProjectEvent = exact({
  id: Id,
  kind: Enum([...PROJECT_EVENTS]),
  by: Enum([...PROJECT_ROLES, 'admin', 'plinth']),
  /** A reason or a note, where there is one. */
  note: nullable(Text()),
  amount: nullable(Dollars),
  at: Time,
})
export type ProjectEvent = Static<typeof ProjectEvent>

export const Dispute = entity('Dispute', {
  openedBy: Enum([...PROJECT_ROLES, 'plinth']),
  openedAt: Time,
  /** If nobody has ruled by then, what is held is split in half. */
  dueAt: Time,
  /** The statement of each side and how much it asks for. */
  statements: ListOf(
    exact({ by: Enum([...PROJECT_ROLES]), text: Text(), asks: Dollars, at: Time }),
  ),
  ruling: nullable(exact({ toClient: Dollars, toCreator: Dollars, reason: Text(), at: Time })),
})
export type Dispute = Static<typeof Dispute>

const Work = exact({ id: Id, title: Text(), picture: Picture })

const cardFields = {
  id: Id,
  /** A running number from 1, for people to refer to. */
  number: Integer({ minimum: 1 }),
  title: Text(),
  status: Enum([...PROJECT_STATUSES]),
  /** The work that led to the project; null when it is no longer listed. */
  work: nullable(Work),
  client: Creator,
  creator: Creator,
  /** Null for an admin who is not part of the project. */
  role: nullable(Enum([...PROJECT_ROLES])),
  price: nullable(Dollars),
  /** A price that one side has offered and the other has not answered. */
  proposed: nullable(exact({ by: Enum([...PROJECT_ROLES]), price: Dollars })),
  deliverBy: nullable(Day),
  /** Whether the project waits for the viewer. */
  needsViewer: Flag(),
  /** When the deadline of this status passes. */
  dueAt: nullable(Time),
  createdAt: Time,
  updatedAt: Time,
}
export const ProjectCard = entity('ProjectCard', { ...cardFields, held: Dollars })
export type ProjectCard = Static<typeof ProjectCard>

/** The project room. */
export const Project = entity('Project', {
  ...cardFields,
  description: Text(),
  timeline: nullable(Enum([...TIMELINES])),
  /** Files that the client sent with the request. */
  files: ListOf(Attachment, { maxItems: MAX_HIRE_MEDIA }),
  /** Works and posts that the client wants the creator to look at, as far as the viewer may see them. */
  references: ListOf(BriefReference, { maxItems: MAX_BRIEF_REFERENCES }),
  /** When each step was reached. */
  steps: exact({
    requestedAt: Time,
    depositPaidAt: nullable(Time),
    acceptedAt: nullable(Time),
    deliveredAt: nullable(Time),
    approvedAt: nullable(Time),
    completedAt: nullable(Time),
    closedAt: nullable(Time),
  }),
  milestones: ListOf(exact({ title: Text(), due: nullable(Day), doneAt: nullable(Time) }), {
    maxItems: MAX_MILESTONES,
  }),
  /** Open offers first, then the latest answered ones. */
  offers: ListOf(Offer),
  /** Newest first. */
  deliveries: ListOf(Delivery),
  /** Which of the two cannot sign in because their account is suspended. */
  suspended: ListOf(Enum([...PROJECT_ROLES])),
  /** Changes that the client can still ask for at no further price. */
  revisionsLeft: Integer({ minimum: 0, maximum: INCLUDED_REVISIONS + MAX_OFFERS }),
  /** Changes that the two agreed on at a price, beside those that are included. */
  revisionsAdded: Integer({ minimum: 0, maximum: MAX_OFFERS }),
  /** How many of the delivered files are in the price; null for all of them. */
  picks: nullable(Picks),
  /** What was approved, if there is a record of it (`approvalUrl`). */
  approval: nullable(exact({ delivery: Integer({ minimum: 1 }), files: Integer({ minimum: 1 }) })),
  money: ProjectMoney,
  dispute: nullable(Dispute),
  /** The last hundred, newest first. */
  events: ListOf(ProjectEvent, { maxItems: 100 }),
  /** The subject of their conversation. */
  subject: Text(),
  conversationId: nullable(Id),
  /** The closing note, if anyone left one. */
  closingNote: nullable(Text()),
  /** Whether the creator may show it; null until they ask. */
  showing: nullable(Showing),
  /** Actions that the viewer can take now. */
  actions: ListOf(Enum([...PROJECT_ACTIONS])),
  /** When the client may take the deposit back if nothing is delivered. */
  takeBackAt: nullable(Time),
})
export type Project = Static<typeof Project>

/** The payment page and the sum that is paid there. */
export const Checkout = entity('Checkout', { url: Text(), amount: Dollars })
export type Checkout = Static<typeof Checkout>
