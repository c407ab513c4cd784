/** A strike counts for so long. */
export const STRIKE_DAYS = 90
/** With so many live strikes an account has the lowest limits. */
export const STRIKES_FOR_LOWEST = 3
/** With so many, staff are asked to decide about a suspension. It never happens by itself. */
export const STRIKES_FOR_SUSPENSION = 5
/** Days until an account is no longer new, and until it can be established. */
export const NEW_DAYS = 7
export const ESTABLISHED_DAYS = 90

/** Named once more beside `LEVELS`, because a computed list would keep its schemas in the web’s build. */
export const LEVEL_NAMES = ['first_day', 'new', 'member', 'established', 'creator'] as const
export type Level = (typeof LEVEL_NAMES)[number]

/** What an account may do in a day grows from level to level. */
export const LEVELS = [
  {
    value: 'first_day',
    label: 'First day',
    says: `The first 24 hours, and accounts with ${STRIKES_FOR_LOWEST} or more strikes`,
  },
  { value: 'new', label: 'First week', says: `Until the account is ${NEW_DAYS} days old` },
  { value: 'member', label: 'Member', says: `After ${NEW_DAYS} days` },
  {
    value: 'established',
    label: 'Established',
    says: `After ${ESTABLISHED_DAYS} days, with no strikes and something published`,
  },
  { value: 'creator', label: 'Creator', says: 'Creators with a paid subscription' },
] as const satisfies readonly { value: Level; label: string; says: string }[]
export const LOWEST_LEVEL = 'first_day' satisfies Level

/**
 * How much of each kind somebody may do in a day (UTC), by their level. This is the only table of daily limits; the
 * statements that write read it.
 */
export const DAILY_LIMITS = {
  posts: {
    label: 'Posts',
    limits: { first_day: 5, new: 15, member: 50, established: 100, creator: 200 },
  },
  comments: {
    label: 'Comments',
    limits: { first_day: 20, new: 60, member: 200, established: 500, creator: 1_000 },
  },
  strangers: {
    label: 'New people you write to',
    limits: { first_day: 5, new: 10, member: 30, established: 60, creator: 120 },
  },
  follows: {
    label: 'Follows',
    limits: { first_day: 30, new: 100, member: 300, established: 500, creator: 1_000 },
  },
  links: {
    label: 'Links in posts, comments, messages, public boards and your bio',
    limits: { first_day: 3, new: 10, member: 50, established: 100, creator: 200 },
  },
  credits: {
    label: 'People you ask to be named beside your work',
    limits: { first_day: 3, new: 10, member: 40, established: 80, creator: 200 },
  },
  uploads: {
    label: 'Uploaded files',
    limits: { first_day: 50, new: 150, member: 500, established: 1_000, creator: 2_000 },
  },
} as const satisfies Record<string, { label: string; limits: Record<Level, number> }>
export type DailyKind = keyof typeof DAILY_LIMITS
export const DAILY_KINDS = Object.keys(DAILY_LIMITS) as DailyKind[]

/** The most that staff can give somebody for a day. */
export const MAX_DAILY_LIMIT = 100_000

const LINK = /\b(?:https?:\/\/|www\.)\S*[^\s.,;:!?)\]'"]/gi
/** The links that a text holds. */
export const linksIn = (text: string): string[] => text.match(LINK) ?? []

export const hasLinks = (text: string): boolean => linksIn(text).length > 0

/** Why a write was refused: the count would be over what is allowed today. */
export interface OverLimit {
  kind: DailyKind
  allowed: number
  level: Level
  /** Set for this person by staff. */
  isOwn: boolean
  isStruck: boolean
  waitSeconds: number
}

const DEEDS: Record<DailyKind, { can: (count: number) => string; again: string }> = {
  posts: { can: (n) => `publish ${counted(n, 'post')}`, again: 'publish more' },
  comments: { can: (n) => `write ${counted(n, 'comment')}`, again: 'write more' },
  strangers: {
    can: (n) => `write to ${counted(n, 'new person', 'new people')}`,
    again: 'write to more, and keep writing in the conversations you have',
  },
  follows: { can: (n) => `follow ${counted(n, 'person', 'people')}`, again: 'follow more' },
  links: { can: (n) => `share ${counted(n, 'link')}`, again: 'share more' },
  credits: {
    can: (n) => `ask ${counted(n, 'person', 'people')} whether you may name them`,
    again: 'ask more',
  },
  uploads: { can: (n) => `upload ${counted(n, 'file')}`, again: 'upload more' },
}
const whole = new Intl.NumberFormat('en-US')
const counted = (count: number, one: string, many = `${one}s`) =>
  `${whole.format(count)} ${count === 1 ? one : many}`

/** Says what the limit is and when it lifts; `time` is the waiting time in words. */
export function overLimitSentence(
  { kind, allowed, level, isOwn, isStruck }: OverLimit,
  time: string,
): string {
  const { can, again } = DEEDS[kind]
  const when = isOwn
    ? ', as our staff decided for your account'
    : isStruck
      ? ' while your account has strikes'
      : level === 'first_day'
        ? ' on your first day'
        : level === 'new'
          ? ' in your first week'
          : ''
  return `You can ${can(allowed)} a day${when}. You can ${again} in ${time}.`
}
