import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSendGuard } from '../forms/use-send-once.ts'

interface LeaveOptions<Wish> {
  /** Asks the server for the page to go to; null when there is nothing to go for after all. */
  open: (wish: Wish, idempotencyKey: string) => Promise<string | null>
  onFailed: (error: unknown) => void
}

/** Goes to a page of the card provider's, once however often it is pressed and under one key however often it is tried. */
export function useLeaveTo<Wish>({ open, onFailed }: LeaveOptions<Wish>) {
  const guard = useSendGuard({ isOneOff: true })
  const leaving = useMutation({
    mutationFn: ({ wish, key }: { wish: Wish; key: string }) => open(wish, key),
    onSuccess: (url) => {
      guard.ended()
      if (url === null) guard.reopen()
      else location.assign(url)
    },
    onError: (error) => {
      guard.ended(error)
      onFailed(error)
    },
  })
  useShownAgain(() => {
    guard.reopen()
    leaving.reset()
  })
  return {
    go: (wish: Wish) => {
      const key = guard.begin(wish)
      if (key !== null) leaving.mutate({ wish, key })
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
