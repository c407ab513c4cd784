import { beforeEach, expect, it, vi } from 'vitest'
import type { MemberAct } from './acts.ts'
import { forgetAct, hasPendingAct, readAct, rememberAct } from './pending.ts'

const ACT: MemberAct = { kind: 'follow', id: 'm', name: 'Marit' }
const MINUTE = 60_000

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('window', { scrollY: 640 })
})

it('remembers an act with its place until it is forgotten', () => {
  rememberAct(ACT, '/@marit?tab=posts', 0)
  expect(hasPendingAct()).toBe(true)
  expect(readAct('/@marit', MINUTE)).toMatchObject({ act: ACT, scroll: 640 })
  forgetAct()
  expect(hasPendingAct()).toBe(false)
  expect(readAct('/@marit', MINUTE)).toBeNull()
})

it('does nothing at another address, and nothing after half an hour', () => {
  rememberAct(ACT, '/@marit', 0)
  expect(readAct('/@dana', MINUTE)).toBeNull()
  expect(readAct('/@marit', 29 * MINUTE)).not.toBeNull()
  expect(readAct('/@marit', 31 * MINUTE)).toBeNull()
})

it('remembers what a member has to sign in again for, with who it was', () => {
  const act = { kind: 'again', name: 'export', sent: { body: null }, viewerId: 'm' } as const
  rememberAct(act, '/settings', 0)
  expect(readAct('/settings', MINUTE)?.act).toEqual(act)
})
