import { expect, it, vi } from 'vitest'
import { makeOutbox, outboxKey, type UnsentReply } from './outbox.ts'

function makeStore() {
  const data = new Map<string, string>()
  return {
    getItem: (key: string) => data.get(key) ?? null,
    setItem: (key: string, value: string) => void data.set(key, value),
    removeItem: (key: string) => void data.delete(key),
    data,
  }
}
const reply = (clientId: string, rest: Partial<UnsentReply> = {}): UnsentReply => ({
  clientId,
  conversationId: 'c',
  receiverId: 'ben',
  subject: 'Re: Glaze',
  content: 'Yes, to the bowls.',
  files: [{ id: 'm', name: 'bowl.jpg' }],
  writtenAt: '2026-11-20T10:00:00.000Z',
  reason: '',
  ...rest,
})

it('survives a reload, separately for each person', () => {
  const store = makeStore()
  makeOutbox('alice', store).save(reply('one'))
  expect(makeOutbox('alice', store).all()).toEqual([reply('one')])
  expect(makeOutbox('bob', store).all()).toEqual([])
})

it('holds each reply once, in order, and forgets sent ones', () => {
  const store = makeStore()
  const outbox = makeOutbox('alice', store)
  outbox.save(reply('one'))
  outbox.save(reply('two'))
  outbox.save(reply('one', { reason: 'No line.' }))
  expect(outbox.all().map(({ clientId, reason }) => `${clientId}: ${reason}`)).toEqual([
    'one: No line.',
    'two: ',
  ])
  outbox.drop('one')
  outbox.drop('two')
  expect(store.data.size).toBe(0)
})

it('returns the same list until something changes, and notifies subscribers', () => {
  const outbox = makeOutbox('alice', makeStore())
  const hear = vi.fn<() => void>()
  const stop = outbox.subscribe(hear)
  const before = outbox.all()
  expect(outbox.all()).toBe(before)
  outbox.drop('unknown')
  expect(hear).not.toHaveBeenCalled()
  outbox.save(reply('one'))
  expect(hear).toHaveBeenCalledOnce()
  expect(outbox.all()).not.toBe(before)
  stop()
  outbox.drop('one')
  expect(hear).toHaveBeenCalledOnce()
})

it('follows changes by other tabs', () => {
  const store = makeStore()
  const here = makeOutbox('alice', store)
  const there = makeOutbox('alice', store)
  here.save(reply('one'))
  there.save(reply('two'))
  expect(here.all()).toHaveLength(2)
  there.drop('one')
  expect(here.all().map(({ clientId }) => clientId)).toEqual(['two'])
})

it('ignores malformed entries', () => {
  const store = makeStore()
  const outbox = makeOutbox('alice', store)
  const whole = reply('one')
  const strange = [null, 3, {}, { ...whole, content: 7 }, { ...whole, files: [null] }]
  store.setItem(outboxKey('alice'), JSON.stringify([...strange, whole]))
  expect(outbox.all()).toEqual([whole])
  for (const text of ['{', '3', '{"a":1}', 'null']) {
    store.setItem(outboxKey('alice'), text)
    expect(outbox.all()).toEqual([])
  }
})

it('keeps replies in memory when storage is full or blocked', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const outbox = makeOutbox('alice', { getItem: refuse, setItem: refuse, removeItem: refuse })
  outbox.save(reply('one'))
  expect(outbox.all()).toEqual([reply('one')])
  outbox.drop('one')
  expect(outbox.all()).toEqual([])
})
