import type { LinkRight, ProofInvite } from '@plinth/contract/proofing/links.ts'
import { counted } from '../../../lib/format/format.ts'

export const texts = {
  tab: 'Proof room',
  loading: 'Loading the proof room',
  failed: 'We couldn’t open this link.',
  by: (creator: string, client: string | null) =>
    client === null ? `by ${creator}` : `by ${creator} for ${client}`,
  home: 'Plinth',
  count: (versions: number, files: number) =>
    `${counted(files, 'file')}, ${counted(versions, 'delivery', 'deliveries')}`,
  question: 'What’s your name?',
  welcome: (name: string) => `Hello ${name}`,
  who: (people: string) =>
    `${people} will see it beside your comments. We ask only once, and you don’t need an account.`,
  whoLooks: (people: string) =>
    `${people} will see who has looked. We ask only once, and you don’t need an account.`,
  whoDecides: (maker: string, email: string) =>
    `${maker} asked you to decide. We’ll email a code to ${email}, so that nobody else can.`,
  name: 'Your name',
  email: 'Email',
  emailWhy: 'optional, to hear about replies',
  password: 'Password',
  passwordHint: (maker: string) => `${maker} has it.`,
  code: 'Code',
  codeHint: (email: string) => `It has six digits and is in an email to ${email}.`,
  sendCode: 'Email me a code',
  sendAgain: 'Send another code',
  sendingCode: 'Sending…',
  codeFailed: 'We couldn’t send the code. Try again.',
  start: {
    look: 'Start looking',
    comment: 'Start commenting',
    pick: 'Start picking',
    decide: 'Start deciding',
  } satisfies Record<LinkRight, string>,
  starting: 'Opening…',
  startFailed: 'We couldn’t let you in. Try again.',
  noName: 'Enter your name.',
  noPassword: 'Enter the password.',
  noCode: 'Enter the six digits.',
  can: 'What you can do',
  not: 'Not:',
  see: 'See every version',
  both: (client: string, creator: string) => `${client} and ${creator}`,
  ownCount: (files: number) => counted(files, 'file'),
  comment: 'Comment and reply',
  pick: 'Pick files',
  decide: 'Decide on files',
  pay: 'Approve or pay',
  download: 'Download',
  downloadLater: 'Download once it’s paid',
  ended: 'This link has ended',
  askFor: (maker: string) => `Ask ${maker} for a new one.`,
  endedKeeps: 'What you wrote stays in this browser, so you can copy it.',
  missing: 'This link doesn’t work',
  missingLine: 'Open the whole link that was sent to you, or ask for a new one.',
  unsent: 'You wrote this, and it wasn’t sent',
  nothing: 'Nothing has been delivered yet.',
  nothingYet: 'What is delivered will be shown here.',
  foot: {
    look: (client: string) => `${client} approves. You can look.`,
    comment: (client: string) => `${client} approves. You can comment.`,
    pick: (client: string) => `${client} approves. You can comment and pick.`,
    decide: (client: string) => `${client} approves and pays. You decide on files.`,
  } satisfies Record<LinkRight, (client: string) => string>,
  ownFoot: (isLooking: boolean, creator: string) =>
    isLooking ? `${creator} shows you these files.` : `${creator} asked for your comments.`,
} as const

/** What a guest may do, and what not. */
export function abilitiesOf({
  right,
  allowsDownloads,
  client,
}: Pick<ProofInvite, 'right' | 'allowsDownloads' | 'client'>): {
  words: string
  isAllowed: boolean
}[] {
  const mayComment = right !== 'look'
  const isForProject = client !== null
  return [
    { words: texts.see, isAllowed: true },
    ...(isForProject ? [{ words: texts.pay, isAllowed: false }] : []),
    { words: texts.comment, isAllowed: mayComment },
    { words: allowsDownloads ? texts.downloadLater : texts.download, isAllowed: allowsDownloads },
    ...(right === 'pick' ? [{ words: texts.pick, isAllowed: true }] : []),
    ...(right === 'decide' ? [{ words: texts.decide, isAllowed: true }] : []),
  ]
}
