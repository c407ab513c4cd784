import { expect, it } from 'vitest'
import { shareLink, type Sharer } from './share.ts'

const link = { title: 'Wave', url: 'https://plinth.test/post/1' }

/** A browser that remembers what was copied. */
function browser(share?: Sharer['share']) {
  const copied: string[] = []
  const clipboard = {
    writeText: async (text: string) => {
      copied.push(text)
    },
  }
  return { copied, clipboard, ...(share ? { share } : {}) }
}

it("uses the device's own dialog if there is one", async () => {
  const shared: unknown[] = []
  const phone = browser(async (one) => {
    shared.push(one)
  })
  expect(await shareLink(link, phone)).toBe('shared')
  expect(shared).toEqual([link])
  expect(phone.copied).toEqual([])
})

it('copies the link otherwise', async () => {
  const desktop = browser()
  expect(await shareLink(link, desktop)).toBe('copied')
  expect(desktop.copied).toEqual([link.url])
})

it('reports a cancelled dialog', async () => {
  const phone = browser(() => Promise.reject(new DOMException('', 'AbortError')))
  expect(await shareLink(link, phone)).toBe('cancelled')
  expect(phone.copied).toEqual([])
})

it('copies the link when the device refuses', async () => {
  const phone = browser(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  expect(await shareLink(link, phone)).toBe('copied')
  expect(phone.copied).toEqual([link.url])
})

it('reports when the link cannot be copied either', async () => {
  const clipboard = { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) }
  expect(await shareLink(link, { clipboard })).toBe('failed')
  expect(await shareLink(link, {})).toBe('failed')
})
