import { ApiError } from '../api/errors.ts'
import { uploadMemory } from './upload-memory.ts'

const TUS = { 'Tus-Resumable': '1.0.0' }

/** How much of an unfinished upload the server has; null when it has nothing any more. */
export async function askStand(path: string, signal: AbortSignal): Promise<number | null> {
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
