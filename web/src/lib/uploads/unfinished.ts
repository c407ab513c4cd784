import { UPLOAD_HOURS } from '@plinth/contract/limits.ts'
import { ApiError } from '../api/errors.ts'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The form that a file is sent for; each project's delivery form, each case study, each board and each proof room counts separately. */
export type UploadPlace =
  | 'work'
  | 'tray'
  | 'post'
  | 'message'
  | 'hire'
  | 'portrait'
  | `delivery/${string}`
  | `case/${string}`
  | `study/${string}`
  | `board/${string}`
  | `proof/${string}`
const PLACE = /^(work|tray|post|message|hire|portrait|[a-z]+\/[\da-f-]{36})$/

/** An upload that was started and not finished, as stored in this browser. */
export interface UnfinishedUpload {
  /** The file's fingerprint. The stored field keeps this name, so that older entries can still be read. */
  mark: string
  place: UploadPlace
  name: string
  size: number
  /** Path of the upload on the server. */
  path: string
  /** When it last made progress. */
  at: number
}

const MAX_AGE_MS = UPLOAD_HOURS * 60 * 60 * 1_000

/** Identifies a file, so that the same one is recognised when it is chosen again. */
export const fileFingerprint = ({ name, size, lastModified }: File): string =>
  [size, lastModified, name].join('/')

const isUnfinished = (value: unknown): value is UnfinishedUpload => {
  if (typeof value !== 'object' || value === null) return false
  const one = value as Partial<Record<keyof UnfinishedUpload, unknown>>
  return (
    [one.mark, one.name, one.path].every((text) => typeof text === 'string') &&
    [one.size, one.at].every((figure) => typeof figure === 'number') &&
    PLACE.test(String(one.place)) &&
    // The path goes into requests, so it must be on our own origin.
    /^\/[^/\\]/.test(String(one.path))
  )
}

/** The unfinished uploads of one person in this browser. They survive a closed tab. */
export function makeUploadMemory(viewerId: string, store: Store, now = Date.now) {
  const key = `plinth.uploads.${viewerId}`
  /** Used instead when the store is full or forbidden. */
  let fallback: UnfinishedUpload[] | null = null

  const read = (): UnfinishedUpload[] => {
    if (fallback !== null) return fallback
    try {
      const stored: unknown = JSON.parse(store.getItem(key) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isUnfinished) : []
    } catch {
      return []
    }
  }
  const all = () => read().filter(({ at }) => now() - at < MAX_AGE_MS)
  const write = (uploads: UnfinishedUpload[]) => {
    try {
      if (uploads.length === 0) store.removeItem(key)
      else store.setItem(key, JSON.stringify(uploads))
      fallback = null
    } catch {
      fallback = uploads
    }
  }
  return {
    all,
    find: (fingerprint: string) => all().find(({ mark }) => mark === fingerprint),
    save: (upload: Omit<UnfinishedUpload, 'at'>) =>
      write([...all().filter(({ mark }) => mark !== upload.mark), { ...upload, at: now() }]),
    forget: (fingerprint: string) => write(all().filter(({ mark }) => mark !== fingerprint)),
  }
}
export type UploadMemory = ReturnType<typeof makeUploadMemory>

const memories = new Map<string, UploadMemory>()

/** The unfinished uploads of this person in this browser; one instance per person. */
export function uploadMemory(viewerId: string): UploadMemory {
  const known = memories.get(viewerId)
  if (known) return known
  const memory = makeUploadMemory(viewerId, localStorage)
  memories.set(viewerId, memory)
  return memory
}

const TUS = { 'Tus-Resumable': '1.0.0' }

/** The offset of an unfinished upload; null when the server no longer has it. */
export async function fetchOffset(path: string, signal: AbortSignal): Promise<number | null> {
  const answer = await fetch(path, { method: 'HEAD', headers: TUS, signal })
  if (answer.status === 404 || answer.status === 410) return null
  const offset = Number(answer.headers.get('upload-offset') ?? Number.NaN)
  if (!answer.ok || !Number.isFinite(offset)) throw new ApiError(answer.status, answer.statusText)
  return offset
}

/** Deletes the unfinished upload of a file. If that fails, the server's sweep deletes it later. */
export function forgetFile(fingerprint: string, viewerId: string): void {
  const memory = uploadMemory(viewerId)
  const upload = memory.find(fingerprint)
  memory.forget(fingerprint)
  if (upload) fetch(upload.path, { method: 'DELETE', headers: TUS }).catch(() => undefined)
}
