import { MAX_BULK, type BulkOutcome } from '@plinth/contract/moderation/bulk.ts'
import { counted } from '../../../lib/format/format.ts'

export const bulkTexts = {
  all: 'Choose all',
  chosen: (value: number) => `${value} chosen`,
  tooMany: `Choose at most ${MAX_BULK}.`,
  clear: 'Clear',
  keys: 'J and K move through the list, X chooses, and Shift chooses everything between.',
  progress: (done: number, all: number) => `${done} of ${all} done`,
  failed: 'That didn’t work. Nothing has changed. Try again.',
  stopped: 'We couldn’t reach Plinth. Nothing has changed for this one.',
  left: (value: number) => `${value} left as they were`,
  dismiss: 'Dismiss',
  undo: 'Undo',
  undone: 'Undone right away.',
  results: {
    done: 'Done',
    decided: 'Already decided',
    not_allowed: 'Not allowed',
    failed: 'Failed',
  } satisfies Record<BulkOutcome['result'], string>,
  unknown: 'No longer in the list',
} as const

export const contentBulkTexts = {
  approve: (value: number) => `Approve ${value}`,
  takeDown: (value: number) => `Take ${value} down`,
  putBack: (value: number) => `Put ${value} back`,
  done: {
    approve: (value: number) => `${counted(value, 'post')} approved`,
    wait: (value: number) => `${counted(value, 'post')} waiting again`,
    takeDown: (value: number) => `${value} taken down`,
    putBack: (value: number) => `${value} put back`,
  },
  title: (value: number) => `Take ${value} down?`,
  says: 'Only their makers and admins will see them. Each maker reads the reason and can appeal. You can undo this.',
  hint: 'Every maker reads this. {name} and {title} are filled in for each.',
} as const

export const reportBulkTexts = {
  keep: (value: number) => `Keep ${value}`,
  remove: (value: number) => `Take ${value} down`,
  done: {
    no_action: (value: number) => `${counted(value, 'report')} closed`,
    removed: (value: number) => `${value} taken down`,
  },
  titles: {
    no_action: (value: number) => `Close ${counted(value, 'report')} and keep what they’re about?`,
    removed: (value: number) => `Take down what ${counted(value, 'report')} are about?`,
  },
  says: 'Each report is closed with the earlier ones of the same thing. You can’t open it again.',
  hints: {
    no_action: 'Kept in the audit log.',
    removed: 'Kept in the audit log. Every author reads it.',
  },
  sends: { no_action: 'Close the reports', removed: 'Take them down' },
} as const

export const userBulkTexts = {
  suspend: (value: number) => `Suspend ${value}`,
  restore: (value: number) => `Restore ${value}`,
  done: {
    suspend: (value: number) => `${counted(value, 'account')} suspended`,
    restore: (value: number) => `${counted(value, 'account')} restored`,
  },
  titles: {
    suspend: (value: number) => `Suspend ${counted(value, 'account')}?`,
    restore: (value: number) => `Restore ${counted(value, 'account')}?`,
  },
  says: {
    suspend:
      'We log them out everywhere and hide everything they made until you restore them. Each can read the reason and appeal.',
    restore: 'They can log in again, and everything they made is back online.',
  },
  hints: {
    suspend: 'Every one of them reads exactly this.',
    restore: 'Kept in the audit log. They don’t see it.',
  },
  sends: { suspend: 'Suspend them', restore: 'Restore them' },
} as const
