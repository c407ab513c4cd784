import { createStore, del, delMany, entries, set, setMany, type UseStore } from 'idb-keyval'
import { UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import type { Media } from '@plinth/contract/media/media.ts'
import type { WorkForm } from '../form/work-form.ts'

/** What this browser keeps of a file in the tray, besides the file itself. */
export interface KeptEntry {
  key: string
  /** Its place in the tray. */
  order: number
  /** When it last changed. */
  at: number
  name: string
  size: number
  type: string
  lastModified: number
  fingerprint: string
  fields: WorkForm
  isNamed: boolean
  asDocument: boolean
  isPaused: boolean
  /** What the server made of it, once it has arrived. */
  media: Media | null
}

export interface Kept {
  entry: KeptEntry
  /** Null when this browser had no room for it, or it has arrived. */
  file: File | null
}

const MAX_AGE_MS = UPLOAD_HOURS * 60 * 60 * 1_000
/** The browser needs room for other things, too. */
const MOST_OF_QUOTA = 0.8

type Key = [viewerId: string, what: 'entry' | 'file', key: string]

/**
 * The tray of one person in this browser's database: it survives a reload and a closed tab, for as long as the server
 * keeps unfinished uploads. Every call resolves; where the browser keeps nothing, `false` or nothing comes back.
 */
export function makeKeeping(viewerId: string, now = Date.now) {
  let opened: UseStore | null = null
  // Opened late, because browsers without a database throw here.
  const store = () => (opened ??= createStore('plinth-tray', 'files'))
  const keyOf = (what: Key[1], key: string): Key => [viewerId, what, key]
  const quietly = async <T>(run: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await run()
    } catch {
      return otherwise
    }
  }
  const hasRoom = async (bytes: number): Promise<boolean> => {
    if (!('storage' in navigator)) return true
    const { usage = 0, quota = Number.POSITIVE_INFINITY } = await navigator.storage.estimate()
    return usage + bytes < quota * MOST_OF_QUOTA
  }
  return {
    /** Everything of this person, in its order. What is too old is deleted, whoever it belongs to. */
    read: () =>
      quietly(async (): Promise<Kept[]> => {
        const all = await entries<Key, KeptEntry | File>(store())
        const files = new Map<string, File>()
        const found: KeptEntry[] = []
        const old: string[] = []
        for (const [, value] of all) {
          if (!(value instanceof File) && now() - value.at > MAX_AGE_MS) old.push(value.key)
        }
        const spoiled = all.filter(([[, , key]]) => old.includes(key)).map(([key]) => key)
        if (spoiled.length > 0) await delMany(spoiled, store())
        for (const [[owner, , key], value] of all) {
          if (owner !== viewerId || old.includes(key)) continue
          if (value instanceof File) files.set(key, value)
          else found.push(value)
        }
        return found
          .toSorted((a, b) => a.order - b.order)
          .map((entry) => ({ entry, file: wholeFile(entry, files.get(entry.key)) }))
      }, []),
    saveEntries: (list: readonly KeptEntry[]) =>
      quietly(async () => {
        await setMany(
          list.map((entry): [Key, KeptEntry] => [keyOf('entry', entry.key), entry]),
          store(),
        )
        return true
      }, false),
    /** Keeps the file itself. False when there is no room for it. */
    saveFile: (key: string, file: File) =>
      quietly(async () => {
        if (!(await hasRoom(file.size))) return false
        await set(keyOf('file', key), file, store())
        return true
      }, false),
    dropFile: (key: string) => quietly(() => del(keyOf('file', key), store()), undefined),
    drop: (keys: readonly string[]) =>
      quietly(
        () =>
          delMany(
            keys.flatMap((key) => [keyOf('entry', key), keyOf('file', key)]),
            store(),
          ),
        undefined,
      ),
  }
}
export type Keeping = ReturnType<typeof makeKeeping>

/** The kept file with the facts that its fingerprint is made of, which not every browser gives back. */
function wholeFile({ name, type, lastModified }: KeptEntry, kept: File | undefined): File | null {
  return kept === undefined ? null : new File([kept], name, { type, lastModified })
}

/** Keeps the files themselves, one after another: most have arrived before their turn comes. */
export function makeFileKeeper(keeping: Keeping, fileOf: (key: string) => File | null) {
  const waiting: string[] = []
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const file = fileOf(key)
      if (file === null) continue
      // One at a time, so that the disk is free for what is sent.
      await keeping.saveFile(key, file)
      // It has arrived or was removed meanwhile.
      if (fileOf(key) === null) void keeping.dropFile(key)
    }
    isRunning = false
  }
  return (keys: readonly string[]) => {
    waiting.push(...keys)
    void run()
  }
}
