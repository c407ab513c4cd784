/** By this name the sending of one file is known to all tabs. */
export const lockNameOf = (viewerId: string, mark: string) => `plinth-upload/${viewerId}/${mark}`

/**
 * Runs with the word whether this is the only one at it: a file that two tabs send at once is two uploads. A browser
 * without locks lets everybody.
 */
export function withUploadLock<T>(name: string, run: (isMine: boolean) => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return run(true)
  return navigator.locks.request(name, { ifAvailable: true }, (lock) => run(lock !== null))
}

/** Which of these run at the moment, here or in another tab. */
export async function findHeldLocks(names: readonly string[]): Promise<Set<string>> {
  if (!('locks' in navigator) || names.length === 0) return new Set()
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name = '' }) => (names.includes(name) ? [name] : [])))
}
