/** Texts of the menu on a profile. They are loaded with the menu. */
export const texts = {
  label: (name: string) => `More about ${name}`,
  report: (name: string) => `Report ${name}`,
  block: (name: string) => `Block ${name}`,
  title: (name: string) => `Block ${name}?`,
  line: 'They cannot see you, and neither of you can write to, follow or comment on the other. Neither is told of the other.',
  keep: 'Keep in touch',
  busy: 'Blocking...',
  blocked: (name: string) => `You block ${name}`,
  blockedLine: 'You can take it back here and in your settings.',
  unblock: 'Unblock',
  unblockName: (name: string) => `Unblock ${name}`,
  unblocked: 'Unblocked',
  unblockedLine: (name: string) => `${name} can find you again.`,
  unblockFailed: 'The block could not be taken back',
  failed: 'The block did not go through. Please try again.',
} as const
