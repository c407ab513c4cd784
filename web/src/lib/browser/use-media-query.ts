import { useSyncExternalStore } from 'react'

/** Follows a media query. On the server, and so in prerendered pages, nothing matches. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}

export const usePhone = () => useMediaQuery('(max-width: 45rem)')
