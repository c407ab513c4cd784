import type { PageDefinition } from '../../http/pages.ts'

const SCREENS = [
  { path: '/subscribe', screen: 'subscribe', title: 'Become a Creator' },
  { path: '/statement', screen: 'statement', title: 'Statement' },
] as const

/** To a visitor these addresses lead nowhere but to sign-in. */
export const billingPages: PageDefinition[] = SCREENS.map(({ path, screen, title }) => ({
  path,
  load: ({ viewer }) => Promise.resolve(viewer === null ? null : { title, screen, boot: [] }),
}))
