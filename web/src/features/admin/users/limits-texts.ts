import { type Strike } from '@plinth/contract/moderation/appeals.ts'
import { LEVELS, type Level } from '@plinth/contract/people/levels.ts'

export const limitsTexts = {
  title: (name: string) => `${name}’s limits`,
  says: 'What they may do in a day (UTC), and why. A limit of their own replaces that of their level.',
  loading: 'Loading the limits',
  failed: 'We couldn’t load the limits.',
  level: (level: Level, strikes: number) =>
    `Level: ${LEVELS.find(({ value }) => value === level)?.label ?? level}. Live strikes: ${strikes}.`,
  used: (used: string, allowed: string) => `${used} of ${allowed}`,
  own: (until: string, reason: string) => `Until ${until}: ${reason}`,
  end: 'End',
  endOf: (kind: string) => `End the limit of their own: ${kind}`,
  strikes: 'Strikes',
  noStrikes: 'No strikes.',
  strike: (strike: Strike, day: string) =>
    `${KINDS[strike.kind]}, ${strike.isLifted ? 'taken back' : strike.isLive ? `until ${day}` : 'no longer counts'}`,
  set: 'Set a limit',
  kind: 'What',
  allowed: 'A day',
  allowedHint: '0 stops it altogether.',
  allowedWrong: 'Enter a whole number.',
  until: 'Until',
  untilWrong: 'Choose a day to come.',
  reason: 'Reason',
  hint: 'They read exactly what you write.',
  missing: 'Give a reason. They will read it.',
  send: 'Set limit',
  sending: 'Setting...',
  close: 'Close',
  isSet: 'The limit is set',
  isEnded: 'The limit has ended',
  sendFailed: 'We couldn’t change the limit',
  tryLater: 'Please try again.',
} as const

const KINDS: Record<Strike['kind'], string> = {
  post: 'Post',
  portfolio: 'Work',
  board: 'Board',
  comment: 'Comment',
  message: 'Message',
}
