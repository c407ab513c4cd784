import type { ProofMark } from '@plinth/contract/proofing/marks.ts'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../lib/api/errors.ts'
import { makeProofOutbox, type Unsent } from './outbox.ts'

const unsent = (id: string): Unsent => ({
  id,
  text: `Remark ${id}`,
  writtenAt: '2026-01-01T00:00:00.000Z',
  target: { markId: 'mark' },
  refusal: '',
})

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

const refusal = (status: number) =>
  new ApiError(status, JSON.stringify({ code: 'conflict', message: 'It is closed.' }))

it('sends in order, and tries again by itself after the network was gone', async () => {
  const sent: string[] = []
  let isOnline = false
  const again: (() => void)[] = []
  const box = makeProofOutbox({
    key: 'k',
    store: memory(),
    send: async ({ id }) => {
      if (!isOnline) throw new ApiError(0, '')
      sent.push(id)
      return { id } as ProofMark
    },
    onSent: () => undefined,
    later: (run) => void again.push(run),
  })
  box.add(unsent('a'))
  box.add(unsent('b'))
  await vi.waitFor(() => expect(box.isWaiting()).toBe(true))
  expect(box.all()).toHaveLength(2)
  isOnline = true
  again[0]?.()
  await vi.waitFor(() => expect(box.all()).toEqual([]))
  expect(sent).toEqual(['a', 'b'])
  expect(box.isWaiting()).toBe(false)
})

it('keeps what is unsent over a reload, under the same id', async () => {
  const store = memory()
  const failing = () => Promise.reject(new ApiError(0, ''))
  const rest = { key: 'k', store, onSent: () => undefined, later: () => undefined }
  makeProofOutbox({ ...rest, send: failing }).add(unsent('a'))
  const sent: string[] = []
  const box = makeProofOutbox({
    ...rest,
    send: async ({ id }) => {
      sent.push(id)
      return { id } as ProofMark
    },
  })
  await vi.waitFor(() => expect(box.all()).toEqual([]))
  expect(sent).toEqual(['a'])
  expect(store.getItem('k')).toBe(null)
})

it('says why something was refused, keeps its words, and goes on with the rest', async () => {
  const sent: string[] = []
  const box = makeProofOutbox({
    key: 'k',
    store: memory(),
    send: async ({ id }) => {
      if (id === 'a') throw refusal(409)
      sent.push(id)
      return { id } as ProofMark
    },
    onSent: () => undefined,
    later: () => undefined,
  })
  box.add(unsent('a'))
  box.add(unsent('b'))
  await vi.waitFor(() => expect(sent).toEqual(['b']))
  await vi.waitFor(() => expect(box.all()).toHaveLength(1))
  expect(box.all()[0]).toMatchObject({ id: 'a', text: 'Remark a', refusal: 'It is closed.' })
})
