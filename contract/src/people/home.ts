import {
  Array as ListOf,
  Boolean as Flag,
  Enum,
  Integer,
  Optional,
  String as Text,
  type Static,
} from 'typebox'
import { defineEndpoint } from '../http/endpoint.ts'
import { Day, Count, Dollars, Id, Time, entity, exact, nullable } from '../http/scalars.ts'
import { Picture } from '../media/media.ts'
import { PROJECT_STATUSES } from '../projects/project-states.ts'
import { ProjectCard } from '../projects/projects.ts'
import { timeZoneParameter } from './zones.ts'
import { Creator } from './users.ts'

/** Projects under way that a home shows. */
export const HOME_PROJECTS = 6
/** Works last saved: three ledges of three. */
export const HOME_SAVES = 9
export const HOME_NEW_WORKS = 5
/** Things that wait, as many as an answer lists; `total` counts them all. */
export const MAX_WAITING = 50
/** Of them a dashboard shows these before it is asked for all. */
export const SHOWN_WAITING = 4
/** Works that a creator's first steps ask for. */
export const FIRST_WORKS = 3
/** Days of views on a dashboard, including today. */
export const DASHBOARD_DAYS = 7

/** A project under way, with what its next sentence needs. */
export const HomeProject = entity('HomeProject', {
  ...ProjectCard.properties,
  /** The number of the last delivery; null before the first. */
  deliveryNumber: nullable(Integer({ minimum: 1 })),
  /** The next milestone that is not done. */
  nextMilestone: nullable(exact({ title: Text(), due: nullable(Day) })),
  deposit: nullable(Dollars),
  /** What is due when the delivery is approved. */
  balance: nullable(Dollars),
})
export type HomeProject = Static<typeof HomeProject>

/** A work in a short row. */
export const HomeWork = entity('HomeWork', {
  id: Id,
  title: Text(),
  picture: Picture,
  creator: Creator,
  category: Text(),
  startingPrice: nullable(Dollars),
})
export type HomeWork = Static<typeof HomeWork>

/** Where a client's money is. */
const ClientMoney = exact({
  held: Dollars,
  /** What is held for each project, the most first; at most 20 of them. */
  lines: ListOf(exact({ projectId: Id, title: Text(), creator: Creator, held: Dollars })),
  /** The next payment that the client makes, and the status that it follows. */
  next: nullable(
    exact({
      projectId: Id,
      status: Enum([...PROJECT_STATUSES]),
      amount: Dollars,
      creator: Creator,
      dueAt: nullable(Time),
      deliverBy: nullable(Day),
    }),
  ),
  /** What makers received of the client's payments in this calendar year, before card fees. */
  paidThisYear: Dollars,
})

export const Home = entity('Home', {
  /** Those that wait for the viewer first, then by deadline. */
  projects: ListOf(HomeProject, { maxItems: HOME_PROJECTS }),
  /** All projects under way. */
  projectCount: Count,
  money: ClientMoney,
  saved: ListOf(HomeWork, { maxItems: HOME_SAVES }),
  /** The newest works of people whom the viewer follows. */
  followed: exact({
    works: ListOf(HomeWork, { maxItems: HOME_NEW_WORKS }),
    /** How many there are of the last seven days. */
    thisWeek: Count,
  }),
})
export type Home = Static<typeof Home>

const ZoneQuery = exact({
  /** IANA time zone in which days, months and years begin; UTC by default. */
  tz: Optional(timeZoneParameter()),
})

export const getHome = defineEndpoint({
  method: 'GET',
  path: '/api/home',
  access: 'member',
  summary:
    "The caller's projects under way, money, latest saves, and new works of people they follow.",
  query: ZoneQuery,
  response: Home,
})

/** What can wait for somebody. Projects come first; `approve`, `pay` and `deposit` are for clients. */
const WAITING_KINDS = [
  'request',
  'quote',
  'offer',
  'deliver',
  'change',
  'dispute',
  'approve',
  'pay',
  'deposit',
  'review',
  'inquiry',
  'message',
] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]

export const Waiting = entity('Waiting', {
  kind: Enum([...WAITING_KINDS]),
  /** The project or the conversation. */
  id: Id,
  /** Where the viewer answers it. */
  path: Text(),
  person: Creator,
  /** The other person's time zone, if both zones are known and differ. */
  personZone: nullable(Text()),
  picture: nullable(Picture),
  /** The project's title or the conversation's subject. */
  title: Text(),
  /** What the other one wrote, on one line. */
  line: Text(),
  /** The sum that it is about. */
  amount: nullable(Dollars),
  held: Dollars,
  /** Which of the included changes was asked for. */
  round: nullable(Integer({ minimum: 1 })),
  /** Unread messages of a conversation. */
  messages: Count,
  /** The deadline as a moment, or as the agreed day. At most one of the two is set. */
  dueAt: nullable(Time),
  dueOn: nullable(Day),
  /** When it came. */
  at: Time,
})
export type Waiting = Static<typeof Waiting>

export const Dashboard = entity('Dashboard', {
  timeZone: Text(),
  waiting: exact({
    /** By deadline; what has none comes after, the newest first. */
    items: ListOf(Waiting, { maxItems: MAX_WAITING }),
    total: Count,
  }),
  money: exact({
    /** What Plinth holds for the caller's work, before card fees. */
    held: Dollars,
    heldProjects: Count,
    /** Earned, but it waits for a bank account. */
    unsent: Dollars,
    /** Earned and not at the bank yet. */
    onItsWay: Dollars,
    /** The day on which the next of it arrives; null while the card provider has not said. */
    arrivesOn: nullable(Day),
    /** What reached the bank in this calendar year. */
    paidThisYear: Dollars,
    paidProjects: Count,
    /** Card fees of this month, deducted from what was earned. */
    cardFees: Dollars,
  }),
  views: exact({
    /** The last seven days, today last. */
    days: ListOf(exact({ date: Day, views: Count })),
    total: Count,
    /** Of the seven days before. */
    before: Count,
  }),
  /** A creator's first steps; null once all are done or the list is hidden. */
  steps: nullable(exact({ hasPortrait: Flag(), works: Count, hasPrice: Flag(), hasBank: Flag() })),
})
export type Dashboard = Static<typeof Dashboard>

export const getDashboard = defineEndpoint({
  method: 'GET',
  path: '/api/dashboard',
  access: 'creator',
  summary:
    "What waits for the caller, where their money is, this week's views and their first steps.",
  query: ZoneQuery,
  response: Dashboard,
})

export const hideSteps = defineEndpoint({
  method: 'PUT',
  path: '/api/dashboard/steps',
  access: 'creator',
  summary: "Hide or show the list of a creator's first steps.",
  body: exact({ isHidden: Flag() }),
})
