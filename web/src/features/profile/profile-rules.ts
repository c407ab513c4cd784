import type { Profile } from '@plinth/contract/people/users.ts'
import type { ProfileTab } from '../../lib/routing/profile-search.ts'

interface ShownLink {
  name: string
  href: string
}

/**
 * The link for an address that a person gave, with `https` where no scheme is given; null for anything but a web
 * address.
 */
export function webLink(given: string | null): ShownLink | null {
  const text = given?.trim() ?? ''
  if (text === '') return null
  const url =
    parse(text) ?? (/^[\w-]+(\.[\w-]+)+([/?#]|$)/.test(text) ? parse(`https://${text}`) : null)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const path = url.pathname === '/' ? '' : url.pathname.replace(/\/$/, '')
  return { name: `${url.host.replace(/^www\./, '')}${path}`, href: url.href }
}

function parse(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

const NETWORKS = [
  { key: 'instagram', name: 'Instagram', at: 'https://www.instagram.com/' },
  { key: 'twitter', name: 'Twitter', at: 'https://x.com/' },
  { key: 'linkedin', name: 'LinkedIn', at: 'https://www.linkedin.com/in/' },
  { key: 'behance', name: 'Behance', at: 'https://www.behance.net/' },
  { key: 'dribbble', name: 'Dribbble', at: 'https://dribbble.com/' },
] as const

/** `marit`, `@marit` and `https://instagram.com/marit/` all give `marit`; null for anything unusual. */
function handleOf(given: string): string | null {
  const last = given.trim().replace(/[/]+$/, '').split('/').at(-1) ?? ''
  const handle = last.replace(/^@/, '').replace(/[?#].*$/, '')
  return /^[\p{L}\p{N}._-]{1,100}$/u.test(handle) && /[\p{L}\p{N}]/u.test(handle) ? handle : null
}

/** Links to the networks that Plinth knows. Only the handle of what was given is used. */
export function socialLinks(given: Profile['socialLinks']): ShownLink[] {
  return NETWORKS.flatMap(({ key, name, at }) => {
    const handle = handleOf(given[key] ?? '')
    return handle === null ? [] : [{ name, href: at + encodeURIComponent(handle) }]
  })
}

// The same month on the server as in every browser.
const wholeMonth = new Intl.DateTimeFormat('en-GB', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `January 2026`. */
export const monthOf = (time: string): string => wholeMonth.format(new Date(time))

type Shown = Pick<Profile, 'isCreator' | 'workCount' | 'postCount' | 'boardCount' | 'rating'>

/** The tab that a profile opens on: the works of whoever has any. */
export const firstTab = ({ isCreator, workCount, postCount }: Shown): ProfileTab =>
  workCount > 0 || (isCreator && postCount === 0) ? 'portfolio' : 'posts'

/** The tabs of a profile. Others see no empty ones, unless all are; the owner sees every one they can fill. */
export const shownTabs = (person: Shown, isOwn: boolean): ProfileTab[] => {
  const first = firstTab(person)
  const tabs: ProfileTab[] = []
  if (first === 'portfolio' || isOwn || person.workCount > 0) tabs.push('portfolio')
  if (first === 'posts' || isOwn || person.postCount > 0) tabs.push('posts')
  if (isOwn || person.boardCount > 0) tabs.push('boards')
  if (person.rating !== null) tabs.push('reviews')
  if (isOwn) tabs.push('saved')
  return tabs
}
