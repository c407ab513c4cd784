import { getMedia, type Media } from '@plinth/contract/media/media.ts'
import { ApiError, call } from '../api/api.ts'

export interface FoundMedia {
  found: Media[]
  /** So many are no longer kept by the server. */
  gone: number
  /** Not asked for successfully: they may still be there. */
  unsure: string[]
}

/** Asks the server for uploads that a draft remembers: what nothing used is cleared away after a day. */
export async function findMedia(ids: readonly string[], signal: AbortSignal): Promise<FoundMedia> {
  const answers = await Promise.allSettled(
    ids.map((id) => call(getMedia, { params: { id }, signal })),
  )
  const all: FoundMedia = { found: [], gone: 0, unsure: [] }
  for (const [index, answer] of answers.entries()) {
    if (answer.status === 'fulfilled') all.found.push(answer.value)
    else if (answer.reason instanceof ApiError && answer.reason.status === 404) all.gone += 1
    else all.unsure.push(ids[index] ?? '')
  }
  return all
}
