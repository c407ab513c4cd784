import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { frameAt, frameTable, lastFrame, seekTime } from '@plinth/contract/projects/frame-table.ts'
import type { FrameTimes } from '@plinth/contract/projects/frames.ts'
import type { Film } from './compare-rules.ts'
import type { Pair, Side } from './pair.ts'
import { drawnPixels } from './difference/pixels.ts'
import type { ReadPair } from './difference/use-difference.ts'

/** The two may be this far apart while they play. */
const MOST_APART = 0.05

/** Plays two films in step. The older one leads, by the times of its own frames. */
export function useFilms(media: Pair<Film> | null, frames: FrameTimes | null) {
  const elements = useRef<{ older: HTMLVideoElement | null; newer: HTMLVideoElement | null }>({
    older: null,
    newer: null,
  })
  const [isPlaying, setPlaying] = useState(false)
  const [time, setTime] = useState(0)
  /** Goes up by one each time both have stopped and show their frame. */
  const [still, setStill] = useState<number | null>(null)
  const table = useMemo(() => (frames === null ? null : frameTable(frames)), [frames])
  const duration = Math.max(media?.older.durationMs ?? 0, media?.newer.durationMs ?? 0) / 1_000
  const now = useRef(0)

  const settle = useCallback(() => {
    const { older, newer } = elements.current
    const isReady = [older, newer].every(
      (one) => one !== null && one.readyState >= 2 && !one.seeking && one.paused,
    )
    if (isReady) setStill((last) => (last ?? 0) + 1)
  }, [])
  const refFor = useCallback(
    (side: Side) => (element: HTMLVideoElement | null) => {
      elements.current[side] = element
      if (element === null) return undefined
      element.currentTime = now.current
      element.addEventListener('seeked', settle)
      element.addEventListener('loadeddata', settle)
      return () => {
        elements.current[side] = null
        element.removeEventListener('seeked', settle)
        element.removeEventListener('loadeddata', settle)
      }
    },
    [settle],
  )
  const refs = useMemo(() => ({ older: refFor('older'), newer: refFor('newer') }), [refFor])
  const both = () => [elements.current.older, elements.current.newer].filter((one) => one !== null)

  const seek = useCallback((to: number) => {
    now.current = to
    setTime(to)
    const { older, newer } = elements.current
    // Past its end a film stays on its last frame.
    for (const one of [older, newer]) if (one !== null) one.currentTime = to
  }, [])
  const pause = useCallback(() => {
    setPlaying(false)
    const { older, newer } = elements.current
    for (const one of [older, newer]) one?.pause()
    seek(older?.currentTime ?? 0)
  }, [seek])
  useEffect(() => {
    if (!isPlaying) return undefined
    let frame = 0
    const follow = () => {
      const { older, newer } = elements.current
      const leader = older?.ended === true ? newer : older
      if (older !== null && newer !== null && leader !== null) {
        now.current = leader.currentTime
        setTime(leader.currentTime)
        const apart = Math.abs(newer.currentTime - older.currentTime)
        if (!older.ended && !newer.ended && apart > MOST_APART)
          newer.currentTime = older.currentTime
        if (older.ended && newer.ended) setPlaying(false)
      }
      frame = requestAnimationFrame(follow)
    }
    frame = requestAnimationFrame(follow)
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])

  const play = () => {
    if (both().every(({ ended }) => ended)) seek(0)
    setStill(null)
    setPlaying(true)
    for (const one of both()) one.play().catch(() => setPlaying(false))
  }
  /** Goes so many frames of the older film on, or back. */
  const step = (by: 1 | -1) => {
    if (isPlaying) pause()
    if (table === null) return
    const next = frameAt(table, now.current) + by
    seek(seekTime(table, Math.min(Math.max(next, 0), lastFrame(table))))
  }
  const read = (size: { width: number; height: number }): Promise<ReadPair> => {
    const pixels = (side: Side) => {
      const element = elements.current[side]
      if (element === null) throw new Error('the film is gone')
      return drawnPixels(size, (on) => {
        const high = (element.videoHeight * size.width) / element.videoWidth
        on.drawImage(element, 0, 0, size.width, high)
      })
    }
    return Promise.resolve().then(() => ({ older: pixels('older'), newer: pixels('newer') }))
  }
  return {
    refs,
    isPlaying,
    time,
    duration,
    still: isPlaying ? null : still,
    hasFrames: table !== null && lastFrame(table) > 0,
    toggle: () => (isPlaying ? pause() : play()),
    seek: (to: number) => {
      setStill(null)
      seek(to)
    },
    step,
    read,
  }
}
export type Films = ReturnType<typeof useFilms>
