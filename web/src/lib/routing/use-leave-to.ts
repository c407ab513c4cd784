import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useResumed } from '../forms/resume.ts'
import { useSendGuard } from '../forms/use-send-once.ts'

interface LeaveOptions<Body> {
  /** Asks the server for the address to go to; null to stay. */
  open: (body: Body, idempotencyKey: string) => Promise<string | null>
  onFailed: (error: unknown) => void
  /** As in `useSendOnce`. */
  resume?: string
}

/** Goes to a page of the card provider, once however often it is pressed, with one idempotency key for all retries. */
export function useLeaveTo<Body>({ open, onFailed, resume }: LeaveOptions<Body>) {
  const guard = useSendGuard({ isOneOff: true })
  const leaving = useMutation({
    mutationFn: ({ body, key }: { body: Body; key: string }) => open(body, key),
    meta: { resume },
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
  const go = (body: Body) => {
    const key = guard.begin(body)
    if (key !== null) leaving.mutate({ body, key })
  }
  useResumed(resume, go)
  return {
    go,
    /** Stays true while the browser loads the page. */
    isLeaving: leaving.isPending || typeof leaving.data === 'string',
    error: leaving.error,
  }
}

/** Runs when the browser shows this page again from its back-forward cache. */
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
