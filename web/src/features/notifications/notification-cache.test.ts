import { InfiniteQueryObserver, QueryClient, type QueryKey } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import {
  getUnreadCount,
  listNotifications,
  SETTING_KINDS,
  type Notification,
  type NotificationSettings,
  type SettingKind,
} from '@plinth/contract/notifications/notifications.ts'
import { queryKey } from '@plinth/contract/http/query-key.ts'
import { notificationsQuery } from './notification-api.ts'
import {
  countArrived,
  makeListsOld,
  markRead,
  patchActor,
  withFirstPage,
} from './notification-cache.ts'
import { makeActor, makeNotification } from './notification-fixture.example.ts'
import { withChoice } from './use-settings.ts'

const ben = makeActor('ben', 'Ben Castellan')
const make = (id: string, rest: Partial<Notification> = {}) =>
  makeNotification({ id, actors: [ben], ...rest })
const LATER = '2026-11-20T13:00:00Z'
const page = (ids: string[], next: string | null = 'more') => ({
  items: ids.map((id) => make(id)),
  next,
})
const list = (...pages: ReturnType<typeof page>[]) => ({
  pages,
  pageParams: [null, ...pages.slice(1).map(({ items }) => items[0]?.id ?? null)],
})
const idsOf = ({ pages }: { pages: { items: Notification[] }[] }) =>
  pages.map(({ items }) => items.map(({ id }) => id))

const KEY = notificationsQuery('all').queryKey
const OTHER = notificationsQuery('unread').queryKey
const COUNT = queryKey(getUnreadCount)
function makeClient() {
  const client = new QueryClient({ defaultOptions: { queries: { gcTime: Infinity } } })
  client.setQueryData(KEY, list(page(['a', 'b'])))
  client.setQueryData(OTHER, list(page(['b'])))
  client.setQueryData(COUNT, { count: 2 })
  return client
}
const readIn = (client: QueryClient, key: QueryKey) =>
  client
    .getQueryData<ReturnType<typeof list>>(key)
    ?.pages.flatMap(({ items }) => items.filter(({ isRead }) => isRead).map(({ id }) => id))

it('puts new rows first, and moves up rows that changed', () => {
  expect(
    idsOf(withFirstPage(list(page(['a', 'b']), page(['c', 'd'], null)), page(['x', 'c', 'a']))),
  ).toEqual([['x', 'c', 'a', 'b'], ['d']])
})

it('continues where the list ended, not where the new page does', () => {
  const whole = withFirstPage(list(page(['a', 'b'], null)), page(['x', 'a'], 'after a'))
  expect(idsOf(whole)).toEqual([['x', 'a', 'b']])
  expect(whole.pages[0]?.next).toBeNull()
})

it('drops rows that were withdrawn', () => {
  const known = list({ ...page(['x', 'a']), items: [make('x', { createdAt: LATER }), make('a')] })
  expect(idsOf(withFirstPage(known, page(['a', 'b'])))).toEqual([['a', 'b']])
})

it('begins anew when rows between may be missing', () => {
  expect(idsOf(withFirstPage(list(page(['a']), page(['b'])), page(['x', 'y'])))).toEqual([
    ['x', 'y'],
  ])
})

it('replaces the whole list by a first page without a next one', () => {
  expect(idsOf(withFirstPage(list(page(['a', 'gone'])), page(['a'], null)))).toEqual([['a']])
})

it('counts what the reader has not seen', () => {
  const first = {
    next: null,
    items: [make('x'), make('y', { isRead: true }), make('a', { createdAt: LATER }), make('b')],
  }
  expect(countArrived(list(page(['a', 'b'])), first)).toBe(2)
})

it('marks the given rows in every list, or all', () => {
  const client = makeClient()
  markRead(client, ['b'])
  expect(readIn(client, KEY)).toEqual(['b'])
  expect(readIn(client, OTHER)).toEqual(['b'])
  markRead(client)
  expect(readIn(client, KEY)).toEqual(['a', 'b'])
})

it('changes nothing but the lists', () => {
  const client = makeClient()
  const first = queryKey(listNotifications, { query: { filter: 'all' } }, 'first')
  client.setQueryData(first, page(['a']))
  markRead(client)
  expect(client.getQueryData(first)).toEqual(page(['a']))
})

it('shows a follow on every row and keeps what it does not change', () => {
  const client = makeClient()
  patchActor(client, 'ben', true)
  const patched = client.getQueryData<ReturnType<typeof list>>(KEY)
  expect(patched?.pages[0]?.items.map(({ actors }) => actors[0]?.isFollowing)).toEqual([true, true])
  patchActor(client, 'ben', true)
  expect(client.getQueryData(KEY)).toBe(patched)
})

it('marks the lists as stale, but not the count', async () => {
  const client = makeClient()
  await makeListsOld(client)
  expect(client.getQueryState(KEY)?.isInvalidated).toBe(true)
  expect(client.getQueryState(COUNT)?.isInvalidated).toBe(false)
})

it('refetches a stale list, though a notification of another list was read meanwhile', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const all = notificationsQuery('all')
  const unread = notificationsQuery('unread')
  client.setQueryData(all.queryKey, list(page(['a'])), { updatedAt: 1_000 })
  await makeListsOld(client)
  client.setQueryData(unread.queryKey, list(page(['b'])))

  markRead(client, ['b'])

  expect(client.getQueryData(unread.queryKey)?.pages[0]?.items[0]?.isRead).toBe(true)
  expect(client.getQueryState(all.queryKey)).toMatchObject({
    isInvalidated: true,
    dataUpdatedAt: 1_000,
  })
  const fresh = page(['x', 'a'])
  const opened = new InfiniteQueryObserver(client, { ...all, queryFn: () => fresh })
  const close = opened.subscribe(() => undefined)
  await expect.poll(() => opened.getCurrentResult().data?.pages[0]).toEqual(fresh)
  close()
})

it('changes one channel of one kind', () => {
  const kinds = Object.keys(SETTING_KINDS) as SettingKind[]
  const settings = Object.fromEntries(
    kinds.map((kind) => [kind, { app: true, mail: false }]),
  ) as NotificationSettings
  const changed = withChoice(settings, { kind: 'like', channel: 'mail', isOn: true })
  expect(changed.like).toEqual({ app: true, mail: true })
  expect({ ...changed, like: settings.like }).toEqual(settings)
})
