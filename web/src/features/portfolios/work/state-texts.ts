/** What a work that only its creator sees says to them. */
export const stateTexts = {
  draft: 'Draft. Only you see this.',
  scheduled: 'Scheduled. Only you see this until then.',
  scheduledFor: (time: string) => `Scheduled for ${time}. Only you see this until then.`,
  hidden: 'Hidden from your wall. Only you see this.',
  binned: 'In your bin. Only you see this.',
  binnedUntil: (day: string) => `In your bin until ${day}. Only you see this.`,
  all: 'See all',
  publish: 'Publish',
  showAgain: 'Show again',
  restore: 'Restore',
  busy: 'Working...',
  published: 'Published',
  restored: 'Restored',
  failed: 'That didn’t work. Nothing has changed. Try again.',
  errorTitle: 'Error',
} as const
