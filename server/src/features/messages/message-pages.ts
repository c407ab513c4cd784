import type { PageDefinition } from '../../http/pages.ts'

/** The list, and one conversation beside it. To a visitor these addresses lead nowhere but to sign-in. */
export const messagePages: PageDefinition[] = ['/messages', '/messages/:conversationId'].map(
  (path) => ({
    path,
    load: ({ viewer }) =>
      Promise.resolve(viewer === null ? null : { title: 'Messages', screen: 'messages', boot: [] }),
  }),
)
