import { type Strike } from '@plinth/contract/moderation/appeals.ts'
import {
  LEVELS,
  STRIKE_DAYS,
  STRIKES_FOR_LOWEST,
  STRIKES_FOR_SUSPENSION,
  type Level,
} from '@plinth/contract/people/levels.ts'
import { counted } from '../../../lib/format/format.ts'

export const limitsTexts = {
  line: 'What you can do in a day. Your limits grow with your account, and start again at midnight UTC.',
  loading: 'Loading your limits',
  failed: 'We couldn’t load your limits',
  level: (level: Level, strikes: number) =>
    strikes >= STRIKES_FOR_LOWEST
      ? 'Your account has the lowest limits, because of its strikes.'
      : `Your limits: ${labelOf(level)}.`,
  all: 'See all limits',
  used: (used: string, allowed: string) => `${used} of ${allowed} today`,
  own: (until: string, reason: string) => `Set by our staff until ${until}: ${reason}`,
  held: 'Held before sending',
  heldLine: 'Messages and comments that went to many people. We look at them before they are sent.',
  heldFailed: 'We couldn’t load what was held.',
  heldTo: (name: string | null) => (name === null ? 'Comment' : `Message to ${name}`),
  heldStates: {
    waiting: 'Waiting for a look',
    sent: 'Sent',
    refused: 'Refused',
    gone: 'Could no longer be delivered',
  },
  heldMore: 'Show more',
  strikes: 'Strikes',
  strikesLine: `You get a strike when we take down your post, work, board or comment, or refuse to send your message. It counts for ${STRIKE_DAYS} days. With ${STRIKES_FOR_LOWEST} you have the lowest limits. With ${STRIKES_FOR_SUSPENSION} our staff look at your account.`,
  none: 'No strikes.',
  appeal: 'See what was taken down, and appeal',
  until: (day: string) => `Counts until ${day}`,
  ended: 'No longer counts',
  lifted: 'Taken back',
  live: (strikes: number) =>
    `${counted(strikes, 'strike')} ${strikes === 1 ? 'counts' : 'count'} now.`,
} as const

const labelOf = (level: Level): string =>
  (LEVELS.find(({ value }) => value === level)?.label ?? level).toLowerCase()

const KINDS: Record<Strike['kind'], string> = {
  post: 'We took a post down',
  portfolio: 'We took a work down',
  board: 'We took a board down',
  comment: 'We removed a comment or didn’t send it',
  message: 'We didn’t send a message',
}
export const strikeTitle = ({ kind }: Strike): string => KINDS[kind]
