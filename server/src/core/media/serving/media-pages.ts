import type { PageDefinition } from '../../../http/pages.ts'

/** What may be uploaded, for everybody to read. */
export const mediaPages: PageDefinition[] = [
  {
    path: '/limits',
    load: ({ viewer }) =>
      Promise.resolve({
        title: 'All limits',
        description:
          'Which files Plinth takes, how large they may be, what is kept of them and what is taken out.',
        screen: 'limits',
        prerender: viewer === null,
        boot: [],
      }),
  },
]
