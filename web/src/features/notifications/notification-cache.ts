import type { QueryClient } from '@tanstack/react-query'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import type { Page } from '../../lib/api/api.ts'
import { markOld } from '../../lib/cache/writes.ts'
import { makeEntityCache } from '../../lib/cache/entity-cache.ts'
import type { PagesData } from '../../lib/cache/pages.ts'

export const NOTIFICATION_LISTS = [{ endpoint: listNotifications, form: 'pages' }] as const

const notifications = makeEntityCache<Notification>({ heldBy: NOTIFICATION_LISTS })

/** Shows these notifications, or all, as read. */
export const markRead = (client: QueryClient, ids?: readonly string[]): void =>
  notifications.patchWhere(
    client,
    ({ id, isRead }) => !isRead && ids?.includes(id) !== false,
    () => ({ isRead: true }),
  )

/** Shows on every row whether the viewer follows a person. */
export function patchActor(client: QueryClient, personId: string, isFollowing: boolean): void {
  const differs = (actor: Notification['actors'][number]) =>
    actor.id === personId && actor.isFollowing !== isFollowing
  notifications.patchWhere(
    client,
    ({ actors }) => actors.some(differs),
    ({ actors }) => ({
      actors: actors.map((actor) => (differs(actor) ? { ...actor, isFollowing } : actor)),
    }),
  )
}

/** Lists that are not on screen are refetched when they are next opened. */
export const makeListsOld = (client: QueryClient): Promise<void> =>
  markOld(client, NOTIFICATION_LISTS, { type: 'inactive' })

/**
 * Puts a refetched first page into a list: rows that changed move to their new place. A page that has nothing in common
 * with the list replaces it, because rows between the two may be missing.
 */
export function withFirstPage(
  { pages, pageParams }: PagesData<Notification>,
  first: Page<Notification>,
): PagesData<Notification> {
  const current = new Set(first.items.map(({ id }) => id))
  const reach = Date.parse(first.items.at(-1)?.createdAt ?? '')
  // A row that this page should contain and does not has been withdrawn.
  const isDropped = ({ id, createdAt }: Notification) =>
    current.has(id) || Date.parse(createdAt) > reach
  const isKnown = pages.some(({ items }) => items.some(({ id }) => current.has(id)))
  if (!isKnown || first.next === null) return { pages: [first], pageParams: [null] }
  const rest = pages.map((page) => ({
    ...page,
    items: page.items.filter((item) => !isDropped(item)),
  }))
  const [head, ...tail] = rest
  return {
    pageParams,
    pages: [
      { items: [...first.items, ...(head?.items ?? [])], next: head ? head.next : first.next },
      ...tail,
    ],
  }
}

/** How many unread rows of a new first page the list does not show as they now are. */
export function countArrived(
  { pages }: PagesData<Notification>,
  first: Page<Notification>,
): number {
  const known = new Map(
    pages.flatMap(({ items }) => items.map(({ id, createdAt }) => [id, createdAt] as const)),
  )
  return first.items.filter(({ id, isRead, createdAt }) => !isRead && known.get(id) !== createdAt)
    .length
}
