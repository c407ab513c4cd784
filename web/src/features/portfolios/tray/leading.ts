type Stand = 'none' | 'waits' | 'leads'

interface LeadingOptions {
  viewerId: string
  locks: Pick<LockManager, 'request'> | null
  /** Called in the tab that works on the tray from now on; `add` and the like wait for it. */
  onLead: () => Promise<unknown>
  /** Another tab works on it. */
  onWait: () => void
  /** Another tab has left files for this one. */
  onGiven: () => void
}

/** Lets one tab at a time work on somebody's tray. Another one takes over when that tab, or its tray, is closed. */
export function makeLeading({ viewerId, locks, onLead, onWait, onGiven }: LeadingOptions) {
  const name = `plinth-tray/${viewerId}`
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null
  let stand: Stand = 'none'
  let release: (() => void) | null = null
  /** Resolves when it is known whether this tab leads. */
  let known: Promise<void> | null = null
  channel?.addEventListener('message', () => {
    if (stand === 'leads') onGiven()
  })
  const lead = (onKnown: () => void) =>
    new Promise<void>((resolve) => {
      release = resolve
      stand = 'leads'
      void onLead().finally(onKnown)
    })
  const begin = (): Promise<void> =>
    new Promise((resolve) => {
      if (locks === null) {
        void lead(resolve)
        return
      }
      void locks.request(name, { ifAvailable: true }, (lock) => {
        if (lock !== null) return lead(resolve)
        stand = 'waits'
        onWait()
        resolve()
        // Asked for again outside of this callback, which has to end first.
        void locks.request(name, () => lead(() => undefined))
        return null
      })
    })
  return {
    stand: () => stand,
    start: (): Promise<void> => (known ??= begin()),
    /** Tells the tab that works on it that there is more. */
    // A channel has no target: only this site's tabs hear it.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    tell: () => channel?.postMessage('added'),
    end: () => {
      release?.()
      release = null
      if (stand === 'leads') {
        stand = 'none'
        known = null
      }
    },
  }
}
