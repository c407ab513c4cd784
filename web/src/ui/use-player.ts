import { useEffect, useRef, useState, type RefObject } from 'react'
import { useMediaQuery } from '../lib/media-query.ts'

export interface Player {
  video: RefObject<HTMLVideoElement | null>
  /** Where the film is, moved with every frame it shows. */
  line: RefObject<HTMLInputElement | null>
  playing: boolean
  muted: boolean
  failed: boolean
  /** Whole seconds. */
  at: number
  toggle: () => void
  toggleMuted: () => void
  seek: (seconds: number) => void
}

/** Of all films on a page one plays: the one that was started last. */
let nowPlaying: HTMLVideoElement | null = null

function begin(video: HTMLVideoElement): void {
  if (nowPlaying !== video) nowPlaying?.pause()
  nowPlaying = video
  // Refused where the browser wants a press first: the button then still says Play.
  video.play().catch(() => undefined)
}

/**
 * Plays a film on the browser's own element. `autoPlay` starts it without sound as long as it stands,
 * unless the viewer wants stillness.
 */
export function usePlayer({ autoPlay }: { autoPlay: boolean }): Player {
  const video = useRef<HTMLVideoElement>(null)
  const line = useRef<HTMLInputElement>(null)
  const [playing, setPlaying] = useState(false)
  const [muted, setMuted] = useState(autoPlay)
  const [failed, setFailed] = useState(false)
  const [at, setAt] = useState(0)
  const still = useMediaQuery('(prefers-reduced-motion: reduce)')
  const starts = autoPlay && !still

  useEffect(() => {
    const element = video.current
    if (!element) return undefined
    const onPlay = () => setPlaying(true)
    const onPause = () => setPlaying(false)
    const onVolume = () => setMuted(element.muted)
    const onError = () => setFailed(true)
    const onTime = () => {
      setAt(Math.floor(element.currentTime))
      showPlace(element, line.current)
    }
    element.addEventListener('play', onPlay)
    element.addEventListener('pause', onPause)
    element.addEventListener('volumechange', onVolume)
    element.addEventListener('timeupdate', onTime)
    element.addEventListener('error', onError)
    return () => {
      element.removeEventListener('play', onPlay)
      element.removeEventListener('pause', onPause)
      element.removeEventListener('volumechange', onVolume)
      element.removeEventListener('timeupdate', onTime)
      element.removeEventListener('error', onError)
      if (nowPlaying === element) nowPlaying = null
    }
  }, [])

  useEffect(() => {
    const element = video.current
    if (!starts || !element) return undefined
    element.muted = true
    begin(element)
    return () => element.pause()
  }, [starts])

  useEffect(() => {
    if (!playing) return undefined
    let frame = requestAnimationFrame(function follow() {
      if (video.current) showPlace(video.current, line.current)
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [playing])

  return {
    video,
    line,
    playing,
    muted,
    failed,
    at,
    toggle: () => {
      const element = video.current
      if (!element) return
      if (element.paused) begin(element)
      else element.pause()
    },
    toggleMuted: () => {
      if (video.current) video.current.muted = !video.current.muted
    },
    seek: (seconds) => {
      if (video.current) video.current.currentTime = seconds
    },
  }
}

function showPlace(video: HTMLVideoElement, line: HTMLInputElement | null): void {
  if (!line || !Number.isFinite(video.duration) || video.duration === 0) return
  line.value = String(video.currentTime)
  line.style.setProperty('--done', `${(video.currentTime / video.duration) * 100}%`)
}
