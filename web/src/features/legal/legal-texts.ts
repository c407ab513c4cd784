/** Texts around the operator’s pages. Their own text comes from the server. */
export const texts = {
  contents: 'On this page',
  loading: 'Loading the page',
  failed: 'We couldn’t load this page.',
  again: 'Try again',
} as const
