import { expect, it } from 'vitest'
import { tabOf, messagesName, tabName, titleBadge } from './navigation-state.ts'

it.each([
  [1, 'Notifications, 1 unread', '(1) '],
  [3, 'Notifications, 3 unread', '(3) '],
  [99, 'Notifications, 99 unread', '(99) '],
  [100, 'Notifications, more than 99 unread', '(99+) '],
])('says how many of %i are unread', (unread, name, title) => {
  expect(tabName(unread)).toBe(name)
  expect(titleBadge(unread)).toBe(title)
})

it.each([
  [0, 'Messages'],
  [1, 'Messages, 1 unread'],
  [100, 'Messages, more than 99 unread'],
])('names the link to the messages with %i unread conversations', (unread, name) => {
  expect(messagesName(unread)).toBe(name)
})

it('leaves the title alone where nothing is unread', () => {
  expect(titleBadge(0)).toBe('')
})

it.each([
  ['/', {}, 'portfolios'],
  ['/', { category: 'artwork', work: 'w' }, 'portfolios'],
  ['/', { view: 'for-you' }, 'for-you'],
  ['/', { view: 'profile', dialog: 'post' }, 'profile'],
  ['/', { view: 'notifications', filter: 'unread' }, 'notifications'],
  ['/', { view: 'nonsense' }, 'portfolios'],
  ['/for-you', {}, 'for-you'],
  ['/profile/me', {}, 'profile'],
  ['/creator/me', { tab: 'portfolio' }, 'profile'],
  ['/@marit', {}, 'profile'],
  ['/@other', {}, null],
  ['/profile/other', {}, null],
  ['/portfolio/w', {}, null],
  ['/explore', {}, null],
  ['/messages', {}, null],
])('%s %o belongs to %s', (path, search, tab) => {
  expect(tabOf(path, search, { id: 'me', handle: 'marit' })).toBe(tab)
})
