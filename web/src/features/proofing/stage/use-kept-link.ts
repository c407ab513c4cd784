import { useState } from 'react'

/** A link works for at least ten minutes; a newer one replaces it a little earlier. */
const KEPT_MS = 9 * 60_000

/** The part of a signed link that says what it opens, and when it ends. */
function partsOf(link: string): { path: string; endsAt: number } {
  const [path = '', query = ''] = link.split('?')
  return { path, endsAt: Number(new URLSearchParams(query).get('expires')) * 1_000 }
}

/** The same link for as long as it works: each answer has a new one, and a picture would be loaded again. */
export function useKeptLink(link: string): string {
  const [kept, setKept] = useState(link)
  if (kept === link) return link
  const [before, now] = [partsOf(kept), partsOf(link)]
  if (before.path === now.path && now.endsAt - before.endsAt < KEPT_MS) return kept
  setKept(link)
  return link
}
