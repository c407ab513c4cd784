export type Topic =
  | 'posts'
  | 'comments'
  | 'notifications'
  | 'followers'
  | 'media'
  | 'sessions'
  | 'watch'
  | 'messages'
  | 'typing'
  | 'billing'
  | 'project'

/** What processes tell each other: ids alone, since whoever hears it reads what is true by then. */
export interface BusMessage {
  topic: Topic
  /** At most MAX_MESSAGE_IDS. */
  ids: readonly string[]
}

/** Keeps a message under the 8,000 bytes that a NOTIFY carries. */
export const MAX_MESSAGE_IDS = 150

export interface BusListener {
  onMessage: (message: BusMessage) => void
  /** Messages may have been missed. */
  onGap: () => void
}

/** From every process to every process, the own one included. Messages get lost while a connection is. */
export interface Bus {
  /** Neither waits nor fails. */
  publish: (message: BusMessage) => void
  /** Resolves once messages arrive. Call once. */
  subscribe: (listener: BusListener) => Promise<void>
  close: () => Promise<void>
}

/** Said once something can be said again, after something could not. */
export const GAP = 'gap'

export const encode = ({ topic, ids }: BusMessage): string => JSON.stringify([topic, ...ids])

/** Hands what came to whom it is for. */
export function hear(payload: string, { onMessage, onGap }: BusListener): void {
  if (payload === GAP) return onGap()
  const [topic, ...ids] = JSON.parse(payload) as [Topic, ...string[]]
  onMessage({ topic, ids })
}
