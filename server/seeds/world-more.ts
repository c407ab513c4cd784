import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { BoardRole, BoardVisibility } from '@plinth/contract/boards/boards.ts'
import type { CategorySlug } from '@plinth/contract/choices.ts'
import type { Budget, Timeline } from '@plinth/contract/messages/inquiry.ts'
import type { ReportReason } from '@plinth/contract/moderation/moderation.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import type { AdDuration, AdType } from '@plinth/contract/money/advertising.ts'
import type { OfferKind, ProjectEventKind } from '@plinth/contract/projects/projects.ts'

export interface WorldWork {
  id: string
  title: string
  /** A person's id. */
  creator: string
  category: CategorySlug
  description: string
  tags: string[]
  /** Dollars; null for work on inquiry. */
  startingPrice: number | null
  alt: string
  /** Picture, film, sound or document, relative to the folder of the world. */
  file: string
  isFeatured?: boolean
}

export interface WorldPost {
  id: string
  /** A person's id. */
  creator: string
  type: 'image' | 'video'
  title: string
  description: string
  tags: string[]
  mood: string
  location: string
  category: CategorySlug
  /** Relative to the folder of the world. */
  media: string[]
  /** What the files show, where it is not what the work of the same file says. */
  alts?: string[]
  /** The works that it shows. It links to the first one if its author made it. */
  works: string[]
}

/** When something happened: minutes ago for today, else a number of days before today and a time of day in UTC. */
export type WorldTime = { day: 0; minutesAgo: number } | { day: number; time: string }

/** A follower of the demo world, made by rule. */
export interface WorldMember {
  id: string
  firstName: string
  lastName: string
  handle: string
  city: string
  country: string
  bio: string
  isClient: boolean
  /** The categories that they look at most. */
  likes: CategorySlug[]
  /** 1 to 9: half the number of days in a month on which they look in. */
  activity: number
  seed: number
  /** How many days ago they joined, as a negative number. */
  joinedDay: number
}

export interface DatedPost extends WorldPost {
  at: WorldTime
  /** Set if an admin took it down. */
  takenDown?: { by: string; reason: ReportReason; note: string } & WorldTime
}

interface DatedComment {
  key: string
  post: string
  /** A person's or a member's id. */
  author: string
  content: string
  /** The key of another comment. */
  replyTo: string | null
  at: WorldTime
}

export interface DatedThread {
  /** Several threads share a subject, but no two share a key. */
  key: string
  subject: string
  budget: Budget | null
  timeline: Timeline | null
  work: string | null
  participants: [string, string]
  messages: DatedMessage[]
}

interface DatedMessage {
  from: string
  to: string
  content: string
  isRead: boolean
  at: WorldTime
}

interface HireOffer {
  kind: OfferKind
  by: 'client' | 'creator'
  /** Dollars; null unless it is about terms. */
  price: number | null
  /** A number of days from today. */
  deliverBy: number | null
  /** Dollars that go back to the client when a project is cancelled. */
  toClient: number | null
  milestones: { title: string; due: number }[]
  note: string
  at: WorldTime
}

interface HireDelivery {
  note: string
  /** `standIn` is the file of the world that stands for it; null for a short text. */
  files: { name: string; standIn: string | null }[]
  at: WorldTime
}

/** A hire from its request to where it stands today. */
export interface WorldHire {
  key: string
  /** The work that it began with. */
  work: string
  client: string
  creator: string
  state: string
  timeline: Timeline
  description: string
  deliverBy: number | null
  /** What the books must say in the end, in dollars. */
  money: { held: number; released: number; refunded: number }
  events: {
    kind: ProjectEventKind
    by: 'client' | 'creator' | 'plinth'
    note: string | null
    at: WorldTime
  }[]
  offers: HireOffer[]
  deliveries: HireDelivery[]
  messages: { from: string; content: string; at: WorldTime }[]
  reviews: { author: string; rating: number; content: string; at: WorldTime }[]
  dispute: { statements: { author: string; asks: number; text: string }[] } | null
}

interface Reporting {
  reporter: string
  reason: ReportReason
  text: string
  at: WorldTime
}

/** What waits for an admin. */
export interface WorldCases {
  messages: DatedThread[]
  reports: (Reporting & {
    kind: 'comment' | 'message' | 'post'
    subject: { comment?: string; message?: string; post?: string }
    others: Reporting[]
  })[]
  appeals: { subject: { post: string }; author: string; text: string; at: WorldTime }[]
  notices: {
    subject: { work: string }
    name: string
    organisation: string
    email: string
    address: string
    work: string
    signature: string
    at: WorldTime
  }[]
  advertisements: {
    businessName: string
    contactName: string
    email: string
    phone: string | null
    website: string
    adType: AdType
    duration: AdDuration
    budget: string
    description: string
    postIdea: string | null
    at: WorldTime
  }[]
  promotions: { member: string; post: string; createdAt: WorldTime; paidAt: WorldTime }[]
}

interface WorldBoard {
  id: string
  owner: string
  title: string
  description: string
  visibility: BoardVisibility
  people: { id: string; role: BoardRole }[]
  at: WorldTime
  /** Each is a work or a post. */
  items: {
    work: string | null
    post: string | null
    note: string
    isAgainst: boolean
    by: string
    at: WorldTime
  }[]
}

/** A file of a case study, relative to the folder of the world. */
export interface WorldShot {
  file: string
  caption: string
  alt: string
}

type Of<Type extends Block['type']> = Omit<Extract<Block, { type: Type }>, 'id'>

/** A block of the contract, with files in place of ids, and texts without links. */
export type WorldBlock =
  | {
      type: 'text'
      parts: ({ kind: 'heading' | 'paragraph'; text: string } | { kind: 'list'; items: string[] })[]
    }
  | { type: 'media'; width: 'full' | 'measure'; shot: WorldShot }
  | (Omit<Of<'grid'>, 'shots'> & { shots: WorldShot[] })
  | (Omit<Of<'compare'>, 'before' | 'after'> & { before: WorldShot; after: WorldShot })
  | Of<'quote'>
  | Of<'facts'>
  | {
      type: 'credits'
      people: ({ person: string; role: string } | { name: string; role: string })[]
    }

/** The page of a work, whose people have all agreed to be named. */
export interface WorldStudy {
  work: string
  at: WorldTime
  /** What the work is described by since. */
  summary: string
  blocks: WorldBlock[]
}

/** A wall as its creator arranged it: what is pinned, then the newest first, with some works in series. */
interface WorldWall {
  creator: string
  /** Works, the first pin first. */
  pins: string[]
  series: { id: string; title: string; description: string; works: string[]; at: WorldTime }[]
}

export interface WorldMore {
  works: WorldWork[]
  /** The latest day on which a work can have been published, because something refers to it then. */
  workDays: Record<string, number>
  postDays: Record<string, WorldTime>
  posts: DatedPost[]
  comments: DatedComment[]
  members: WorldMember[]
  threads: DatedThread[]
  hires: WorldHire[]
  cases: WorldCases
  boards: WorldBoard[]
  caseStudies: WorldStudy[]
  walls: WorldWall[]
}

export const readWorldMore = async (folder: string): Promise<WorldMore> =>
  JSON.parse(await readFile(path.join(folder, 'world-more.json'), 'utf8')) as WorldMore
