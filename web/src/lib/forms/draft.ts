type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** What was typed and not yet sent, kept in a browser's store for each person apart. */
export interface Draft<T> {
  read: (store: Store, viewerId: string) => T | null
  keep: (store: Store, viewerId: string, value: T) => void
  drop: (store: Store, viewerId: string) => void
}

/** `understand` makes of what was stored what can be used, or null; `isEmpty` says what is not worth keeping. */
export function makeDraft<T>(
  name: string,
  understand: (kept: object) => T | null,
  isEmpty: (value: T) => boolean,
): Draft<T> {
  const keyOf = (viewerId: string) => `plinth.${name}.${viewerId}`
  const drop = (store: Store, viewerId: string) => {
    try {
      store.removeItem(keyOf(viewerId))
    } catch {
      // A forbidden store holds nothing either.
    }
  }
  return {
    drop,
    read: (store, viewerId) => {
      try {
        const kept: unknown = JSON.parse(store.getItem(keyOf(viewerId)) ?? 'null')
        return typeof kept === 'object' && kept !== null ? understand(kept) : null
      } catch {
        return null
      }
    },
    keep: (store, viewerId, value) => {
      if (isEmpty(value)) {
        drop(store, viewerId)
        return
      }
      try {
        store.setItem(keyOf(viewerId), JSON.stringify(value))
      } catch {
        // A full or forbidden store costs the draft and nothing else.
      }
    },
  }
}
