import type { HomeProject, Waiting, WaitingKind } from '../people/home.ts'
import { INCLUDED_REVISIONS } from '../limits.ts'
import { price } from '../numbers.ts'
import type { ProjectStatus } from './project-states.ts'

/** A part of a sentence: plain words, or what stands out in it. */
export type NextPart = string | { strong: string }

/** How the reader's side writes dates: in their own time zone, or a day as it was agreed on. */
export interface DateWords {
  /** `Sunday 29 November` */
  moment: (time: string) => string
  day: (day: string) => string
  /** Whether an agreed day has passed. */
  isPast: (day: string) => boolean
}

export interface Next {
  /** Where the project is, in two or three words. */
  label: string
  /** What happens next and when. */
  sentence: NextPart[]
  /** What the reader can do about it. */
  action: string
}

const OPEN = 'Open the project'

/** Template tag: parts of a sentence in which what it is given stands out. */
const says = (
  words: TemplateStringsArray,
  ...values: (string | { strong: string })[]
): NextPart[] =>
  words.flatMap((word, at): NextPart[] => [word, values[at] ?? '']).filter((part) => part !== '')

interface Facts {
  project: HomeProject
  /** First name of the other one. */
  other: string
  /** The deadline of the status; `soon` where there is none. */
  due: { strong: string }
  /** The agreed day of delivery. */
  delivery: { strong: string }
  isLate: boolean
  deposit: { strong: string }
  balance: { strong: string }
  held: { strong: string }
  words: DateWords
}
type Lines = (facts: Facts) => Next

const milestone = ({ project: { nextMilestone }, words }: Facts): NextPart[] | null =>
  nextMilestone === null
    ? null
    : nextMilestone.due === null
      ? [`Next: ${nextMilestone.title}.`]
      : says`Next: ${nextMilestone.title}, ${words.isPast(nextMilestone.due) ? 'was due on' : 'due'} ${{ strong: words.day(nextMilestone.due) }}.`

/** What a client reads of each status under way. */
const CLIENT: Partial<Record<ProjectStatus, Lines>> = {
  requested: ({ project, other, due, deposit }) => {
    if (project.price !== null)
      return {
        label: 'Deposit due',
        sentence: says`Pay the ${deposit} deposit by ${due} and ${other} can begin.`,
        action: project.needsViewer ? 'Pay the deposit' : OPEN,
      }
    if (project.proposed?.by === 'creator')
      return {
        label: 'Offer to answer',
        sentence: says`${other} offers ${{ strong: price(project.proposed.price) }}. Answer by ${due}.`,
        action: 'Read the offer',
      }
    return {
      label: `Waiting for ${other}`,
      sentence: says`${other} has until ${due} to answer. Nothing is charged before that.`,
      action: OPEN,
    }
  },
  deposit_paid: ({ other, due, held }) => ({
    label: `Waiting for ${other}`,
    sentence: says`If ${other} says no, or nothing by ${due}, your ${held} comes back.`,
    action: OPEN,
  }),
  accepted: (facts) => ({
    label: 'In progress',
    sentence:
      milestone(facts) ??
      (facts.isLate
        ? says`${facts.other}’s delivery was due on ${facts.delivery}.`
        : says`${facts.other} delivers by ${facts.delivery}.`),
    action: OPEN,
  }),
  delivered: ({ project, other, due }) => ({
    label: 'Delivered',
    sentence: says`${other} sent delivery ${String(project.deliveryNumber ?? 1)}. Answer by ${due}.`,
    action: 'Look at the delivery',
  }),
  revision_requested: ({ other, delivery, isLate }) => ({
    label: 'Change asked for',
    sentence: isLate
      ? says`You asked for a change. ${other} is working on it.`
      : says`You asked for a change. ${other} delivers again by ${delivery}.`,
    action: OPEN,
  }),
  approved: ({ balance, due }) => ({
    label: 'Balance due',
    sentence: says`Pay the ${balance} balance by ${due} and the files are yours.`,
    action: 'Pay the balance',
  }),
}

