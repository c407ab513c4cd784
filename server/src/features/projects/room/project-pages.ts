import type { PageDefinition } from '../../../http/pages.ts'

const SCREENS = [
  { path: '/projects', screen: 'projects', title: 'Projects' },
  { path: '/projects/:id', screen: 'project-room', title: 'Project' },
] as const

/** To a visitor these addresses lead nowhere but to sign-in. */
export const projectPages: PageDefinition[] = SCREENS.map(({ path, screen, title }) => ({
  path,
  load: ({ viewer }) => Promise.resolve(viewer === null ? null : { title, screen, boot: [] }),
}))
