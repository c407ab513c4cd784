import type { Database } from '../../db/pool.ts'
import { addViews } from './portfolio-toggle-queries.ts'

/** Between two statements; also what is lost when the process dies. */
const FLUSH_MS = 1_000
/** Looks kept while the database is slow; beyond that they are dropped and not the server. */
const MAX_LOOKS = 100_000

export interface ViewBuffer {
  add: (itemId: string, viewerId: string) => void
  /** Writes what is left and stops. */
  close: () => Promise<void>
}

/** Looks at works are gathered in memory and written once a second. */
export function createViewBuffer(db: Database, onError: (error: unknown) => void): ViewBuffer {
  let itemIds: string[] = []
  let viewerIds: string[] = []
  let running: Promise<void> | null = null

  const write = async () => {
    const looks = { itemIds, viewerIds }
    itemIds = []
    viewerIds = []
    try {
      await addViews(db, looks)
    } catch (error) {
      onError(error)
      // A work may just have been taken down under it: next time it is left out.
      itemIds = [...looks.itemIds, ...itemIds].slice(0, MAX_LOOKS)
      viewerIds = [...looks.viewerIds, ...viewerIds].slice(0, MAX_LOOKS)
    }
  }
  const flush = async () => {
    if (itemIds.length === 0) return
    running ??= write().finally(() => (running = null))
    await running
  }
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  return {
    add: (itemId, viewerId) => {
      if (itemIds.length >= MAX_LOOKS) return
      itemIds.push(itemId)
      viewerIds.push(viewerId)
    },
    close: async () => {
      clearInterval(timer)
      await running
      await flush()
    },
  }
}
