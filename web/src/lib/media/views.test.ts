import { expect, test } from 'vitest'
import { viewSource, rememberScreen, sourceOf } from './views.ts'

test.each([
  ['/', {}, 'wall'],
  ['/', { work: 'id', q: undefined }, 'wall'],
  ['/', { q: 'jar' }, 'search'],
  ['/', { view: 'for-you' }, 'for_you'],
  ['/', { view: 'profile' }, 'profile'],
  ['/', { view: 'notifications' }, 'other'],
  ['/for-you', {}, 'for_you'],
  ['/explore', {}, 'wall'],
  ['/explore', { q: 'jar' }, 'search'],
  ['/explore/tag/ceramics', {}, 'tag'],
  ['/creator/1', {}, 'profile'],
  ['/@marit', {}, 'profile'],
  ['/search', {}, 'search'],
  ['/profile/1', {}, 'profile'],
  ['/saved-posts', {}, 'other'],
  ['/messages', {}, 'other'],
  ['/post/1', {}, null],
  ['/portfolio/1', {}, null],
] as const)('%s with %o is %s', (path, search, source) => {
  expect(sourceOf(path, search)).toBe(source)
})

test('counts a view from the screen before', () => {
  rememberScreen('/post/1', {})
  expect(viewSource()).toBe('link')
  rememberScreen('/explore/tag/ceramics', {})
  rememberScreen('/post/2', {})
  expect(viewSource()).toBe('tag')
})
