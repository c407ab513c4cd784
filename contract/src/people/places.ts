import { localKey } from '../http/query-key.ts'

/** An address that only members can open, and what a visitor reads there. */
export interface MemberPlace {
  /** A segment that begins with a colon stands for any other. */
  path: string
  /** The heading of the page. */
  title: string
}

/**
 * Every address that needs an account. Visitors get 401 there and come back after signing in. Everything else is
 * public or does not exist.
 */
export const MEMBER_PLACES: readonly MemberPlace[] = [
  { path: '/for-you', title: 'Sign in to see posts chosen for you' },
  { path: '/welcome', title: 'Sign in to pick what you like' },
  { path: '/liked-posts', title: 'Sign in to see what you liked' },
  { path: '/saved-posts', title: 'Sign in to see what you saved' },
  { path: '/boards', title: 'Sign in to see your boards' },
  { path: '/drafts', title: 'Sign in to see your drafts' },
  { path: '/boards/:id/brief', title: 'Sign in to see your boards' },
  { path: '/boards/:id/briefs/:briefId', title: 'Sign in to see your boards' },
  { path: '/wall', title: 'Sign in to arrange your wall' },
  { path: '/messages', title: 'Sign in to see your messages' },
  { path: '/messages/:conversationId', title: 'Sign in to see your messages' },
  { path: '/projects', title: 'Sign in to see your projects' },
  { path: '/projects/:id', title: 'Sign in to see this project' },
  { path: '/proofs', title: 'Sign in to see your proof rooms' },
  { path: '/proofs/:id', title: 'Sign in to see this proof room' },
  { path: '/portfolio/:id/rights', title: 'Sign in to see your work’s rights' },
  { path: '/portfolio/:id/edit', title: 'Sign in to edit your work’s page' },
  { path: '/portfolio/:id/statistics', title: 'Sign in to see your work’s statistics' },
  { path: '/post/:id/statistics', title: 'Sign in to see your post’s statistics' },
  // From the specification.
  { path: '/subscribe', title: 'Please log in to subscribe' },
  { path: '/statement', title: 'Sign in to see your statement' },
  { path: '/analytics', title: 'Sign in to see your analytics' },
  { path: '/settings', title: 'Sign in to see your settings' },
  { path: '/taken-down', title: 'Sign in to see what we took down' },
  { path: '/admin', title: 'Sign in to see the admin pages' },
  { path: '/debug', title: 'Sign in to see the debug page' },
]

/** Views and dialogs of home, which the landing page at the same address does not have. */
const HOME_PLACES: { readonly [parameter: string]: string } = {
  'view=notifications': 'Sign in to see your notifications',
  'view=profile': 'Sign in to see your profile',
  'view=for-you': 'Sign in to see posts chosen for you',
  'dialog=notification-settings': 'Sign in to choose your notifications',
  'dialog=post': 'Sign in to create a post',
  'dialog=upload': 'Sign in to upload a work',
}

/** A follower's page, which only members see. It has no address of its own. */
export const MEMBER_PROFILE: MemberPlace = {
  path: '/profile/:id',
  title: 'Sign in to see this profile',
}

/** Key of the boot data that says that the page at this path, a follower's, is for members. */
export const memberProfileKey = (path: string) => localKey('member-profile', { path })

const segmentsOf = (path: string) => path.split('/')

const fits = ({ path }: MemberPlace, pathname: string): boolean => {
  const wanted = segmentsOf(path)
  const given = segmentsOf(pathname)
  return (
    wanted.length === given.length &&
    wanted.every((part, index) =>
      part.startsWith(':') ? given[index] !== '' : part === given[index],
    )
  )
}

/** What a visitor signs in for at this address; null where they need not. */
export function memberPlaceOf(
  pathname: string,
  query: { readonly [name: string]: unknown },
): MemberPlace | null {
  if (pathname !== '/') return MEMBER_PLACES.find((place) => fits(place, pathname)) ?? null
  const [title] = ['dialog', 'view'].flatMap(
    (name) => HOME_PLACES[`${name}=${String(query[name])}`] ?? [],
  )
  return title === undefined ? null : { path: '/', title }
}
