import { useState } from 'react'

/** So long before it ends a link is exchanged. */
const EARLY_MS = 30_000

/** The part of a signed link that says what it opens, and when it ends. */
function partsOf(link: string): { path: string; endsAt: number } {
  const [path = '', query = ''] = link.split('?')
  return { path, endsAt: Number(new URLSearchParams(query).get('expires')) * 1_000 }
}

/** The same link for as long as it works: each answer has a new one, and a picture would be loaded again. */
export function useKeptLink(link: string): string {
  const [kept, setKept] = useState(link)
  if (kept === link) return link
  const { path, endsAt } = partsOf(kept)
  if (path === partsOf(link).path && Date.now() < endsAt - EARLY_MS) return kept
  setKept(link)
  return link
}
