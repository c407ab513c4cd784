import type { LinkRight, ProofLink } from '@plinth/contract/proofing/links.ts'
import { agoInWords, dayOf } from '../../../lib/format/ago.ts'
import { counted, fullName } from '../../../lib/format/format.ts'

export const texts = {
  title: 'Share with a link',
  intro: 'Anyone with the link can open this room. They need no account.',
  who: 'Who is it for?',
  whoHint: 'The printer',
  what: 'What can they do?',
  rights: {
    look: 'Look',
    comment: 'Look and comment',
    pick: 'Comment and pick',
    decide: 'Decide on files',
  } satisfies Record<LinkRight, string>,
  lines: {
    look: 'See every version and what others said.',
    comment: 'Mark the work and reply. They give their name once.',
    pick: 'Also choose files with you.',
    decide:
      'One named person, checked by email, says yes or no to each file. You still approve and pay.',
  } satisfies Record<LinkRight, string>,
  pickLine: (most: number, files: number) =>
    `Also choose up to ${most} of the ${files} files with you.`,
  personName: 'Their name',
  personEmail: 'Their email',
  until: 'Works until',
  inDays: (day: string, days: number) => `${day}, in ${days} days`,
  projectEnds: 'Until the project ends',
  turnedOffLater: 'Until you turn it off',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  downloads: 'Allow downloads',
  downloadsOff: 'Off: guests see previews with a watermark.',
  downloadsOn: 'Guests get the files once everything is paid.',
  downloadsNever: 'Files open once the project has ended, so choose a number of days.',
  cancel: 'Cancel',
  make: 'Make the link and copy it',
  making: 'Making…',
  makeFailed: 'We couldn’t make the link. Try again.',
  noName: 'Say who it is for. It helps you tell links apart.',
  shortPassword: 'Use at least 8 characters.',
  noPersonName: 'Enter their name.',
  noPersonEmail: 'Enter their email address.',
  made: 'Your link is ready',
  madeLine: (name: string) =>
    `It’s for “${name}”. This is the only time we show it, because we keep no copy.`,
  link: 'Link',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'We couldn’t copy it. Select the link and copy it yourself.',
  another: 'Make another link',
  done: 'Done',
  list: 'Links to this room',
  listLoading: 'Loading the links',
  listFailed: 'We couldn’t load the links.',
  none: 'No links yet. Links that either of you makes appear here.',
  noneOwn: 'No links yet.',
  turnOff: 'Turn off',
  turnOffName: (name: string) => `Turn off the link for ${name}`,
  turnOffTitle: (name: string) => `Turn off the link for “${name}”?`,
  turnOffLine: 'Its guests are out at once. Their comments stay.',
  keep: 'Keep it',
  turningOff: 'Turning off…',
  turnOffFailed: 'We couldn’t turn off the link. Try again.',
  off: 'Turned off',
  turnedOff: (name: string) => `The link for ${name} is turned off.`,
  willSee: (whose: string) =>
    `Guests see previews with a watermark, and their name across pictures and pages. The original files stay ${whose}.`,
  seen: (whose: string) =>
    `This is what guests see, with their name across pictures and pages. The original files stay ${whose}.`,
  withCreator: (name: string) => `with ${name} until everything is paid`,
  withYou: 'with you until everything is paid',
  withOwner: 'with you',
  until_: (day: string) => `until ${day}`,
  untilEnd: 'until the project ends',
  untilOff: 'until you turn it off',
  endedOn: (day: string) => `ended on ${day}`,
  noGuests: 'No guests yet',
  passworded: 'with a password',
  byOther: (name: string) => `Made by ${name}`,
} as const

/** What a link lets its guests do, and for how long. */
export function rightLine(
  { right, state, expiresAt, endedAt, hasPassword }: ProofLink,
  isOwn: boolean,
): string {
  const over = endedAt ?? expiresAt
  const time =
    state !== 'open'
      ? over === null
        ? texts.off
        : texts.endedOn(dayOf(over))
      : expiresAt === null
        ? isOwn
          ? texts.untilOff
          : texts.untilEnd
        : texts.until_(dayOf(expiresAt))
  return [texts.rights[right], time, ...(hasPassword ? [texts.passworded] : [])].join(', ')
}

/** Who came, and when somebody was there last. */
export function guestLine({ guests, lastGuest, seenAt }: ProofLink, now: number): string {
  if (guests === 0 || seenAt === null) return texts.noGuests
  return [
    counted(guests, 'guest'),
    ...(lastGuest === null ? [] : [lastGuest]),
    agoInWords(seenAt, now),
  ].join(', ')
}

export const makerLine = ({ madeBy, isViewers }: ProofLink): string | null =>
  isViewers ? null : texts.byOther(fullName(madeBy))
