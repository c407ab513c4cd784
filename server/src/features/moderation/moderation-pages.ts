import type { PageDefinition } from '../../http/pages.ts'

/** A form for copyright holders, open to everybody; and what of a member's own was taken down. */
export const moderationPages: PageDefinition[] = [
  {
    path: '/copyright',
    load: ({ viewer }) =>
      Promise.resolve({
        title: 'Copyright notice',
        description: 'Tell Plinth that a work shown here is yours. You need no account.',
        screen: 'copyright',
        prerender: viewer === null,
        boot: [],
      }),
  },
  {
    path: '/taken-down',
    load: ({ viewer }) =>
      Promise.resolve(viewer && { title: 'Taken down', screen: 'taken-down', boot: [] }),
  },
]
