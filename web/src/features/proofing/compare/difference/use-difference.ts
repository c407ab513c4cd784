import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Difference } from './difference.ts'
import type { Asked } from './difference-worker.ts'

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
 * worker, so that nothing stands still meanwhile.
 */
export function useDifference(key: string | null, read: () => Promise<ReadPair>) {
  const [shown, setShown] = useState<DifferenceState>({ state: 'working', found: null })
  const [attempt, setAttempt] = useState(0)
  const worker = useRef<Worker | null>(null)
  const reading = useEffectEvent(read)

  useEffect(() => {
    if (key === null) return undefined
    let isOver = false
    const fail = () => {
      if (!isOver) setShown({ state: 'failed' })
    }
    const start = async () => {
      const pair = await reading()
      if (isOver) return
      worker.current?.terminate()
      const own = new Worker(new URL('./difference-worker.ts', import.meta.url), { type: 'module' })
      worker.current = own
      own.addEventListener('error', fail)
      own.addEventListener('message', ({ data }: MessageEvent<Difference>) => {
        own.terminate()
        if (!isOver) setShown({ state: 'found', found: { difference: data, newer: pair.newer } })
      })
      const asked: Asked = { one: plain(pair.older), other: plain(pair.newer) }
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- goes to our own worker
      own.postMessage(asked)
    }
    setShown((last) => ({ state: 'working', found: last.state === 'found' ? last.found : null }))
    start().catch(fail)
    return () => {
      isOver = true
      worker.current?.terminate()
    }
  }, [key, attempt])
  return { ...shown, again: () => setAttempt(attempt + 1) }
}

const plain = ({ data, width, height }: ImageData) => ({ data, width, height })
