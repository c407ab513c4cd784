import type { MemberAct, RefusedAct } from './acts.ts'

const KEY = 'plinth.pending-act'
/** An act that is older than this is forgotten. */
const PENDING_MS = 30 * 60_000

/** What somebody asked for before they left to sign in. The member who left has to be the one who comes back. */
export interface PendingAct {
  act: MemberAct | (RefusedAct & { viewerId: string })
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
export function rememberAct(act: PendingAct['act'], path: string, now = Date.now()): void {
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
