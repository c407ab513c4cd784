import { UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import { ApiError } from '../api/api-error.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The form that a file is sent for; that of a delivery is its project's own. */
export type UploadPlace = 'work' | 'post' | 'message' | 'portrait' | `delivery/${string}`
const PLACE = /^(work|post|message|portrait|delivery\/[\da-f-]{36})$/

/** An upload that has begun and not ended, as this browser remembers it. */
export interface UnfinishedUpload {
  /** Of the file: the same one, chosen again, has the same. */
  mark: string
  place: UploadPlace
  name: string
  size: number
  /** Path of the upload on the server. */
  path: string
  /** When it was last heard of. */
  at: number
}

const KEPT_FOR_MS = UPLOAD_HOURS * 60 * 60 * 1_000

export const fileFingerprint = ({ name, size, lastModified }: File): string =>
  [size, lastModified, name].join('/')

const isUnfinished = (value: unknown): value is UnfinishedUpload => {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Partial<Record<keyof UnfinishedUpload, unknown>>
  return (
    [one.mark, one.name, one.path].every((text) => typeof text === 'string') &&
    [one.size, one.at].every((figure) => typeof figure === 'number') &&
    PLACE.test(String(one.place)) &&
    // The address goes into requests: nothing but a path of our own.
    /^\/[^/\\]/.test(String(one.path))
  )
}

/** What a person has begun to send from this browser; a tab that is closed takes nothing with it. */
export function makeUploadMemory(viewerId: string, store: Store, now = Date.now) {
  const key = `plinth.uploads.${viewerId}`
  /** Stands in for a store that is full or forbidden. */
  let here: UnfinishedUpload[] | null = null

  const read = (): UnfinishedUpload[] => {
    if (here !== null) return here
    try {
      const kept: unknown = JSON.parse(store.getItem(key) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isUnfinished) : []
    } catch {
      return []
    }
  }
  const all = () => read().filter(({ at }) => now() - at < KEPT_FOR_MS)
  const keep = (uploads: UnfinishedUpload[]) => {
    try {
      if (uploads.length === 0) store.removeItem(key)
      else store.setItem(key, JSON.stringify(uploads))
      here = null
    } catch {
      here = uploads
    }
  }
  return {
    all,
    find: (mark: string) => all().find((one) => one.mark === mark),
    note: (upload: Omit<UnfinishedUpload, 'at'>) =>
      keep([...all().filter(({ mark }) => mark !== upload.mark), { ...upload, at: now() }]),
    forget: (mark: string) => keep(all().filter((one) => one.mark !== mark)),
  }
}
export type UploadMemory = ReturnType<typeof makeUploadMemory>

const memories = new Map<string, UploadMemory>()

/** What this person has begun to send from this browser. */
export function uploadMemory(viewerId: string): UploadMemory {
  const known = memories.get(viewerId)
  if (known) return known
  const made = makeUploadMemory(viewerId, localStorage)
  memories.set(viewerId, made)
  return made
}

const TUS = { 'Tus-Resumable': '1.0.0' }

/** How much of an unfinished upload the server has; null when it has nothing any more. */
export async function fetchOffset(path: string, signal: AbortSignal): Promise<number | null> {
  const answer = await fetch(path, { method: 'HEAD', headers: TUS, signal })
  if (answer.status === 404 || answer.status === 410) return null
  const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN)
  if (!answer.ok || !Number.isFinite(offset)) throw new ApiError(answer.status, answer.statusText)
  return offset
}

/**
 * What has arrived of a file that is not wanted any more is thrown away. What cannot be thrown away now, the server
 * clears up later.
 */
export function forgetFile(mark: string, viewerId: string): void {
  const memory = uploadMemory(viewerId)
  const begun = memory.find(mark)
  memory.forget(mark)
  if (begun) fetch(begun.path, { method: 'DELETE', headers: TUS }).catch(() => undefined)
}
