import { useEffect, useRef, useState, type RefObject } from 'react'
import { useMediaQuery } from '../../lib/browser/use-media-query.ts'
import { savesData } from '../../lib/media/connection.ts'

export interface Player<E extends HTMLMediaElement> {
  media: RefObject<E | null>
  /** The slider, updated every frame: a range from 0 to the length in seconds. */
  line: RefObject<HTMLInputElement | null>
  playing: boolean
  /** Started, but still loading. */
  waiting: boolean
  muted: boolean
  failed: boolean
  /** Whole seconds. */
  at: number
  toggle: () => void
  toggleMuted: () => void
  seek: (seconds: number) => void
  /** Seeks one step, whose length depends on the duration: `1` forward, `-1` back. */
  step: (direction: 1 | -1) => void
  /** Loads again after a failure and plays from the start. */
  again: () => void
}

/** Only one player on a page plays at a time: the one started last. */
let nowPlaying: HTMLMediaElement | null = null

function begin(media: HTMLMediaElement): void {
  if (nowPlaying !== media) nowPlaying?.pause()
  nowPlaying = media
  // The browser may require a press first; the button then still offers Play.
  media.play().catch(() => undefined)
}

/**
 * Controls the browser's media element. `autoPlay` plays it muted while mounted, unless the viewer prefers reduced motion
 * or saves data.
 */
export function usePlayer<E extends HTMLMediaElement>({
  autoPlay = false,
  seconds,
}: {
  autoPlay?: boolean
  seconds: number
}): Player<E> {
  const media = useRef<E>(null)
  const line = useRef<HTMLInputElement>(null)
  const [at, setAt] = useState(0)
  const state = useElementState(media, autoPlay, (element) => {
    setAt(Math.floor(element.currentTime))
    showPosition(element.currentTime, line.current)
  })
  useAutoPlay(media, autoPlay)

  const { playing } = state
  useEffect(() => {
    if (!playing) return undefined
    let frame = requestAnimationFrame(function follow() {
      if (media.current) showPosition(media.current.currentTime, line.current)
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])

  const seek = (to: number) => {
    if (!media.current) return
    const target = Math.min(Math.max(0, to), seconds)
    media.current.currentTime = target
    // Updated right away, as an element that has loaded nothing fires no event.
    setAt(Math.floor(target))
    showPosition(target, line.current)
  }
  return {
    ...state,
    media,
    line,
    at,
    seek,
    step: (direction) =>
      seek((media.current?.currentTime ?? 0) + direction * (seconds < 60 ? 1 : 5)),
    toggle: () => {
      const element = media.current
      if (!element) return
      if (element.paused) begin(element)
      else element.pause()
    },
    toggleMuted: () => {
      if (media.current) media.current.muted = !media.current.muted
    },
    again: () => {
      state.setFailed(false)
      media.current?.load()
      if (media.current) begin(media.current)
    },
  }
}

function useElementState(
  media: RefObject<HTMLMediaElement | null>,
  startsMuted: boolean,
  onTime: (element: HTMLMediaElement) => void,
) {
  const [playing, setPlaying] = useState(false)
  const [waiting, setWaiting] = useState(false)
  const [muted, setMuted] = useState(startsMuted)
  const [failed, setFailed] = useState(false)
  const onTimeRef = useRef(onTime)
  useEffect(() => {
    onTimeRef.current = onTime
  })
  useEffect(() => {
    const element = media.current
    if (!element) return undefined
    const leaving = new AbortController()
    const on = (events: string, listener: () => void) => {
      for (const event of events.split(' ')) {
        element.addEventListener(event, listener, { signal: leaving.signal })
      }
    }
    on('play', () => setPlaying(true))
    on('pause', () => setPlaying(false))
    on('waiting', () => setWaiting(true))
    on('playing pause canplay error', () => setWaiting(false))
    on('volumechange', () => setMuted(element.muted))
    on('timeupdate', () => onTimeRef.current(element))
    on('error', () => {
      setFailed(true)
      setPlaying(false)
    })
    return () => {
      leaving.abort()
      if (nowPlaying === element) nowPlaying = null
    }
  }, [media])
  return { playing, waiting, muted, failed, setFailed }
}

function useAutoPlay(mediaRef: RefObject<HTMLMediaElement | null>, autoPlay: boolean): void {
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const starts = autoPlay && !still
  useEffect(() => {
    const element = mediaRef.current
    if (!starts || !element || savesData()) return undefined
    element.muted = true
    begin(element)
    return () => element.pause()
  }, [mediaRef, starts])
}

function showPosition(seconds: number, line: HTMLInputElement | null): void {
  if (!line) return
  line.value = String(seconds)
  const length = Number(line.max)
  line.style.setProperty('--done', length === 0 ? '0%' : `${(seconds / length) * 100}%`)
}
