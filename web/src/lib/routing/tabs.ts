import type { LiveEvent } from '@plinth/contract/notifications/live.ts'
import type { Post } from '@plinth/contract/posts/posts.ts'

/** What one tab passes on to the other tabs of the same browser. */
export type TabMessage =
  | { type: 'post'; id: string; patch: Partial<Post> }
  | { type: 'live'; event: LiveMessage }
  /** Which posts a tab shows. The tab that takes over the connection asks for it with `who-watches`. */
  | { type: 'watch'; tab: string; posts: string[] }
  | { type: 'who-watches' }

/** `reconnected`: events may have been missed, so everything on screen is read again. */
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

/** Sends a message to the other tabs, not to this one. Does nothing in browsers without BroadcastChannel. */
export function notifyTabs(message: TabMessage): void {
  open()?.postMessage(message)
}

/** Listens to messages from other tabs, until the returned function is called. */
export function onTabMessage(listener: Listener): () => void {
  open()
  listeners.add(listener)
  return () => listeners.delete(listener)
}
