import { expect, it } from 'vitest'
import type { Notification } from '@plinth/contract/notifications/notifications.ts'
import { makeNotification } from './notification-fixture.example.ts'
import { groupNotifications } from './notification-groups.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const DAY_MS = 24 * 60 * 60_000

const make = (id: string, days: number, isRead = true) =>
  makeNotification({ id, isRead, createdAt: new Date(now - days * DAY_MS).toISOString() })
const groups = (pages: Notification[][], opened: string[] = []) =>
  groupNotifications(
    pages.map((items) => ({ items })),
    now,
    new Set(opened),
  ).map(({ name, items }) => [name, items.map(({ id }) => id)])

it('puts what is unread first, then what is read by its age', () => {
  expect(
    groups([
      [make('a', 0), make('b', 1, false), make('c', 6.9), make('d', 7), make('e', 60, false)],
    ]),
  ).toEqual([
    ['new', ['b', 'e']],
    ['week', ['a', 'c']],
    ['earlier', ['d']],
  ])
})

it('leaves out a group with nothing in it', () => {
  expect(groups([[make('a', 30)]])).toEqual([['earlier', ['a']]])
  expect(groups([[]])).toEqual([])
})

it('adds what later pages bring to the end, read or not', () => {
  expect(groups([[make('a', 0, false)], [make('b', 3, false), make('c', 9, false)]])).toEqual([
    ['new', ['a']],
    ['week', ['b']],
    ['earlier', ['c']],
  ])
})

it('keeps in its place what has just been opened', () => {
  expect(groups([[make('a', 0, false), make('b', 0)]], ['b'])).toEqual([['new', ['a', 'b']]])
})
