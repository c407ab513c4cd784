import { useEffect, useEffectEvent, useState } from 'react'
import { findMedia, type FoundMedia } from '../../../lib/uploads/find-media.ts'
import type { SentFile } from '../../../lib/uploads/sent-files.ts'
import { keptFile } from './compose-files.ts'

export interface Restored {
  /** So many files are no longer kept, or could not be made use of. */
  gone: number
  /** Not asked for successfully: they stay in the draft for the next time. */
  unsure: string[]
}

/** Brings a draft's files back; null until it is known which of them are still there. */
export function useRestored(
  mediaIds: readonly string[],
  onFound: (files: readonly SentFile[]) => void,
): Restored | null {
  const [restored, setRestored] = useState<Restored | null>(
    mediaIds.length === 0 ? { gone: 0, unsure: [] } : null,
  )
  const tell = useEffectEvent(({ found, gone, unsure }: FoundMedia) => {
    const sound = found.filter(({ state }) => state !== 'failed')
    onFound(sound.map(keptFile))
    setRestored({ gone: gone + found.length - sound.length, unsure })
  })
  const [remembered] = useState(mediaIds)
  useEffect(() => {
    if (remembered.length === 0) return undefined
    const stop = new AbortController()
    void findMedia(remembered, stop.signal).then((found) => {
      if (!stop.signal.aborted) tell(found)
    })
    return () => stop.abort()
  }, [remembered])
  return restored
}
