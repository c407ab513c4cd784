import type { PageDefinition } from '../../http/pages.ts'

/** Open to everybody: a visitor signs in and comes back. How the invitation stands the browser asks. */
export const invitationPages: PageDefinition[] = [
  {
    path: '/invitation/:token',
    load: () => Promise.resolve({ title: 'An invitation', screen: 'invitation', boot: [] }),
  },
]
