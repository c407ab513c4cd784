import { useEffect, useEffectEvent } from 'react'

/** What a person began, left to sign in again for, and goes on with now that they are back. */
interface Resumed {
  name: string
  body: unknown
  at: number
}

/** The screen has loaded by then, or the person has gone elsewhere and no longer expects it. */
const WAIT_MS = 30_000

let waiting: Resumed | null = null
const listeners = new Set<() => void>()

/** Hands an act to the form or button with this name, now or as soon as it is there. */
export function resumeAct(name: string, body: unknown, now = Date.now()): void {
  waiting = { name, body, at: now }
  for (const listener of listeners) listener()
}

/** The act with this name, which can be taken once; null if none waits. */
export function takeResumed(name: string | undefined, now = Date.now()): { body: unknown } | null {
  if (!isAwaited(name, now)) return null
  const taken = waiting
  waiting = null
  return taken
}

const isAwaited = (name: string | undefined, now = Date.now()): boolean =>
  waiting !== null && waiting.name === name && now - waiting.at < WAIT_MS

function useListener(listener: () => void): void {
  const listen = useEffectEvent(listener)
  useEffect(() => {
    const onResumed = () => listen()
    onResumed()
    listeners.add(onResumed)
    return () => {
      listeners.delete(onResumed)
    }
  }, [])
}

/** Calls `run` with what was sent under this name before the person left to sign in again. */
export function useResumed<Body>(name: string | undefined, run: (body: Body) => void): void {
  useListener(() => {
    const taken = takeResumed(name)
    if (taken !== null) run(taken.body as Body)
  })
}

/** Calls `open` if something waits for a form with this name, which is not shown yet. */
export function useAwaited(name: string, open: () => void): void {
  useListener(() => {
    if (isAwaited(name)) open()
  })
}
