import { LINK_RIGHTS, PASS_HEADER, type GuestPass } from '@plinth/contract/proofing/links.ts'
import { callHeaders } from '../../../lib/api/api.ts'

const keyOf = (linkId: string): string => `plinth.proof-pass.${linkId}`

/** What this browser proves a guest by; null if it has not been in by this link. */
export function readPass(linkId: string): GuestPass | null {
  try {
    const pass = Object(JSON.parse(localStorage.getItem(keyOf(linkId)) ?? 'null')) as GuestPass
    const isWhole =
      [pass.roomId, pass.guestId, pass.name, pass.pass].every((part) => typeof part === 'string') &&
      LINK_RIGHTS.includes(pass.right)
    return isWhole ? pass : null
  } catch {
    return null
  }
}

/** Keeps a pass. Where the browser keeps nothing, it lasts until the page is left. */
export function keepPass(linkId: string, pass: GuestPass): void {
  try {
    localStorage.setItem(keyOf(linkId), JSON.stringify(pass))
  } catch {
    // The room opens all the same.
  }
}

export function dropPass(linkId: string): void {
  try {
    localStorage.removeItem(keyOf(linkId))
  } catch {
    // There was none.
  }
}

/** From now on calls are made as this guest, until what is returned is called. */
export function callAs({ pass }: GuestPass): () => void {
  callHeaders[PASS_HEADER] = pass
  return () => delete callHeaders[PASS_HEADER]
}
