import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { newClientId } from '../forms/client-id.ts'

interface LeaveOptions<Wish> {
  /** Asks the server for the page to go to; null when there is nothing to go for after all. */
  open: (wish: Wish, idempotencyKey: string) => Promise<string | null>
  onFailed: (error: unknown) => void
}

/**
 * Goes to a page of the card provider's, once however often it is asked to: what is tried again with the same wish is
 * the same thing, another wish is another one.
 */
export function useLeaveTo<Wish>({ open, onFailed }: LeaveOptions<Wish>) {
  const last = useRef({ said: '', key: '' })
  const isGone = useRef(false)
  const keyOf = (wish: Wish) => {
    const said = JSON.stringify(wish) ?? ''
    if (last.current.key === '' || said !== last.current.said)
      last.current = { said, key: newClientId() }
    return last.current.key
  }
  const leaving = useMutation({
    mutationFn: (wish: Wish) => open(wish, keyOf(wish)),
    onSuccess: (url) => {
      // Its answer is no longer the one to be had again.
      last.current.key = ''
      if (url === null) isGone.current = false
      else location.assign(url)
    },
    onError: (error) => {
      isGone.current = false
      onFailed(error)
    },
  })
  useShownAgain(() => {
    isGone.current = false
    leaving.reset()
  })
  return {
    go: (wish: Wish) => {
      // Two clicks are one wish; the state of the asking comes with the next drawing only.
      if (isGone.current) return
      isGone.current = true
      leaving.mutate(wish)
    },
    /** Also while the browser is on its way there. */
    isLeaving: leaving.isPending || typeof leaving.data === 'string',
    error: leaving.error,
  }
}

/** The browser may keep a page that was left as it stood, and show it again on the way back. */
function useShownAgain(onShown: () => void): void {
  const shown = useEffectEvent(onShown)
  useEffect(() => {
    const listen = ({ persisted }: PageTransitionEvent) => {
      if (persisted) shown()
    }
    addEventListener('pageshow', listen)
    return () => removeEventListener('pageshow', listen)
  }, [])
}
