import type { ReportKind } from '@plinth/contract/moderation/moderation.ts'

const TITLES: Record<ReportKind, (name: string) => string> = {
  message: () => 'Report this message',
  post: () => 'Report this post',
  portfolio: () => 'Report this work',
  comment: () => 'Report this comment',
  user: (name) => `Report ${name}`,
}

/** The words of the dialog that reports something. */
export const texts = {
  title: (kind: ReportKind, name: string) => TITLES[kind](name),
  line: (kind: ReportKind, name: string) =>
    kind === 'message'
      ? `An admin reads this one message, as it is now, and nothing else of your conversation. ${name} is not told who reported it.`
      : `An admin looks at it, with its words as they are now. ${name} is not told who reported it.`,
  reason: 'What is wrong?',
  reasonMissing: 'Pick what fits best.',
  text: 'What should we know?',
  textHint: 'Where else you saw it, or since when.',
  tooLong: (over: number) => `${over} ${over === 1 ? 'character' : 'characters'} too many`,
  cancel: 'Cancel',
  send: 'Send report',
  sending: 'Sending...',
  sent: 'Report sent',
  sentLine: 'An admin will look at it.',
  failed: 'The report was not sent. What you wrote is still here.',
} as const
