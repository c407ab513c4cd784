import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'

/** What one tab did, saw or was told, and the others of the same browser have to know. */
export type TabMessage =
  | { type: 'post'; id: string; patch: Partial<Post> }
  | { type: 'live'; event: LiveMessage }
  /** Which posts a tab has on show; asked for by the tab that newly holds the connection. */
  | { type: 'watch'; tab: string; posts: string[] }
  | { type: 'who-watches' }

/** `reconnected`: something may have been missed, so what is on show is read again. */
export type LiveMessage = LiveEvent | { type: 'reconnected' }

type Listener = (message: TabMessage) => void

const listeners = new Set<Listener>()
let channel: BroadcastChannel | null | undefined

function open(): BroadcastChannel | null {
  if (channel !== undefined) return channel
  channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('plinth')
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      for (const listener of listeners) listener(data)
    }
  }
  return channel
}

/** Tells the other tabs, not this one. Alone, or in a browser without channels, nobody hears it. */
export function notifyTabs(message: TabMessage): void {
  open()?.postMessage(message)
}

/** Hears what other tabs tell, until the answer is called. */
export function onTabMessage(listener: Listener): () => void {
  open()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