/** What a creator reads of each status under way. */
const CREATOR: Partial<Record<ProjectStatus, Lines>> = {
  requested: ({ project, other, due }) => {
    if (project.price !== null)
      return {
        label: `Waiting for ${other}`,
        sentence: says`${other} has until ${due} to pay the deposit.`,
        action: OPEN,
      }
    const isTheirs = project.proposed?.by === 'client'
    if (project.proposed !== null && !isTheirs)
      return {
        label: `Waiting for ${other}`,
        sentence: says`${other} has until ${due} to answer your offer.`,
        action: OPEN,
      }
    return {
      label: isTheirs ? 'Offer to answer' : 'Price open',
      sentence: isTheirs
        ? says`${other} offers ${{ strong: price(project.proposed?.price ?? 0) }}. Answer by ${due}.`
        : says`Send ${other} a price by ${due}.`,
      action: isTheirs ? 'Read the offer' : 'Read the request',
    }
  },
  deposit_paid: ({ other, due, held }) => ({
    label: 'Request to answer',
    sentence: says`${other} paid a ${held} deposit. Answer by ${due}, or it goes back.`,
    action: 'Read the request',
  }),
  accepted: (facts) => ({
    label: 'In progress',
    sentence:
      milestone(facts) ??
      (facts.isLate
        ? says`Your delivery to ${facts.other} was due on ${facts.delivery}.`
        : says`Deliver to ${facts.other} by ${facts.delivery}.`),
    action: 'Deliver',
  }),
  delivered: ({ project, other, due }) => ({
    label: `With ${other}`,
    sentence: says`${other} has until ${due} to answer delivery ${String(project.deliveryNumber ?? 1)}.`,
    action: OPEN,
  }),
  revision_requested: ({ other, delivery, isLate }) => ({
    label: 'Change asked for',
    sentence: isLate
      ? says`${other} asked for a change. Deliver again soon.`
      : says`${other} asked for a change. Deliver again by ${delivery}.`,
    action: 'See the request',
  }),
  approved: ({ other, balance, due }) => ({
    label: 'Approved',
    sentence: says`${other} has until ${due} to pay the ${balance} balance.`,
    action: OPEN,
  }),
}

const disputed: Lines = ({ project, due }) =>
  project.needsViewer
    ? {
        label: 'In dispute',
        sentence: says`Plinth decides by ${due}. Add your side before then.`,
        action: 'Add your side',
      }
    : { label: 'In dispute', sentence: says`Plinth decides by ${due}.`, action: OPEN }

/** Statuses in which the client is the one to act. */
const CLIENT_ACTS: ReadonlySet<ProjectStatus> = new Set(['delivered', 'approved'])

/** An offer of the other one that waits while it is not the reader's turn otherwise. */
const isOffered = ({ needsViewer, status, role }: HomeProject): boolean =>
  needsViewer &&
  status !== 'requested' &&
  status !== 'disputed' &&
  CLIENT_ACTS.has(status) !== (role === 'client')

/** What is next in a project under way, as one of its two people reads it. */
export function whatIsNext(project: HomeProject, words: DateWords): Next {
  const { role, status, client, creator, dueAt, deliverBy } = project
  const other = (role === 'client' ? creator : client).firstName
  const sum = (value: number | null) => ({ strong: price(value ?? 0) })
  const facts: Facts = {
    project,
    other,
    due: { strong: dueAt === null ? 'the day agreed on' : words.moment(dueAt) },
    delivery: { strong: deliverBy === null ? 'the day agreed on' : words.day(deliverBy) },
    isLate: deliverBy !== null && words.isPast(deliverBy),
    deposit: sum(project.deposit),
    balance: sum(project.balance),
    held: sum(project.held),
    words,
  }
  if (isOffered(project))
    return {
      label: 'Waiting for your answer',
      sentence: [`${other} suggested a change. Read it and answer.`],
      action: 'Read the suggestion',
    }
  const lines = status === 'disputed' ? disputed : (role === 'client' ? CLIENT : CREATOR)[status]
  return lines?.(facts) ?? { label: '', sentence: [], action: OPEN }
}

