import type { PageDefinition } from '../../http/pages.ts'

/** Screens of posts that only members have; what stands on them the browser asks for. */
const SCREENS = [
  { path: '/for-you', screen: 'for-you', title: () => 'For You' },
  { path: '/explore', screen: 'explore', title: () => 'Explore' },
  { path: '/explore/tag/:tag', screen: 'tag', title: ({ tag = '' }) => `#${tag.toLowerCase()}` },
  { path: '/liked-posts', screen: 'saved-posts', title: () => 'Liked Posts' },
  { path: '/saved-posts', screen: 'saved-posts', title: () => 'Saved Posts' },
] as const satisfies {
  path: string
  screen: string
  title: (params: Record<string, string>) => string
}[]

/** To a visitor these addresses lead nowhere but to sign-in. */
export const memberPages: PageDefinition[] = SCREENS.map(({ path, screen, title }) => ({
  path,
  load: ({ viewer, params }) =>
    Promise.resolve(viewer === null ? null : { title: title(params), screen, boot: [] }),
}))
