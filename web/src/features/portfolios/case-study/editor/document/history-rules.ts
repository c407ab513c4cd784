/** Everything that can be undone and done again. */
export interface History<T> {
  past: readonly T[]
  now: T
  future: readonly T[]
  /** What the last change belongs to, and when it was made. Typing in one field is one change until it pauses. */
  group: string | null
  at: number
}

const PAUSE_MS = 1_200
const MOST = 200

export const newHistory = <T>(now: T): History<T> => ({
  past: [],
  now,
  future: [],
  group: null,
  at: 0,
})

export function changed<T>(
  history: History<T>,
  now: T,
  { group, at }: { group: string | null; at: number },
): History<T> {
  if (now === history.now) return history
  const isMore = group !== null && group === history.group && at - history.at < PAUSE_MS
  const past = isMore ? history.past : [...history.past, history.now].slice(-MOST)
  return { past, now, future: [], group, at }
}

export function undone<T>(history: History<T>): History<T> {
  const now = history.past.at(-1)
  if (now === undefined) return history
  const future = [history.now, ...history.future]
  return { past: history.past.slice(0, -1), now, future, group: null, at: 0 }
}

export function redone<T>({ past, now, future }: History<T>): History<T> {
  const [next, ...rest] = future
  if (next === undefined) return { past, now, future, group: null, at: 0 }
  return { past: [...past, now], now: next, future: rest, group: null, at: 0 }
}

/** Replaces what is there in every state, for what came from elsewhere and is not undone. */
export const rewritten = <T>(history: History<T>, rewrite: (state: T) => T): History<T> => ({
  past: history.past.map(rewrite),
  now: rewrite(history.now),
  future: history.future.map(rewrite),
  group: null,
  at: 0,
})
