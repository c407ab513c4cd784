import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Proof } from '@plinth/contract/projects/projects.ts'
import { showPlace, type Scale } from '../playing/play-line.tsx'
import { nextSpeed, useStageKeys, type StageAction } from '../playing/keys.ts'
import { useLink } from '../playing/use-link.ts'
import { useSpan } from '../playing/use-span.ts'
import type { Moment, StageProps } from '../stage/stage.ts'
import { soundTime } from './scale.ts'

const BACK_MS = 2_000
const STEP_MS = 100

interface SoundOptions {
  stage: StageProps
  sound: NonNullable<Proof['sound']>
  scale: Scale
}

/** Plays a sound and moves in it by milliseconds. The room hears of the moment when it stands still. */
export function useSound({ stage, sound, scale }: SoundOptions) {
  const { moment, onMoment, goTo, onComment, onFailed } = stage
  const audio = useRef<HTMLAudioElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const time = useRef<HTMLElement>(null)
  const at = useRef(0)
  const until = useRef<{ from: number; to: number } | null>(null)
  const [speed, setSpeed] = useState(0)
  const [isLoop, setLoop] = useState(false)
  const kept = (place: number) => place
  const span = useSpan({ moment, onMoment, keptOf: kept, placeOf: kept })

  const show = (place: number, isRead: boolean) => {
    at.current = place
    if (time.current) time.current.textContent = soundTime(place)
    showPlace(line.current, { place, scale, isRead })
  }
  /** Stands still at this millisecond. */
  const rest = (place: number) => {
    const to = Math.min(Math.max(0, Math.round(place)), scale.last)
    until.current = null
    setSpeed(0)
    audio.current?.pause()
    if (audio.current) audio.current.currentTime = to / 1_000
    show(to, true)
    span.stillAt(to)
  }
  const seek = (place: number) => {
    span.drop()
    rest(place)
  }
  const now = () => Math.round((audio.current?.currentTime ?? 0) * 1_000)
  const begin = () => {
    const element = audio.current
    if (element === null) return
    // A browser may want a press first; then the button still offers to play.
    element.play().catch(() => rest(at.current))
  }
  const play = (next: number) => {
    const element = audio.current
    if (element === null) return
    const set = span.shown
    if (speed === 0) {
      until.current = set?.to == null ? null : { from: set.from, to: set.to }
      span.moves()
    }
    setSpeed(next)
    element.playbackRate = next
    if (at.current >= scale.last) element.currentTime = 0
    begin()
  }
  const stop = () => {
    if (speed !== 0) rest(now())
  }
  /** At the end of all, or of the span. */
  const turn = (from: number, end: number) => {
    if (isLoop && audio.current) {
      audio.current.currentTime = from / 1_000
      begin()
    } else rest(end)
  }

  const ended = useEffectEvent(() => {
    const part = until.current
    if (part === null) turn(0, scale.last)
    else turn(part.from, part.from)
  })
  const paused = useEffectEvent(() => {
    // Keyboards and headphones have keys of their own.
    if (audio.current?.ended === false) stop()
  })
  const passed = useEffectEvent(() => {
    const place = Math.min(now(), scale.last)
    show(place, false)
    const part = until.current
    if (part !== null && place >= part.to) turn(part.from, part.from)
  })
  useEffect(() => {
    const element = audio.current
    if (element === null) return
    const leaving = new AbortController()
    element.addEventListener('ended', () => ended(), { signal: leaving.signal })
    element.addEventListener('pause', () => paused(), { signal: leaving.signal })
    return () => leaving.abort()
  }, [])
  const isPlaying = speed !== 0
  useEffect(() => {
    if (!isPlaying) return
    let frame = requestAnimationFrame(function follow() {
      passed()
      frame = requestAnimationFrame(follow)
    })
    return () => cancelAnimationFrame(frame)
  }, [isPlaying])
  const lead = useEffectEvent((to: Moment | null) => {
    const place = Math.min(to?.from ?? 0, scale.last)
    if (audio.current) audio.current.currentTime = place / 1_000
    show(place, true)
    // What plays stops there: a pause is answered by standing still.
    if (speed === 0) span.stillAt(place)
    else audio.current?.pause()
  })
  useEffect(() => lead(goTo), [goTo])

  const resume = () => {
    if (audio.current) audio.current.currentTime = at.current / 1_000
    if (speed !== 0) begin()
  }
  const link = useLink(audio, { url: sound.url, onFailed, onLoaded: resume })

  const toggle = () => (isPlaying ? stop() : play(1))
  const step = (by: number) => seek(at.current + by * STEP_MS)
  const actions: Record<StageAction, () => void> = {
    back: () => {
      if (!isPlaying) seek(at.current - BACK_MS)
      else if (audio.current) audio.current.currentTime = Math.max(0, now() - BACK_MS) / 1_000
    },
    stop,
    play: () => play(nextSpeed(speed, 1)),
    toggle,
    'one-back': () => step(-1),
    'one-on': () => step(1),
    'ten-back': () => step(-10),
    'ten-on': () => step(10),
    in: () => span.begin(at.current),
    out: () => {
      const from = span.end(at.current)
      if (from !== null) rest(from)
    },
    comment: () => {
      stop()
      onComment()
    },
  }
  useStageKeys((action) => {
    actions[action]()
    return true
  })

  return {
    audio,
    line,
    time,
    speed,
    isLoop,
    span: span.shown,
    src: link.src,
    isBroken: link.isBroken,
    again: link.again,
    clearSpan: span.clear,
    seek,
    step,
    toggle,
    toggleLoop: () => setLoop(!isLoop),
    setIn: actions.in,
    setOut: actions.out,
  }
}
