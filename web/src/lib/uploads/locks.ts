/** Name of the lock that a tab holds while it sends this file. */
export const lockNameOf = (viewerId: string, fingerprint: string) =>
  `plinth-upload/${viewerId}/${fingerprint}`

/**
 * Runs `run`, telling it whether this tab got the lock. A file that two tabs send at the same time becomes two uploads.
 * Browsers without locks always get it.
 */
export function withUploadLock<T>(name: string, run: (isMine: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run(true)
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => run(lock !== null))
}

/** Which of these locks are held, here or in another tab. */
export async function findHeldLocks(names: readonly string[]): Promise<Set<string>> {
  if (!('locks' in navigator) || names.length === 0) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => (names.includes(name) ? [name] : [])))
}
