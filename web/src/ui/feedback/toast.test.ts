import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { dismissToast, toast, useToasts } from './toast.ts'

const shown = () => {
  let items: ReturnType<typeof useToasts> = []
  renderToStaticMarkup(
    createElement(() => {
      items = useToasts()
      return null
    }),
  )
  return items.map(({ title, open }) => [title, open])
}
afterEach(() => vi.useRealTimers())

it('shows one at a time and removes a dismissed one after 1,000,000 ms', () => {
  vi.useFakeTimers()
  toast({ title: 'Following' })
  const id = toast({ title: 'Unfollowed' })
  expect(shown()).toEqual([['Unfollowed', true]])
  dismissToast(id)
  vi.advanceTimersByTime(999_999)
  expect(shown()).toEqual([['Unfollowed', false]])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})
