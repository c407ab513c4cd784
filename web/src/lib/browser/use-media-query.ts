import { useSyncExternalStore } from 'react'

/** Whether a media query matches. False on the server, and so in prerendered pages. */
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
