import { useEffect, useEffectEvent, useState } from 'react'
import type { Difference } from './difference.ts'
import type { Asked } from './worker.ts'

/** The pixels of both, of equal size. */
export interface ReadPair {
  older: ImageData
  newer: ImageData
}

export interface Found {
  difference: Difference
  newer: ImageData
}

export type DifferenceState =
  | { state: 'working'; found: Found | null }
  | { state: 'failed' }
  | { state: 'found'; found: Found }

/**
 * What differs between two. `key` names what is compared; null while there is nothing to compare. The sums are made by a
 * worker, so that the page keeps responding meanwhile.
 */
export function useDifference(
  key: string | null,
  read: () => Promise<ReadPair>,
): DifferenceState & { again: () => void } {
  const [attempt, setAttempt] = useState(0)
  const [last, setLast] = useState<{ of: string; found: Found | null } | null>(null)
  const reading = useEffectEvent(read)
  const wanted = `${key} ${attempt}`

  useEffect(() => {
    if (key === null) return undefined
    let worker: Worker | null = null
    let isOver = false
    const end = (found: Found | null) => {
      if (!isOver) setLast({ of: wanted, found })
    }
    const start = async () => {
      const pair = await reading()
      if (isOver) return
      worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
      worker.addEventListener('error', () => end(null))
      worker.addEventListener('message', ({ data }: MessageEvent<Difference>) => {
        end({ difference: data, newer: pair.newer })
        worker?.terminate()
      })
      const asked: Asked = { one: plain(pair.older), other: plain(pair.newer) }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- goes to our own worker
      worker.postMessage(asked)
    }
    start().catch(() => end(null))
    return () => {
      isOver = true
      worker?.terminate()
    }
  }, [key, wanted])

  const again = () => setAttempt(attempt + 1)
  if (last === null || last.of !== wanted) {
    return { state: 'working', found: last?.found ?? null, again }
  }
  return last.found === null
    ? { state: 'failed', again }
    : { state: 'found', found: last.found, again }
}

const plain = ({ data, width, height }: ImageData) => ({ data, width, height })
