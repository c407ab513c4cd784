export const acceptTexts = {
  tab: 'An invitation',
  loading: 'Loading the invitation',
  notRead: 'We couldn’t load the invitation.',
  states: {
    open: {
      title: 'You’re invited',
      says: 'You’d help run Plinth. Everything you do is logged.',
    },
    used: { title: 'This link was used', says: 'Each link works once. Ask for another one.' },
    revoked: {
      title: 'This link was revoked',
      says: 'Ask the person who invited you for another one.',
    },
    expired: {
      title: 'This link has expired',
      says: 'Each link works for 7 days. Ask for another one.',
    },
    none: {
      title: 'No such invitation',
      says: 'Check that you copied the whole link, or ask for another one.',
    },
  },
  already: {
    title: 'You’re an admin',
    says: 'There is nothing to accept.',
    mine: 'You’ve accepted this invitation.',
    unused: 'There is nothing to accept. Somebody else can still use the link.',
  },
  role: (role: string, says: string) => `Your role: ${role}. ${says}`,
  accept: 'Become an admin',
  accepting: 'Accepting...',
  signIn: 'Log in to accept',
  signInFirst: 'Log in or join. We’ll bring you back here.',
  open: 'Open the admin page',
  home: 'Home',
  again: 'Try again',
  failed: 'That didn’t work. Nothing has changed. Try again.',
  accepted: 'You’re an admin now',
} as const
