import { FRESH_MINUTES } from '@plinth/contract/limits.ts'

export const freshTexts = {
  title: 'Log in again to go on',
  says: `You last logged in more than ${FRESH_MINUTES} minutes ago. We ask again before this, so that nobody else can do it on a device you left open. We’ll bring you back here, and what you entered is kept.`,
  close: 'Not now',
  button: 'Log in again',
} as const
