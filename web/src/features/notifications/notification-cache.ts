import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import {
  listNotifications,
  type Notification,
} from '@plinth/contract/notifications/notifications.ts'
import type { Page } from '../../lib/api/api.ts'

type NotificationPages = InfiniteData<Page<Notification>>

export const isNotificationList = ([path, form]: QueryKey): boolean =>
  typeof path === 'string' && path.split('?')[0] === listNotifications.path && form === 'pages'

/** Changes notifications in every list, and keeps the identity of all that it does not change. */
function patchNotifications(
  client: QueryClient,
  patch: (notification: Notification) => Notification,
): void {
  client.setQueriesData<NotificationPages>(
    { predicate: ({ queryKey }) => isNotificationList(queryKey) },
    (data) => {
      if (data === undefined) return undefined
      const pages = data.pages.map((page) => {
        const items = page.items.map(patch)
        return items.some((item, index) => item !== page.items[index]) ? { ...page, items } : page
      })
      return pages.some((page, index) => page !== data.pages[index]) ? { ...data, pages } : data
    },
  )
}

/** Those named, or all. */
export const markRead = (client: QueryClient, ids?: readonly string[]): void =>
  patchNotifications(client, (one) =>
    one.isRead || ids?.includes(one.id) === false ? one : { ...one, isRead: true },
  )

/** Shows on every row whether the viewer follows a person. */
export const patchActor = (client: QueryClient, personId: string, isFollowing: boolean): void =>
  patchNotifications(client, (one) =>
    one.actors.some((actor) => actor.id === personId && actor.isFollowing !== isFollowing)
      ? {
          ...one,
          actors: one.actors.map((actor) =>
            actor.id === personId ? { ...actor, isFollowing } : actor,
          ),
        }
      : one,
  )

/** All lists that are not on show are asked for again when they are next opened. */
export const makeListsOld = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => isNotificationList(queryKey),
    type: 'inactive',
    refetchType: 'none',
  })

/**
 * A list with its first page read again: what has moved stands where it now belongs. A page that has
 * nothing in common with the list begins it anew, because nobody knows what lies between.
 */
export function withFirstPage(
  { pages, pageParams }: NotificationPages,
  first: Page<Notification>,
): NotificationPages {
  const fresh = new Set(first.items.map(({ id }) => id))
  const reach = Date.parse(first.items.at(-1)?.createdAt ?? '')
  // What this page should name and does not has been taken back.
  const isDropped = ({ id, createdAt }: Notification) =>
    fresh.has(id) || Date.parse(createdAt) > reach
  const isKnown = pages.some(({ items }) => items.some(({ id }) => fresh.has(id)))
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

/** How many of a fresh first page the reader has not seen as they now are. */
export function countArrived({ pages }: NotificationPages, first: Page<Notification>): number {
  const known = new Map(
    pages.flatMap(({ items }) => items.map(({ id, createdAt }) => [id, createdAt] as const)),
  )
  return first.items.filter(({ id, isRead, createdAt }) => !isRead && known.get(id) !== createdAt)
    .length
}
