import type { PageDefinition } from '../../http/pages.ts'

/** To a visitor this address leads nowhere but to sign-in; a member who is no admin is told so by the screen. */
export const adminPages: PageDefinition[] = [
  {
    path: '/admin',
    load: ({ viewer }) =>
      Promise.resolve(viewer === null ? null : { title: 'Admin', screen: 'admin', boot: [] }),
  },
]
