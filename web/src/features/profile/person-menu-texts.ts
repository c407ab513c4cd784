/** Texts of the menu on a profile. They are loaded with the menu. */
export const texts = {
  label: (name: string) => `More about ${name}`,
  report: (name: string) => `Report ${name}`,
  block: (name: string) => `Block ${name}`,
  title: (name: string) => `Block ${name}?`,
  line: 'They won’t see you. Neither of you can write to, follow or comment on the other. We don’t tell them.',
  keep: 'Keep in touch',
  busy: 'Blocking...',
  blocked: (name: string) => `You blocked ${name}`,
  blockedLine: 'You can unblock them here or in your settings.',
  unblock: 'Unblock',
  unblockName: (name: string) => `Unblock ${name}`,
  unblocked: 'Unblocked',
  unblockedLine: (name: string) => `${name} can see you again.`,
  unblockFailed: 'We couldn’t unblock this person',
  failed: 'We couldn’t block this person. Please try again.',
} as const
