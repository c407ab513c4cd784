export type Topic =
  | 'posts'
  | 'comments'
  | 'notifications'
  | 'followers'
  | 'media'
  | 'sessions'
  | 'access'
  | 'watch'
  | 'messages'
  | 'typing'
  | 'billing'
  | 'project'
  | 'proof'
  | 'kept'

/** What processes send each other: only ids, because each process then reads the current state itself. */
export interface BusMessage {
  topic: Topic
  /** At most MAX_MESSAGE_IDS. */
  ids: readonly string[]
}

/** Keeps a message under 8,000 bytes, the limit of a NOTIFY. */
export const MAX_MESSAGE_IDS = 150

export interface BusListener {
  onMessage: (message: BusMessage) => void
  /** Messages may have been missed. */
  onGap: () => void
}

/** Carries messages from each process to all, itself included. Messages sent while a connection is down are lost. */
export interface Bus {
  /** Does not wait and never fails. */
  publish: (message: BusMessage) => void
  /** Resolves once messages arrive. Call once. */
  subscribe: (listener: BusListener) => Promise<void>
  close: () => Promise<void>
}

/** Sent after messages could not be published, so that listeners know they have missed some. */
export const GAP = 'gap'

export const encode = ({ topic, ids }: BusMessage): string => JSON.stringify([topic, ...ids])

/** Decodes a payload and passes it to the listener. */
export function dispatch(payload: string, { onMessage, onGap }: BusListener): void {
  if (payload === GAP) return onGap()
  const [topic, ...ids] = JSON.parse(payload) as [Topic, ...string[]]
  onMessage({ topic, ids })
}
