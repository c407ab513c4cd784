import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { timeCode, type FrameTable } from '@plinth/contract/projects/frame-table.ts'
import type { Proof } from '@plinth/contract/projects/projects.ts'
import { showPlace, type Scale } from '../playing/play-line.tsx'
import { playingTexts as texts } from '../playing/playing-texts.ts'
import { nextSpeed, useStageKeys, type StageAction } from '../playing/keys.ts'
import { useLink } from '../playing/use-link.ts'
import { useSpan } from '../playing/use-span.ts'
import type { Moment, StageProps } from '../stage/stage.ts'
import { driveFilm, type FilmDriver } from './driver.ts'

interface FilmOptions {
  stage: StageProps
  film: NonNullable<Proof['film']>
  table: FrameTable
  scale: Scale
}

/**
 * Plays a film and moves it by frames. The room hears of the frame that is seen when the film stands still; until then
 * time code and line are changed without rendering anything.
 */
export function useFilm({ stage, film, table, scale }: FilmOptions) {
  const { moment, onMoment, goTo, onComment, onFailed } = stage
  const video = useRef<HTMLVideoElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const code = useRef<HTMLElement>(null)
  const count = useRef<HTMLSpanElement>(null)
  const driver = useRef<FilmDriver>(null)
  const at = useRef(0)
  const [speed, setSpeed] = useState(0)
  const [isReady, setReady] = useState(false)
  const [isLoop, setLoop] = useState(false)
  const keptOf = (frame: number) => table.times[frame] ?? 0
  const span = useSpan({ moment, onMoment, keptOf, placeOf: scale.placeOf })

  const showFrame = (frame: number, isRead: boolean) => {
    at.current = frame
    if (code.current) code.current.textContent = timeCode(table, frame)
    if (count.current) count.current.textContent = texts.film.frame(frame + 1, scale.last + 1)
    showPlace(line.current, { place: frame, scale, isRead })
  }
  const onFrame = useEffectEvent((frame: number) => showFrame(frame, speed === 0))
  const onStill = useEffectEvent((frame: number) => {
    showFrame(frame, true)
    setReady(true)
    span.stillAt(frame)
  })
  const onSpeed = useEffectEvent((next: number) => {
    setSpeed(next)
    if (next !== 0) span.moves()
  })
  useEffect(() => {
    if (video.current === null) return
    const made = driveFilm(video.current, table, {
      onFrame: (frame) => onFrame(frame),
      onStill: (frame) => onStill(frame),
      onSpeed: (next) => onSpeed(next),
    })
    driver.current = made
    return () => made.leave()
  }, [table])

  const seek = (frame: number) => {
    span.drop()
    driver.current?.seek(frame)
  }
  const lead = useEffectEvent((to: Moment | null) => {
    if (to !== null && to.from !== null) seek(scale.placeOf(to.from))
  })
  useEffect(() => lead(goTo), [goTo])

  const link = useLink(video, {
    url: film.url,
    onFailed,
    onLoaded: () => driver.current?.resume(),
  })

  const step = (by: number) => {
    span.drop()
    driver.current?.step(by)
  }
  const play = (next: number) => {
    const set = span.shown
    const isInSpan = next > 0 && set !== null && set.to !== null
    driver.current?.play(next, isInSpan ? { from: set.from, until: set.to ?? set.from } : null)
  }
  const stop = () => driver.current?.stop()
  const toggle = () => (speed === 0 ? play(1) : stop())
  const actions: Record<StageAction, () => void> = {
    back: () => play(nextSpeed(speed, -1)),
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
      if (from !== null) driver.current?.seek(from)
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
    video,
    line,
    code,
    count,
    speed,
    isReady,
    isLoop,
    span: span.shown,
    firstCode: timeCode(table, 0),
    src: link.src,
    isBroken: link.isBroken,
    again: link.again,
    clearSpan: span.clear,
    seek,
    step,
    toggle,
    toggleLoop: () => {
      driver.current?.setLoop(!isLoop)
      setLoop(!isLoop)
    },
    setIn: actions.in,
    setOut: actions.out,
  }
}
