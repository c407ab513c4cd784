export const acceptTexts = {
  tab: 'An invitation',
  loading: 'Reading the invitation',
  notRead: 'The invitation was not read.',
  states: {
    open: {
      title: 'You are invited',
      says: 'As an admin you look after Plinth: what is reported, what two people cannot settle, who may stay. What you do is written down.',
    },
    used: { title: 'This link was used', says: 'Each works once. Ask for another.' },
    revoked: { title: 'This link was revoked', says: 'Whoever invited you can make another.' },
    expired: { title: 'This link has expired', says: 'Each works for 7 days. Ask for another.' },
    none: {
      title: 'No such invitation',
      says: 'Look whether the whole link was copied, or ask for another.',
    },
  },
  already: {
    title: 'You are an admin',
    says: 'You have nothing to accept here.',
    mine: 'You have accepted this invitation.',
    unused: 'There is nothing to accept. The link stays unused.',
  },
  accept: 'Become an admin',
  accepting: 'Accepting...',
  signIn: 'Sign in to accept',
  signInFirst: 'Sign in or create an account, and this page opens again.',
  open: 'Open the admin page',
  home: 'Home',
  again: 'Try again',
  failed: 'That did not work. Nothing has changed.',
  accepted: 'You are an admin now',
} as const
