import { ACTIVITY_DAYS, type AccountEvent } from '@plinth/contract/people/activity.ts'

export const activityTexts = {
  line: `Logins and changes that matter for your account’s safety. Only you see them. We keep them for ${ACTIVITY_DAYS} days.`,
  warning:
    'Something here wasn’t you? End that session above, then change your password where you log in.',
  none: 'Nothing yet. Your next login appears here.',
  failed: 'We couldn’t load your account activity',
  loading: 'Loading your account activity',
  more: 'Show more',
  from: (address: string) => `network ${address}`,
} as const

const role = (detail: string | null) =>
  detail === 'creator' ? 'a creator' : `a member of staff: ${detail ?? ''}`

/** What happened, as a heading. */
export function eventTitle({ kind, detail }: AccountEvent): string {
  switch (kind) {
    case 'signed_in':
      return 'Logged in'
    case 'new_device':
      return 'Logged in from a new device'
    case 'sign_in_refused':
      return 'Login refused, because the account was suspended'
    case 'signed_out':
      return 'Logged out'
    case 'session_ended':
      return `Session ended: ${detail ?? 'Unknown device'}`
    case 'sessions_ended':
      return detail === '1' ? 'Ended one other session' : `Ended ${detail ?? 'all'} other sessions`
    case 'provider_ended':
      return `Logged out by your login service: ${detail ?? 'Unknown device'}`
    case 'token_made':
      return `Access token created: ${detail ?? ''}`
    case 'token_removed':
      return `Access token revoked: ${detail ?? ''}`
    case 'export_asked':
      return 'Asked for a download of everything'
    case 'export_downloaded':
      return 'Downloaded everything'
    case 'email_changed':
      return detail === null ? 'Email removed' : `Email changed to ${detail}`
    case 'handle_changed':
      return detail === null ? 'Handle removed' : `Handle changed to @${detail}`
    case 'payout_changed':
      return 'Opened the page to change the bank account for payouts'
    case 'right_given':
      return `Became ${role(detail)}`
    case 'right_taken':
      return `No longer ${role(detail)}`
    case 'deletion_asked':
      return 'Account deleted'
    case 'deletion_undone':
      return 'Account restored'
  }
}
