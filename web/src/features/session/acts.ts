import { useSyncExternalStore } from 'react'
import type { ReportTarget } from '../../lib/format/report-state.ts'
import type { WriteSearch } from '../../lib/routing/dialog-search.ts'

/** What an act is about, for the dialog that asks to sign in. */
interface About {
  /** A person's full name or a title. */
  title: string
  image: string | null
}

/** Something that needs an account. It can be done after signing in, when the page that asked is long gone. */
export type MemberAct = (
  | { kind: 'like' | 'save'; of: 'portfolio' | 'post'; id: string }
  | { kind: 'follow'; id: string; name: string }
  /** Opens an address, such as the one of the dialog that hires. */
  | { kind: 'open'; path: string; name: string; for: 'hire' | 'inquire' | 'message' | 'comment' }
  | { kind: 'report'; target: ReportTarget }
) & { about?: About }

/** Something that a member began and that needs a fresh sign-in. */
export interface RefusedAct {
  kind: 'again'
  /** What `useResumed` knows it by; nothing if it has to be pressed again. */
  name: unknown
  /** The variables of its mutation. */
  sent: unknown
}

let asked: MemberAct | RefusedAct | null = null
const listeners = new Set<() => void>()

/** Asks a visitor to sign in for this, or a member to sign in again; null closes the dialog. */
export function askToSignIn(act: MemberAct | RefusedAct | null): void {
  asked = act
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The act that somebody is asked to sign in for. */
export const useAskedAct = (): MemberAct | RefusedAct | null =>
  useSyncExternalStore(
    subscribe,
    () => asked,
    () => null,
  )

/**
 * What a visitor wants who opens a dialog that hires, asks or writes: `opens` is the member's link, `path` the page
 * under it.
 */
export function dialogAct(
  opens: { search: (before: object) => WriteSearch },
  path: string,
  name: string,
): MemberAct {
  const search = opens.search({})
  const kind = search.hire ? 'hire' : search.message ? 'message' : 'inquire'
  return {
    kind: 'open',
    path: `${path}?${new URLSearchParams({ ...search }).toString()}`,
    name,
    for: kind,
  }
}
