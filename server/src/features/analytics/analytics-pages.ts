import type { PageDefinition } from '../../http/pages.ts'

/** To a visitor this address leads nowhere but to sign-in. */
export const analyticsPages: PageDefinition[] = [
  {
    path: '/analytics',
    load: ({ viewer }) =>
      Promise.resolve(
        viewer === null ? null : { title: 'Creator Analytics', screen: 'analytics', boot: [] },
      ),
  },
]
