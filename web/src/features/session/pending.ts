import type { MemberAct } from './acts.ts'

const KEY = 'plinth.pending-act'
/** An act that is older than this is forgotten. */
const PENDING_MS = 30 * 60_000

/** What a visitor asked for before they left to sign in. */
export interface PendingAct {
  act: MemberAct
  /** The address that they come back to. */
  path: string
  scroll: number
  at: number
}

/** Session storage is not there when the browser blocks it. */
const storage = (): Storage | null => {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/**
 * Remembers an act until the person is back. In this tab's storage and not in the address: a link that performs an act
 * could be sent to somebody else.
 */
export function rememberAct(act: MemberAct, path: string, now = Date.now()): void {
  const pending: PendingAct = { act, path, scroll: window.scrollY, at: now }
  try {
    storage()?.setItem(KEY, JSON.stringify(pending))
  } catch {
    // Without storage the person comes back and presses again.
  }
}

export const forgetAct = (): void => storage()?.removeItem(KEY)

export const hasPendingAct = (): boolean => typeof storage()?.getItem(KEY) === 'string'

const pathnameOf = (path: string): string => path.split(/[?#]/)[0] ?? ''

/** The remembered act; null at another address, and when it is too old. */
export function readAct(pathname: string, now = Date.now()): PendingAct | null {
  const text = storage()?.getItem(KEY)
  if (typeof text !== 'string') return null
  const pending = JSON.parse(text) as PendingAct
  const isFresh = now - pending.at < PENDING_MS && now >= pending.at
  return isFresh && pathnameOf(pending.path) === pathname ? pending : null
}
