import { expect, it } from 'vitest'
import {
  hirePath,
  inquiryPath,
  askDialog,
  inquiryDialog,
  messageDialog,
  readWriteSearch,
} from './dialog-search.ts'

it.each([
  [{}, {}],
  [{ inquire: 'p' }, { inquire: 'p' }],
  [
    { inquire: 'p', about: 'w' },
    { inquire: 'p', about: 'w' },
  ],
  [{ message: 'p' }, { message: 'p' }],
  [{ hire: 'w' }, { hire: 'w' }],
  // One dialog at a time.
  [{ inquire: 'p', message: 'q' }, { inquire: 'p' }],
  [{ hire: 'w', inquire: 'p' }, { hire: 'w' }],
  // A work alone names no receiver.
  [{ about: 'w' }, {}],
  [{ inquire: '', message: 7 }, {}],
])('reads %o as %o', (raw, search) => {
  expect(readWriteSearch(raw)).toEqual(search)
})

it("replaces the work's dialog and keeps the filters", () => {
  const under = { category: 'crafting', work: 'w' }
  expect(inquiryDialog('p', 'w').search(under)).toEqual({
    category: 'crafting',
    inquire: 'p',
    about: 'w',
  })
  const onProfile = { tab: 'portfolio', work: undefined }
  expect(messageDialog('p').search(onProfile)).toEqual({ tab: 'portfolio', message: 'p' })
})

it('brings a visitor back to the open inquiry', () => {
  const path = inquiryPath('/post/1', 'p', 'w')
  expect(path).toBe('/post/1?inquire=p&about=w')
  const search = Object.fromEntries(new URLSearchParams(path.split('?')[1]))
  expect(readWriteSearch(search)).toEqual({ inquire: 'p', about: 'w' })
})

it('replaces the hire dialog with an inquiry', () => {
  expect(inquiryDialog('p', 'w').search({ q: 'jar', hire: 'w' })).toEqual({
    q: 'jar',
    inquire: 'p',
    about: 'w',
  })
})

it.each([
  [450, { hire: 'w' }],
  [1, { hire: 'w' }],
  // Half of it is less than a card can be charged.
  [0.99, { inquire: 'p', about: 'w' }],
  [null, { inquire: 'p', about: 'w' }],
])('asks the creator of a work at %s by %o', (startingPrice, search) => {
  const work = { id: 'w', creatorId: 'p', startingPrice }
  expect(askDialog(work).search({ work: 'w' })).toEqual(search)
})

it('brings a visitor back to the open hire dialog', () => {
  expect(hirePath('/portfolio/w', 'w')).toBe('/portfolio/w?hire=w')
})