export interface WaitingWords extends DateWords {
  /** `Friday`, or `18 December` when it is more than a week away. */
  short: (day: string) => string
}
/** A thing that waits: who wants what, what they wrote, until when, and what to press. */
export interface WaitingLines {
  title: string
  line: string
  deadline: string
  action: string
}

const ACTIONS: Record<WaitingKind, string> = {
  request: 'Read the request',
  quote: 'Read the request',
  offer: 'Read the offer',
  deliver: 'Deliver',
  change: 'See the request',
  dispute: 'Add your side',
  approve: 'Look at the delivery',
  pay: 'Pay the balance',
  deposit: 'Pay the deposit',
  review: 'Write a review',
  inquiry: 'Read the inquiry',
  message: 'Answer',
}

const TITLES: Record<WaitingKind, (item: Waiting, name: string, words: WaitingWords) => string> = {
  request: ({ amount }, name) => `${name} wants to hire you${sumAfter(amount)}`,
  quote: (_, name) => `${name} asked for a price`,
  offer: ({ amount }, name) => `${name} sent you an offer${sumAfter(amount)}`,
  deliver: ({ title, dueOn }, name, words) =>
    dueOn === null
      ? `${title} is next, for ${name}`
      : `${title} ${words.isPast(dueOn) ? 'was' : 'is'} due on ${words.short(dueOn)}, for ${name}`,
  change: (_, name) => `${name} asked for a change`,
  dispute: ({ title }) => `Plinth decides about ${title}`,
  approve: ({ title }, name) => `${name} delivered ${title}`,
  pay: ({ title }, name) => `Pay ${name} the balance for ${title}`,
  deposit: ({ title }, name) => `Pay the deposit for ${title}, by ${name}`,
  review: (_, name) => `Write a review for ${name}`,
  inquiry: (_, name) => `${name} sent you an inquiry`,
  message: (_, name) => `${name} wrote to you`,
}
const sumAfter = (amount: number | null) => (amount === null ? '' : `, ${price(amount)}`)

const LINES: Partial<Record<WaitingKind, (item: Waiting) => string>> = {
  deliver: ({ line, held }) =>
    held === 0 ? line : `${ended(line)} The deposit of ${price(held)} is held.`,
  change: ({ title, round, line }) =>
    // Rounds that were agreed on later count on.
    `${title}, round ${round ?? 1} of ${Math.max(INCLUDED_REVISIONS, round ?? 1)}. ${line}`,
  dispute: () => 'Explain your side before Plinth decides.',
  review: ({ title }) => `${title} is finished. Others read how it went.`,
}
/** A text that ends like a sentence. */
const ended = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** For agreed days that have passed. */
const LATE: Partial<Record<WaitingKind, string>> = {
  deliver: 'It was due on',
  change: 'The first delivery was due on',
}
const DATED: Partial<Record<WaitingKind, string>> = {
  deliver: 'Due',
  change: 'New delivery due',
  pay: 'Pay by',
  deposit: 'Pay by',
  dispute: 'Answer by',
}

/** What a dashboard says of a thing that waits; `deadline` is empty where there is none. */
export function waitingLines(item: Waiting, words: WaitingWords): WaitingLines {
  const { kind, person, dueAt, dueOn, line } = item
  const name = `${person.firstName} ${person.lastName}`.trim()
  const by = DATED[kind] ?? 'Answer by'
  return {
    title: TITLES[kind](item, name, words),
    line: LINES[kind]?.(item) ?? line,
    deadline:
      dueAt !== null
        ? `${by} ${words.moment(dueAt)}.`
        : dueOn !== null
          ? `${words.isPast(dueOn) ? (LATE[kind] ?? by) : by} ${words.day(dueOn)}.`
          : '',
    action: ACTIONS[kind],
  }
}
